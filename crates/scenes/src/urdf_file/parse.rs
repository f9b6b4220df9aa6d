//! XML to the elements of URDF, with the line of each link and joint.
//!
//! `urdf-rs` reads the elements. It reports no lines, skips words between numbers, and its XML
//! reader recurses. A first pass finds such faults with their lines, and names the element that it
//! rejects.

use crate::import_error::{ImportError, LocatedFault, malformed};
use crate::mesh_file::without_mark;
use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::path::Path;
use urdf_rs::Robot;

/// Most elements inside each other. URDF needs six.
const MAX_DEPTH: usize = 64;

/// Attributes that are lists of numbers.
const NUMBERS: [&str; 15] = [
    "xyz",
    "rpy",
    "quat_xyzw",
    "size",
    "scale",
    "radius",
    "length",
    "lower",
    "upper",
    "effort",
    "velocity",
    "multiplier",
    "offset",
    "rising",
    "falling",
];

/// Line of each element, by its kind and name.
type ElementLines = BTreeMap<(&'static str, String), u32>;

/// Robot, with the line of each link and joint.
pub(super) struct Parsed {
    pub(super) model: Robot,
    lines: ElementLines,
}

impl Parsed {
    /// Returns the place of a link in messages.
    pub(super) fn link(&self, name: &str) -> String {
        self.place("link", name)
    }

    /// Returns the place of a joint in messages.
    pub(super) fn joint(&self, name: &str) -> String {
        self.place("joint", name)
    }

    fn place(&self, kind: &'static str, name: &str) -> String {
        match self.lines.get(&(kind, name.to_owned())) {
            Some(line) => format!("{kind} `{name}` (line {line})"),
            None => format!("{kind} `{name}`"),
        }
    }
}

/// Parses the text of a robot. `path` is its name in messages.
pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Parsed, ImportError> {
    let fault = malformed(path);
    let text = std::str::from_utf8(without_mark(bytes)).map_err(|e| {
        let place = format!("byte {}", e.valid_up_to());
        fault(&place, "is not UTF-8 text; save the file as UTF-8".into())
    })?;
    let document = Document::parse(text).map_err(|e| {
        let pos = e.pos();
        let place = format!("line {}, column {}", pos.row, pos.col);
        fault(&place, format!("is not well-formed XML: {e}; repair it"))
    })?;
    check_depth(&document).map_err(|place| {
        let reason = format!("more than {MAX_DEPTH} elements inside each other; URDF needs six");
        fault(&place, reason)
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "robot" {
        let name = root.tag_name().name();
        let reason = format!("the root element is `{name}`, and a URDF has `robot`");
        return Err(fault(&line_of(root), reason));
    }
    if let Some(xacro) = document.descendants().find(is_xacro) {
        let reason = "is a xacro macro; expand the file first: `xacro FILE > robot.urdf`";
        return Err(fault(&line_of(xacro), reason.into()));
    }
    for element in document.descendants().filter(Node::is_element) {
        check_numbers(element).map_err(|reason| fault(&place_of(element), reason))?;
    }
    let elements = root.children().filter(Node::is_element);
    let model = urdf_rs::read_from_string(text).map_err(|error| {
        let rejects = |element: &Node<'_, '_>| alone(text, root, *element).is_err();
        let place = elements.clone().find(rejects).map(place_of);
        let reason = format!("{error}; see the format's description of this element");
        fault(&place.unwrap_or_else(|| "as a whole".into()), reason)
    })?;
    let lines = lines_of(elements).map_err(|(place, reason)| fault(&place, reason))?;
    Ok(Parsed { model, lines })
}

/// Returns the line of each link and joint.
///
/// # Errors
/// The second element of a name, with its place and the reason.
fn lines_of<'a, 'input: 'a>(
    elements: impl Iterator<Item = Node<'a, 'input>>,
) -> Result<ElementLines, LocatedFault> {
    let mut lines = BTreeMap::new();
    for element in elements {
        let kind = match element.tag_name().name() {
            "link" => "link",
            "joint" => "joint",
            _ => continue,
        };
        let name = element.attribute("name").unwrap_or_default().to_owned();
        let line = line_number(element);
        if let Some(first) = lines.insert((kind, name.clone()), line) {
            let reason = format!("line {first} has a {kind} of that name; rename one of them");
            return Err((format!("{kind} `{name}` (line {line})"), reason));
        }
    }
    Ok(lines)
}

/// Reads one element in a robot of its own.
fn alone(text: &str, root: Node<'_, '_>, element: Node<'_, '_>) -> Result<(), urdf_rs::UrdfError> {
    let inside = root
        .first_child()
        .map_or(root.range().end, |c| c.range().start);
    let head = &text[root.range().start..inside];
    let body = &text[element.range()];
    urdf_rs::read_from_string(&format!("{head}{body}</robot>")).map(drop)
}

/// Returns the place of the first element that is too deep.
fn check_depth(document: &Document<'_>) -> Result<(), String> {
    let mut depths: BTreeMap<u32, usize> = BTreeMap::new();
    for node in document.descendants() {
        let above = node.parent().and_then(|p| depths.get(&p.id().get()));
        let depth = above.map_or(0, |d| d + 1);
        if depth > MAX_DEPTH {
            return Err(line_of(node));
        }
        if node.has_children() {
            depths.insert(node.id().get(), depth);
        }
    }
    Ok(())
}

fn is_xacro(node: &Node<'_, '_>) -> bool {
    let uri = node.tag_name().namespace();
    uri.is_some_and(|uri| uri.contains("xacro"))
}

/// Checks that attributes of numbers contain finite numbers only.
fn check_numbers(element: Node<'_, '_>) -> Result<(), String> {
    for attribute in element.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        let is_number = |word: &str| word.parse::<f64>().is_ok_and(f64::is_finite);
        let Some(word) = value.split_whitespace().find(|word| !is_number(word)) else {
            continue;
        };
        if NUMBERS.contains(&name) {
            let word: String = word.chars().take(40).collect();
            return Err(format!(
                "the attribute `{name}` of `{}` has `{word}`, which is no finite number",
                element.tag_name().name()
            ));
        }
    }
    Ok(())
}

/// Returns the link or joint around an element, with the element's line.
fn place_of(element: Node<'_, '_>) -> String {
    let around = element.ancestors().find(|node| {
        let is_named = node.attribute("name").is_some();
        is_named && ["link", "joint"].contains(&node.tag_name().name())
    });
    let line = line_number(element);
    match around {
        Some(node) => {
            let name = node.attribute("name").unwrap_or_default();
            format!("{} `{name}` (line {line})", node.tag_name().name())
        }
        None => format!("`{}` (line {line})", element.tag_name().name()),
    }
}

fn line_of(node: Node<'_, '_>) -> String {
    format!("line {}", line_number(node))
}

fn line_number(node: Node<'_, '_>) -> u32 {
    node.document().text_pos_at(node.range().start).row
}
