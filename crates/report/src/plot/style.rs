//! Colors, markers and dashes.

use plotters::element::DashedPathElement;
use plotters::prelude::{
    Circle, Color, DrawingBackend, DynElement, EmptyElement, IntoDynElement, PathElement, Polygon,
    RGBColor, WHITE,
};

/// The palette of Okabe and Ito without its yellow, which is pale on white.
const COLORS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2), // blue
    RGBColor(0xd5, 0x5e, 0x00), // vermillion
    RGBColor(0x00, 0x9e, 0x73), // bluish green
    RGBColor(0xcc, 0x79, 0xa7), // reddish purple
    RGBColor(0xe6, 0x9f, 0x00), // orange
    RGBColor(0x56, 0xb4, 0xe9), // sky blue
    RGBColor(0x00, 0x00, 0x00), // black
];

/// Dashes and the gaps between them, in pixels; the first is a solid line.
const DASHES: [Option<(i32, i32)>; 5] = [
    None,
    Some((8, 4)),
    Some((3, 4)),
    Some((16, 4)),
    Some((6, 10)),
];

/// Width of a curve and of a marker's outline.
const STROKE: u32 = 2;

/// Indices of the palette that detectors have in every picture. Those that share one do not meet
/// in the pictures of the papers; if they do, the first has it.
const USUAL: [(&str, usize); 10] = [
    ("face-octree", 0),
    ("separating-plane", 1),
    ("bsp-tree", 1),
    ("face-octree-tuned", 2),
    ("parry3d", 3),
    ("octree-update", 4),
    ("sphere-tree-octree", 4),
    ("sphere-tree", 5),
    ("sphere-tree balls=ritter coverage=level", 6),
    ("brute-force", 6),
];

/// Color of the paper's numbers.
const PAPER: RGBColor = RGBColor(0x77, 0x77, 0x77);

/// Color, marker and dash of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    color: RGBColor,
    shape: usize,
    filled: bool,
    dash: Option<(i32, i32)>,
}

/// Styles of the names of one picture, each with a color and a marker of its own.
#[derive(Clone, Debug)]
pub(crate) struct Styles {
    indices: Vec<(String, usize)>,
}

impl Styles {
    /// Chooses styles for `names`: detectors get their usual one, then their variants, if it is
    /// still free. The others follow in order.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Styles {
        let mut styles = Styles {
            indices: Vec::new(),
        };
        for name in names.clone() {
            styles.give(name, usual_index(name));
        }
        for name in names.clone() {
            styles.give(name, name.split(' ').next().and_then(usual_index));
        }
        for name in names {
            let free = (0..).find(|index| styles.is_free(*index));
            styles.give(name, free);
        }
        styles
    }

    /// Returns the style of `name`. `variant` numbers the curves of one name, which differ by dash.
    ///
    /// # Panics
    /// If the name was not given to [`Styles::new`].
    pub(crate) fn of(&self, name: &str, variant: usize) -> Style {
        let known = self.indices.iter().find(|(known, _)| known == name);
        let index = known.expect("styles are given to all names of a picture").1;
        Style {
            color: COLORS[index % COLORS.len()],
            shape: index,
            filled: variant == 0 && index < COLORS.len(),
            dash: DASHES[(variant + index / COLORS.len()) % DASHES.len()],
        }
    }

    /// Returns the style of a paper's curve.
    pub(crate) fn of_paper(variant: usize) -> Style {
        Style {
            color: PAPER,
            shape: variant,
            filled: false,
            dash: DASHES[1 + variant % (DASHES.len() - 1)],
        }
    }

    fn give(&mut self, name: &str, index: Option<usize>) {
        let known = self.indices.iter().any(|(known, _)| known == name);
        if let Some(index) = index.filter(|index| !known && self.is_free(*index)) {
            self.indices.push((name.to_owned(), index));
        }
    }

    fn is_free(&self, index: usize) -> bool {
        self.indices.iter().all(|(_, taken)| *taken != index)
    }
}

fn usual_index(name: &str) -> Option<usize> {
    let known = USUAL.iter().find(|(known, _)| *known == name);
    known.map(|(_, index)| *index)
}

impl Style {
    /// Returns a line through `points` in this style.
    pub(super) fn line<DB, C>(self, points: Vec<C>) -> DynElement<'static, DB, C>
    where
        DB: DrawingBackend,
        C: Clone + 'static,
    {
        let looks = self.color.stroke_width(STROKE);
        match self.dash {
            None => PathElement::new(points, looks).into_dyn(),
            Some((dash, gap)) => DashedPathElement::new(points, dash, gap, looks).into_dyn(),
        }
    }

    /// Returns the color.
    pub(super) fn color(self) -> RGBColor {
        self.color
    }

    /// Returns the marker at a point.
    pub(super) fn marker<'a, DB, C>(self, at: C) -> DynElement<'a, DB, C>
    where
        DB: DrawingBackend + 'a,
        C: Clone + 'a,
    {
        let fill = if self.filled { self.color } else { WHITE }.filled();
        let outline = self.color.stroke_width(STROKE);
        let corners: &[(i32, i32)] = match self.shape % 7 {
            0 => {
                let circle = EmptyElement::at(at)
                    + Circle::new((0, 0), 5, fill)
                    + Circle::new((0, 0), 5, outline);
                return circle.into_dyn();
            }
            1 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
            2 => &[(0, -6), (5, 4), (-5, 4)],
            3 => &[(0, -6), (5, 0), (0, 6), (-5, 0)],
            4 => &[(0, 6), (5, -4), (-5, -4)],
            5 => &[(-6, -3), (6, -3), (6, 3), (-6, 3)],
            _ => &[(-3, -6), (3, -6), (3, 6), (-3, 6)],
        };
        // One side is drawn twice, so its corners are joined like the others.
        let closed: Vec<_> = corners.iter().chain(&corners[..2]).copied().collect();
        let marker = EmptyElement::at(at)
            + Polygon::new(corners.to_vec(), fill)
            + PathElement::new(closed, outline);
        marker.into_dyn()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detector_keeps_its_look_and_variants_differ() {
        let names = ["stranger", "face-octree face-test=box", "face-octree"];
        let styles = Styles::new(names.into_iter());
        let octree = styles.of("face-octree", 0);
        assert_eq!(octree.color, COLORS[0]);
        assert!(
            names[..2]
                .iter()
                .all(|name| styles.of(name, 0).color != octree.color)
        );
        assert_ne!(octree.dash, styles.of("face-octree", 1).dash);
        let flight = [
            "bsp-tree cull=none",
            "sphere-tree",
            "sphere-tree balls=ritter coverage=level",
        ];
        let two = Styles::new(flight.into_iter());
        let four = Styles::new(["parry3d", "sphere-tree-octree"].into_iter().chain(flight));
        assert_eq!(
            flight.map(|name| two.of(name, 0)),
            flight.map(|name| four.of(name, 0))
        );
        let variants = Styles::new(["face-octree face-test=box", "parry3d"].into_iter());
        assert_eq!(variants.of("face-octree face-test=box", 0).color, COLORS[0]);
    }

    #[test]
    fn more_names_than_colors_still_differ() {
        let names: Vec<String> = (0..14).map(|i| i.to_string()).collect();
        let styles = Styles::new(names.iter().map(String::as_str));
        let looks: Vec<Style> = names.iter().map(|name| styles.of(name, 0)).collect();
        for (i, a) in looks.iter().enumerate() {
            assert!(
                looks[..i]
                    .iter()
                    .all(|b| (a.color, a.dash) != (b.color, b.dash)),
                "{i}"
            );
        }
    }
}
