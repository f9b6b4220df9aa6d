//! Picture of a CSG tree, with its root at the left and its body beside it.

use super::style::{INK, scale_bar};
use super::{bodies, leaf_color, leaves, leaves_below, symbol};
use crate::picture::{Anchor, Canvas, Color, Font, width};
use geometry::csg::{CsgNode, CsgOperation, CsgTree, Primitive};
use scenes::bodies::CncBody;

/// Largest number of leaves of a tree that is drawn as a whole.
const WHOLE: usize = 30;

/// Largest number of rows of a larger tree, whose lower layers are cut.
const ROWS: usize = 24;

/// Height of a row, and distance between the layers of nodes, in pixels.
const STEP: [f64; 2] = [62.0, 32.0];

/// Width and height of the picture of the body, and height of the scale bar below it.
const BODY: [usize; 2] = [400, 366];
const BAR: usize = 34;

/// Heights of the heading and of the legend.
const HEADING: f64 = 60.0;
const LEGEND: f64 = 52.0;

/// Text of leaves.
const LABEL: Font = Font::plain(17.0);

/// Widths of swatches of single leaves, and of one of the leaves below a cut node.
const SWATCH: f64 = 22.0;
const STRIPE: f64 = 7.0;

/// Color of branches, and of those to what is subtracted.
const BRANCH: Color = [0x6a, 0x72, 0x7e];
const SUBTRACTED: Color = [0xc0, 0x50, 0x4a];

/// Node with its place: layers from the left, rows from above.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LaidOutNode {
    pub(super) node: u32,
    pub(super) layer: usize,
    pub(super) row: f64,
    /// Indices of both children. `None` for leaves and cut nodes.
    pub(super) children: Option<[usize; 2]>,
}

/// Draws the tree of a body beside the body, in the same colors.
pub(super) fn picture(body: CncBody) -> Vec<u8> {
    canvas(body).png()
}

/// Draws the picture before it becomes a file.
pub(super) fn canvas(body: CncBody) -> Canvas {
    let solid = body.solid();
    let tree = solid.tree();
    let placed = layout(tree);
    let rows = placed.iter().filter(|p| p.children.is_none()).count();
    let height = (rows as f64 * STEP[1]).max((BODY[1] + BAR) as f64);
    let top = HEADING + 0.5 * (height - (rows as f64 - 1.0) * STEP[1]);
    let at = |p: &LaidOutNode| {
        let left = BODY[0] as f64 + 40.0;
        [left + p.layer as f64 * STEP[0], top + p.row * STEP[1]]
    };
    let ends = placed.iter().filter(|p| p.children.is_none());
    let ends = ends.map(|p| at(p)[0] + label_end(tree, p.node));
    let widest = ends.fold(1000.0, f64::max).ceil() as usize + 20;
    let mut canvas = Canvas::new(widest, (HEADING + height + LEGEND) as usize);
    let heading = format!(
        "{body}: {}, {} nodes, {} levels",
        leaves(tree.leaves().len()),
        tree.nodes().len(),
        tree.depth()
    );
    canvas.text(&heading, Font::bold(24.0), Anchor::Start, [20.0, 30.0], INK);
    let corner = [
        0,
        (HEADING + 0.5 * (height - (BODY[1] + BAR) as f64)) as usize,
    ];
    let unit = bodies::draw(&mut canvas, corner, BODY, &solid);
    let bar = [
        0.5 * (BODY[0] as f64 - unit),
        (corner[1] + BODY[1] + BAR / 2) as f64,
    ];
    scale_bar(&mut canvas, bar, unit);
    draw_nodes(&mut canvas, tree, &placed, at);
    legend(&mut canvas, HEADING + height + 0.5 * LEGEND);
    canvas
}

/// Draws the nodes at their centers, above the lines between them.
fn draw_nodes(
    canvas: &mut Canvas,
    tree: &CsgTree,
    placed: &[LaidOutNode],
    at: impl Fn(&LaidOutNode) -> [f64; 2],
) {
    for parent in placed {
        if let Some(children) = parent.children {
            let ends = children.map(|i| at(&placed[i]));
            branches(canvas, tree, parent.node, at(parent), ends);
        }
    }
    for p in placed {
        match (p.children, &tree.nodes()[p.node as usize]) {
            (Some(_), CsgNode::Branch { operation, .. }) => operator(canvas, *operation, at(p)),
            _ => end(canvas, tree, p.node, at(p)),
        }
    }
}

/// Places the nodes, the root first. Of large trees it leaves out lower layers.
pub(super) fn layout(tree: &CsgTree) -> Vec<LaidOutNode> {
    let all = tree.leaves().len();
    let rows = if all <= WHOLE { all } else { ROWS };
    let mut opened = vec![false; tree.nodes().len()];
    let (mut layer, mut count) = (vec![tree.root() as u32], 1);
    loop {
        // Each branch that is opened adds a row.
        let branch = |node: &u32| match tree.nodes()[*node as usize] {
            CsgNode::Leaf(_) => None,
            CsgNode::Branch { left, right, .. } => Some((*node, left, right)),
        };
        let branches: Vec<(u32, u32, u32)> = layer.iter().filter_map(branch).collect();
        count += branches.len();
        if branches.is_empty() || count > rows {
            break;
        }
        layer.clear();
        for (node, left, right) in branches {
            opened[node as usize] = true;
            layer.extend([left, right]);
        }
    }
    let mut placed = Vec::new();
    place(tree, &opened, tree.root() as u32, 0, &mut 0, &mut placed);
    placed
}

