use super::*;
use crate::picture::{Canvas, OUTLINE};
use records::Key;
use scenes::bodies::CncBody::{Hand, Panel, Tool, Workpiece};

fn spec() -> SceneSpec {
    let text = r#"scene = { generator = "cnc-cell", pair = "hand-fixture", frames = 100 }"#;
    let mut table: toml::Table = toml::from_str(text).unwrap();
    table.remove("scene").unwrap().try_into().unwrap()
}

fn step(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// Returns the number of pixels that are a shade of a color.
fn shades(canvas: &Canvas, color: Color) -> usize {
    let is_shade = |pixel: &&Color| {
        (15..=50).any(|light| {
            let shade = mixed(OUTLINE, color, f64::from(light) / 50.0);
            (0..3).all(|i| shade[i].abs_diff(pixel[i]) <= 2)
        })
    };
    canvas.pixels().iter().filter(is_shade).count()
}

fn value(recorder: &Recorder, quantity: &str) -> f64 {
    let rows = recorder.rows(&Key::default());
    let row = rows.iter().find(|row| row.quantity == quantity);
    row.unwrap().median().unwrap()
}

#[test]
fn each_leaf_of_a_body_is_seen_in_its_color() {
    for (body, leaves) in [(Hand, 6), (Workpiece, 7)] {
        for canvas in [bodies::canvas(&[body]), trees::canvas(body)] {
            for leaf in 0..leaves {
                let seen = shades(&canvas, leaf_color(leaf));
                assert!(seen > 50, "{body}: {seen} pixels of leaf {leaf}");
            }
            // This color is of no leaf.
            assert_eq!(shades(&canvas, leaf_color(leaves + 12)), 0, "{body}");
        }
    }
}

#[test]
fn leaves_have_different_colors() {
    for leaf in 0..60 {
        for other in 0..leaf {
            let (a, b) = (leaf_color(leaf), leaf_color(other));
            let difference: u8 = (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap();
            assert!(difference > 4, "leaves {leaf} and {other}: {a:?}, {b:?}");
        }
    }
}

/// A body alone, as fonts may change.
#[test]
fn a_body_has_the_committed_pixels() {
    let mut canvas = Canvas::new(200, 180);
    bodies::draw(&mut canvas, [0, 0], [200, 180], &Hand.solid());
    // FNV-1a.
    let hash = canvas
        .pixels()
        .as_flattened()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    assert_eq!(hash, 0x384a_245a_266c_9d89, "{hash:#x}");
}

#[test]
fn two_descents_of_one_pair_are_refused() {
    let descent = |number| DescentSpec {
        scene: spec(),
        step: step(number),
    };
    let pictures = |descents| CsgPictures {
        bodies: vec![Hand],
        trees: Vec::new(),
        descents,
    };
    assert!(pictures(vec![descent(91)]).check().is_ok());
    let both = pictures(vec![descent(91), descent(92)]).check();
    let message = both.unwrap_err().to_string();
    assert!(message.contains("steps 91 and 92"), "{message}");
}

#[test]
fn rows_have_the_counts_of_bodies_and_trees() {
    // A block without three gaps, a thumb, and no socket in the wrist.
    let hand = record_body(Hand);
    for (quantity, expected) in [
        ("triangles", 86.0),
        ("tree/leaves", 6.0),
        ("tree/nodes", 11.0),
        ("tree/depth", 6.0),
        ("tree/unions", 1.0),
        ("tree/intersections", 0.0),
        ("tree/differences", 4.0),
    ] {
        assert_eq!(value(&hand, quantity), expected, "{quantity}");
    }
    assert_eq!(value(&record_body(Tool), "tree/intersections"), 1.0);
}

#[test]
fn a_tree_has_a_row_for_each_end_and_parents_between_their_children() {
    for (body, whole) in [(Hand, true), (Panel, true), (Tool, false)] {
        let solid = body.solid();
        let tree = solid.tree();
        let placed = trees::layout(tree);
        let mut rows = 0;
        let mut below = 0;
        for p in &placed {
            let Some(children) = p.children else {
                assert_eq!(p.row, f64::from(rows), "{body}");
                rows += 1;
                below += leaves_below(tree, p.node).len();
                continue;
            };
            let [a, b] = children.map(|i| &placed[i]);
            assert!(a.row < p.row && p.row < b.row, "{body}");
            assert_eq!([a.layer, b.layer], [p.layer + 1; 2], "{body}");
        }
        assert_eq!(below, tree.leaves().len(), "{body}");
        assert_eq!(placed.len() == tree.nodes().len(), whole, "{body}");
        assert!(rows <= 30, "{body}: {rows} rows");
    }
}

#[test]
fn a_descent_leads_from_the_roots_to_two_leaves() {
    let descent = Descent::of(&spec(), step(91)).unwrap();
    let recorder = descent.record();
    let tested = value(&recorder, "node-pairs/tested");
    let chosen = csg_hybrid::VolumeKind::ALL
        .map(|kind| value(&recorder, &format!("chosen-volumes/{}", kind.name())));
    assert_eq!(chosen.iter().sum::<f64>(), 2.0 * tested);
    assert!(
        chosen.iter().filter(|n| **n > 0.0).count() > 1,
        "{chosen:?}"
    );
    let [apart, leaves, shown] =
        ["apart", "leaves", "shown"].map(|name| value(&recorder, &format!("node-pairs/{name}")));
    assert!(apart > 0.0 && leaves > 0.0 && apart + leaves < tested);
    // Six leaves below the hand's root, 27 below the fixture's: 6 and 7 levels.
    assert!(3.0 < shown && shown <= 12.0, "{shown}");
    assert_eq!(descent.file_name(), "volumes-hand-fixture");
    let free = Descent::of(&spec(), step(1)).unwrap_err().to_string();
    assert!(free.contains("no contact in step 1"), "{free}");
    let none = Descent::of(&spec(), step(101)).unwrap_err().to_string();
    assert!(none.contains("no step 101"), "{none}");
}

#[test]
fn texts_of_a_descent_stay_in_their_panels() {
    let descent = Descent::of(&spec(), step(91)).unwrap();
    let (canvas, bands) = descent.canvas_and_text_rows();
    let width = canvas.width();
    let right = descents::PANEL[0] - 4;
    let mut inked = 0;
    for row in bands.into_iter().flatten() {
        for x in 0..width {
            let white = canvas.pixels()[row * width + x] == [255; 3];
            inked += usize::from(!white);
            let margin = x % descents::PANEL[0] < 12 || x % descents::PANEL[0] >= right;
            assert!(white || !margin, "text at {x}, {row}");
        }
    }
    assert!(inked > 10_000, "{inked}");
}
