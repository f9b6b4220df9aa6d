//! Names, colors and markers of detectors: one table for every page and picture.
//!
//! Rows name a detector by its command and its options, "sphere-tree balls=ritter". Readers see
//! names: [`name`] in text and at curves, [`short`] at columns. Where something must be typed,
//! pages print the command.

use crate::format;
pub(crate) use records::names::{FIRST_CONTACT, without_question as command};

/// Color of a detector, one hue for each family that meets others in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hue(usize);

impl Hue {
    /// The colors as red, green and blue.
    ///
    /// Each has a contrast of at least 3 to white and to the dark background of a page. Any two
    /// differ by at least 25 in CIELAB, also for readers without red or green cones.
    pub(crate) const ALL: [[u8; 3]; 8] = [
        [0x3c, 0x69, 0xb4], // blue
        [0xf0, 0x69, 0x0f], // orange
        [0x1e, 0x96, 0xa5], // teal
        [0x78, 0x1e, 0xff], // violet
        [0x78, 0x78, 0xff], // periwinkle
        [0xd2, 0x78, 0x69], // rose
        [0xc3, 0x00, 0x69], // magenta
        [0xb4, 0x3c, 0x1e], // brick
    ];

    /// Colors of curves that are neither detectors nor sizes: bodies, steps, departures. They
    /// differ from each other as those of detectors do, and none is a detector's.
    pub(crate) const OTHERS: [[u8; 3]; 6] = [
        [0x14, 0xa0, 0x78], // green
        [0xc8, 0x0a, 0x32], // red
        [0x1e, 0x50, 0xfa], // royal blue
        [0x1e, 0x96, 0xbe], // cyan
        [0xd2, 0x78, 0x14], // ocher
        [0x1e, 0x82, 0xf0], // azure
    ];

    /// Shades of one hue that is no detector's, from dark to light: sizes and levels.
    pub(crate) const SHADES: [[u8; 3]; 6] = [
        [0x2f, 0x6f, 0x4f],
        [0x37, 0x7d, 0x3c],
        [0x3f, 0x8a, 0x2a],
        [0x47, 0x92, 0x24],
        [0x4f, 0x9a, 0x1f],
        [0x5a, 0xa5, 0x00],
    ];

    /// Returns its position in [`Hue::ALL`].
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

const BLUE: Hue = Hue(0);
const ORANGE: Hue = Hue(1);
const TEAL: Hue = Hue(2);
const VIOLET: Hue = Hue(3);
const PERIWINKLE: Hue = Hue(4);
const ROSE: Hue = Hue(5);
const MAGENTA: Hue = Hue(6);
const BRICK: Hue = Hue(7);

/// Marker of a detector's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    TriangleDown,
    Flat,
    Upright,
}

impl Marker {
    pub(crate) const ALL: [Marker; 7] = [
        Marker::Circle,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
        Marker::TriangleDown,
        Marker::Flat,
        Marker::Upright,
    ];
}

/// Look of a detector without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DetectorLook {
    /// Command: "face-octree".
    pub(crate) command: &'static str,
    pub(crate) hue: Hue,
    pub(crate) marker: Marker,
    /// The form that a paper describes, beside a tuned one of the same hue: an open marker and a
    /// dashed line.
    pub(crate) published: bool,
}

const fn look(command: &'static str, hue: Hue, marker: Marker) -> DetectorLook {
    DetectorLook {
        command,
        hue,
        marker,
        published: false,
    }
}

/// Looks of all detectors. Those that share a hue are curves of no picture of the papers together,
/// except for two forms of one method.
pub(crate) const LOOKS: [DetectorLook; 18] = [
    DetectorLook {
        published: true,
        ..look("face-octree", BLUE, Marker::Circle)
    },
    look("face-octree-tuned", BLUE, Marker::Triangle),
    look("face-octree-swept", ORANGE, Marker::Diamond),
    look("face-octree-parallel", BLUE, Marker::Flat),
    look("octree-update", ROSE, Marker::TriangleDown),
    look("separating-plane", ORANGE, Marker::TriangleDown),
    look("i-collide", TEAL, Marker::Triangle),
    look("sphere-tree", TEAL, Marker::Flat),
    look("sphere-tree-octree", PERIWINKLE, Marker::Circle),
    look("bsp-tree", MAGENTA, Marker::Upright),
    look("csg-hybrid", VIOLET, Marker::Upright),
    look("obb-tree", ROSE, Marker::Upright),
    look("k-dop-tree", PERIWINKLE, Marker::TriangleDown),
    look("bvh", ORANGE, Marker::Square),
    look("parry3d", BRICK, Marker::Diamond),
    look("parry3d-gjk", VIOLET, Marker::Square),
    look("parry3d-trimesh", BRICK, Marker::Triangle),
    look("brute-force", MAGENTA, Marker::Circle),
];