/// Places a node and all below it, and returns its index.
fn place(
    tree: &CsgTree,
    opened: &[bool],
    node: u32,
    layer: usize,
    free: &mut usize,
    placed: &mut Vec<LaidOutNode>,
) -> usize {
    let index = placed.len();
    placed.push(LaidOutNode {
        node,
        layer,
        row: *free as f64,
        children: None,
    });
    match tree.nodes()[node as usize] {
        CsgNode::Branch { left, right, .. } if opened[node as usize] => {
            let children = [left, right];
            let children =
                children.map(|child| place(tree, opened, child, layer + 1, free, placed));
            let [above, below] = children.map(|i| placed[i].row);
            placed[index].row = 0.5 * (above + below);
            placed[index].children = Some(children);
        }
        _ => *free += 1,
    }
    index
}

/// Draws the lines to both children.
fn branches(
    canvas: &mut Canvas,
    tree: &CsgTree,
    node: u32,
    from: [f64; 2],
    children: [[f64; 2]; 2],
) {
    let difference = matches!(
        tree.nodes()[node as usize],
        CsgNode::Branch {
            operation: CsgOperation::Difference,
            ..
        }
    );
    for (i, to) in children.into_iter().enumerate() {
        let color = if difference && i == 1 {
            SUBTRACTED
        } else {
            BRANCH
        };
        canvas.line(from, [from[0], to[1]], 2.2, color);
        canvas.line([from[0], to[1]], to, 2.2, color);
    }
}

/// Draws an operator.
fn operator(canvas: &mut Canvas, operation: CsgOperation, at: [f64; 2]) {
    let color = if operation == CsgOperation::Difference {
        SUBTRACTED
    } else {
        BRANCH
    };
    canvas.disc(at, 13.0, color);
    canvas.disc(at, 11.0, [255; 3]);
    canvas.text(symbol(operation), Font::bold(18.0), Anchor::Middle, at, INK);
}

/// Draws a leaf or a cut node, with its text.
fn end(canvas: &mut Canvas, tree: &CsgTree, node: u32, at: [f64; 2]) {
    let below = leaves_below(tree, node);
    let half = 0.5 * SWATCH;
    let step = if below.len() == 1 { SWATCH } else { STRIPE };
    let right = at[0] - half + step * below.len() as f64;
    canvas.rectangle(
        [at[0] - half - 1.5, at[1] - half - 1.5],
        [right + 1.5, at[1] + half + 1.5],
        3.0,
        INK,
    );
    for (i, leaf) in below.iter().enumerate() {
        let left = at[0] - half + step * i as f64;
        canvas.rectangle(
            [left, at[1] - half],
            [left + step, at[1] + half],
            0.0,
            leaf_color(*leaf),
        );
    }
    canvas.text(
        &label(tree, node),
        LABEL,
        Anchor::Start,
        [right + 9.0, at[1]],
        INK,
    );
}

/// Returns the distance from the place of a leaf or cut node to the end of its text.
fn label_end(tree: &CsgTree, node: u32) -> f64 {
    let below = leaves_below(tree, node).len();
    let step = if below == 1 { SWATCH } else { STRIPE };
    step * below as f64 - 0.5 * SWATCH + 9.0 + width(&label(tree, node), LABEL)
}

/// Returns the text of a leaf or of a cut node.
fn label(tree: &CsgTree, node: u32) -> String {
    let below = leaves_below(tree, node);
    if let [leaf] = below[..] {
        return primitive(&tree.leaves()[leaf as usize].primitive);
    }
    let mut kinds: Vec<&str> = Vec::new();
    for leaf in &below {
        let kind = tree.leaves()[*leaf as usize].primitive.kind();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    format!("{} ({})", leaves(below.len()), kinds.join(", "))
}

/// Returns kind and lengths of a primitive.
fn primitive(primitive: &Primitive) -> String {
    let number = |x: f64| ((1000.0 * x).round() / 1000.0).to_string();
    let sides = |size: &[f64; 3]| size.map(number).join(" × ");
    let round =
        |radius: f64, height: f64| format!("radius {}, height {}", number(radius), number(height));
    let kind = primitive.kind();
    match primitive {
        Primitive::Box { size } | Primitive::Wedge { size } => format!("{kind} {}", sides(size)),
        Primitive::Cylinder { radius, height, .. } | Primitive::Cone { radius, height, .. } => {
            format!("{kind}, {}", round(*radius, *height))
        }
        Primitive::Sphere { radius, .. } => format!("{kind}, radius {}", number(*radius)),
        _ => kind.to_owned(),
    }
}

/// Explains operators and units.
fn legend(canvas: &mut Canvas, y: f64) {
    let mut x = 34.0;
    for (operation, text) in [
        (CsgOperation::Union, "union"),
        (CsgOperation::Intersection, "intersection"),
        (
            CsgOperation::Difference,
            "difference: the upper child without the lower one (red)",
        ),
    ] {
        operator(canvas, operation, [x, y]);
        canvas.text(text, LABEL, Anchor::Start, [x + 20.0, y], INK);
        x += 20.0 + width(text, LABEL) + 36.0;
    }
    canvas.text("lengths in dm", LABEL, Anchor::Start, [x - 10.0, y], INK);
}