/// Detectors with options that have a name of their own: label, name, name at a column. The longest
/// label that begins a row's label counts, so options that are left follow in words.
const NAMES: [(&str, &str, &str); 32] = [
    ("brute-force", "brute force", "brute force"),
    ("face-octree", "face octree (1995)", "octree ’95"),
    ("face-octree-tuned", "face octree (tuned)", "octree tuned"),
    ("face-octree-swept", "swept face octree", "swept octree"),
    (
        "face-octree-swept mode=published",
        "swept face octree (1995)",
        "swept ’95",
    ),
    (
        "face-octree-parallel",
        "parallel face octree",
        "parallel octree",
    ),
    ("octree-update", "octree update (1995)", "update ’95"),
    ("separating-plane", "separating planes", "planes"),
    ("i-collide", "I-COLLIDE (tuned)", "I-COLLIDE"),
    (
        "i-collide features=lin-canny",
        "I-COLLIDE (1995)",
        "I-COLLIDE ’95",
    ),
    (
        "i-collide boxes=dynamic features=lin-canny",
        "I-COLLIDE (1995), smallest boxes",
        "I-COLLIDE ’95, boxes",
    ),
    ("sphere-tree", "sphere-tree (tuned)", "spheres tuned"),
    (
        "sphere-tree balls=ritter coverage=level",
        "sphere-tree (1996), inner spheres",
        "spheres ’96, inner",
    ),
    (
        "sphere-tree balls=ritter coverage=level inner=off last-level=leaves",
        "sphere-tree (1996)",
        "spheres ’96",
    ),
    (
        "sphere-tree-octree",
        "sphere-tree of octants (tuned)",
        "octants tuned",
    ),
    (
        "sphere-tree-octree inner=off last-level=leaves",
        "sphere-tree of octants (1996)",
        "octants ’96",
    ),
    ("bsp-tree", "BSP tree (with cull)", "BSP"),
    ("bsp-tree cull=none", "BSP tree (no cull)", "BSP, no cull"),
    (
        "bsp-tree cull=none query=boolean",
        "BSP tree (as in 1996)",
        "BSP ’96",
    ),
    (
        "bsp-tree cull=none planes=first query=boolean",
        "BSP tree (as in 1996), first planes",
        "BSP ’96, first planes",
    ),
    ("csg-hybrid", "CSG hybrid (exact)", "CSG hybrid"),
    (
        "csg-hybrid mode=published",
        "CSG hybrid (2007)",
        "CSG hybrid ’07",
    ),
    ("bvh", "BVH", "BVH"),
    ("obb-tree", "OBB tree", "OBB tree"),
    ("k-dop-tree", "k-DOP tree", "k-DOP tree"),
    ("parry3d", "parry3d BVH + exact test", "parry3d + exact"),
    ("parry3d-gjk", "parry3d GJK", "parry3d GJK"),
    (
        "parry3d-trimesh",
        "parry3d meshes (f64)",
        "parry3d mesh f64",
    ),
    (
        "parry3d-trimesh precision=f32",
        "parry3d meshes (f32)",
        "parry3d mesh f32",
    ),
    (
        "separating-plane broad-phase=sweep-and-prune support=climb",
        "separating planes (climbing)",
        "planes, climbing",
    ),
    ("triangle-gjk", "parry3d triangles (f64)", "parry3d tri f64"),
    (
        "triangle-gjk precision=f32",
        "parry3d triangles (f32)",
        "parry3d tri f32",
    ),
];

/// Builders of trees in rows, with the detectors that have their trees.
const BUILDERS: [(&str, &str); 3] = [
    (
        "medial",
        "sphere-tree balls=ritter coverage=level inner=off last-level=leaves",
    ),
    ("medial tuned", "sphere-tree"),
    ("octree", "sphere-tree-octree"),
];

/// Options whose value alone says little, in words.
const OPTIONS: [(&str, &str); 26] = [
    ("first-contact", "yes or no"),
    ("query=boolean", "yes or no of solids"),
    ("face-test=box", "boxes of faces"),
    ("face-test=sat", "separating axes"),
    ("checklist=all", "all pairs listed"),
    ("distribution=dynamic", "dynamic (shared queue)"),
    ("distribution=static", "static (fixed shares)"),
    ("mode=published", "as published"),
    ("mode=rotation", "turning"),
    ("times=certified", "certified times"),
    ("boxes=dynamic", "smallest boxes"),
    ("features=lin-canny", "Lin-Canny"),
    ("cull=none", "no cull"),
    ("planes=first", "first planes"),
    ("freezing=off", "no freezing"),
    ("localization=off", "no localization"),
    ("localization=s-bounds", "S-bounds"),
    ("update=rebuild", "rebuilt"),
    ("precision=f32", "f32"),
    ("broad-phase=aabb-tree", "AABB tree"),
    ("start=frontier", "from the last frontier"),
    ("start=witness", "from the last witnesses"),
    ("schedule=widest-first", "widest pair first"),
    ("inner=off", "no inner spheres"),
    ("last-level=leaves", "leaves as last level"),
    ("support=climb", "climbing"),
];

/// Replaces each detector in backticks by its name, with a capital where a sentence begins: tables
/// beside the text have names, and what is in backticks can be typed.
pub(crate) fn in_text(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut parts = text.split('`').peekable();
    while let Some(plain) = parts.next() {
        written += plain;
        let Some(code) = parts.next() else { break };
        let is_closed = parts.peek().is_some();
        if !is_closed || !LOOKS.iter().any(|look| look.command == code) {
            written.push('`');
            written += code;
            written += if is_closed { "`" } else { "" };
            continue;
        }
        let before = written.trim_end();
        let begins = before.is_empty() || before.ends_with(['.', '?', '!']);
        written += &if begins { title(code) } else { name(code) };
    }
    written
}

/// Returns the name of a detector for readers, with the options that are not its defaults: "face
/// octree (tuned), yes or no". A label that is no detector's stays as it is.
pub(crate) fn name(label: &str) -> String {
    named(label, |(_, name, _)| name)
}

/// Returns the name of a detector where a sentence or a heading begins. A library keeps its small
/// letter.
pub(crate) fn title(label: &str) -> String {
    let name = name(label);
    if label.starts_with("parry3d") {
        name
    } else {
        format::capital(&name)
    }
}

/// Returns the name of a detector at a column: "octree tuned".
pub(crate) fn short(label: &str) -> String {
    named(label, |(.., short)| short)
}

/// Returns the detector whose name a label has: a builder of trees stands for its detector.
pub(crate) fn detector_of(label: &str) -> &str {
    let builder = BUILDERS.iter().find(|(builder, _)| *builder == label);
    builder.map_or(label, |(_, detector)| detector)
}

/// Returns the builder of the trees of a detector with its default options, if it has trees.
pub(crate) fn builder_of(command: &str) -> Option<&'static str> {
    let builder = BUILDERS.iter().find(|(_, detector)| *detector == command);
    builder.map(|(builder, _)| *builder)
}

/// Returns the detector whose look a test of the audit has: tests of triangles are of the library
/// whose tests of meshes are detectors.
pub(crate) fn library_of(test: &str) -> &str {
    if test.starts_with("triangle-gjk") {
        "parry3d-trimesh"
    } else {
        test
    }
}

/// Returns the look of a detector, with or without options.
pub(crate) fn look_of(label: &str) -> Option<DetectorLook> {
    let command = detector_of(label).split(' ').next();
    LOOKS.into_iter().find(|look| Some(look.command) == command)
}

fn named(
    label: &str,
    pick: fn((&'static str, &'static str, &'static str)) -> &'static str,
) -> String {
    let given: Vec<&str> = detector_of(label).split(' ').collect();
    let holds = |known: &str| {
        let mut parts = known.split(' ');
        parts.next() == given.first().copied() && parts.all(|part| given.contains(&part))
    };
    let known = NAMES.into_iter().filter(|(known, ..)| holds(known));
    let Some(known) = known.max_by_key(|(known, ..)| known.split(' ').count()) else {
        return label.to_owned();
    };
    let left = given
        .iter()
        .filter(|part| !known.0.split(' ').any(|p| p == **part));
    let words = left.map(|option| option_words(option));
    let parts = [pick(known).to_owned()].into_iter().chain(words);
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns an option in words: "threads=2" is "2 threads".
fn option_words(option: &str) -> String {
    if let Some((_, words)) = OPTIONS.iter().find(|(known, _)| *known == option) {
        return (*words).to_owned();
    }
    match option.split_once('=') {
        Some(("threads", n)) => format!("{n} threads"),
        Some(("copies", n)) => format!("{n} copies at once"),
        Some(("broad-phase" | "volumes", value)) => value.replace('-', " "),
        Some((name, value)) => format!("{} {value}", name.replace('-', " ")),
        None => format::series(option),
    }
}

#[cfg(test)]
mod tests;
