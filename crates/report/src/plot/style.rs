//! Colors, markers and dashes.

use crate::curves::distinct;
use plotters::element::DashedPathElement;
use plotters::prelude::{
    Circle, Color, DrawingBackend, DynElement, EmptyElement, IntoDynElement, PathElement, Polygon,
    RGBColor, WHITE,
};
use std::collections::BTreeMap;

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

const BLUE: usize = 0;
const VERMILLION: usize = 1;
const GREEN: usize = 2;
const PURPLE: usize = 3;
const ORANGE: usize = 4;
const SKY: usize = 5;
const BLACK: usize = 6;

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

/// Color and marker of each detector in every picture. Those that share a color differ in marker, and
/// are curves of no picture of the papers together.
const DETECTORS: [(&str, usize, usize); 18] = [
    ("face-octree", BLUE, 0),
    ("face-octree-tuned", GREEN, 2),
    ("face-octree-swept", VERMILLION, 3),
    ("face-octree-parallel", BLUE, 5),
    ("octree-update", ORANGE, 4),
    ("separating-plane", VERMILLION, 4),
    ("i-collide", BLUE, 2),
    ("sphere-tree", SKY, 5),
    ("sphere-tree-octree", VERMILLION, 0),
    ("bsp-tree", BLACK, 6),
    ("csg-hybrid", BLUE, 6),
    ("obb-tree", ORANGE, 6),
    ("k-dop-tree", SKY, 4),
    ("bvh", VERMILLION, 1),
    ("parry3d", PURPLE, 3),
    ("parry3d-gjk", BLACK, 1),
    ("parry3d-trimesh", PURPLE, 2),
    ("brute-force", BLACK, 0),
];

/// Markers of the positions in one row of a dot chart.
const MARKERS_OF_A_ROW: [usize; 3] = [0, 1, 2];

/// Color of the paper's numbers.
const PAPER: RGBColor = RGBColor(0x77, 0x77, 0x77);

/// Description of a curve that determines its style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Our own curve: the name of its detector, with options, or of its series, and its rank among the
    /// curves of that name in its picture.
    Measured(String, usize),
    /// A curve of a paper or a target, by its rank among those of its picture.
    Stated(usize),
}

/// Color, marker and dash of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Index of the palette; `None` for numbers that are not measured.
    color: Option<usize>,
    shape: usize,
    filled: bool,
    dash: usize,
}

/// A style in plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Looks {
    /// "#0072b2".
    pub(crate) color: String,
    /// Index of the marker.
    pub(crate) marker: usize,
    pub(crate) filled: bool,
    /// Length of a dash and of its gap in pixels; empty for a solid line.
    pub(crate) dash: Vec<i32>,
}

/// Styles of names, the same in every picture.
///
/// A detector has the style of a table. With options it has the same color and marker, hollow and
/// with a dash. A name has another color if a curve that it meets has this one for other options, or
/// if it is no detector.
#[derive(Clone, Debug, Default)]
pub(crate) struct Styles(BTreeMap<String, Style>);

impl Styles {
    /// Chooses styles for the names in `pictures`. Those in one list are curves over the same axes.
    pub(crate) fn new(pictures: &[Vec<&str>]) -> Styles {
        let mut styles = Styles::default();
        let mut names = distinct(pictures.iter().flatten().copied());
        // Those of the table first, each group in the order of the pictures.
        names.sort_by_key(|name| (known(name).is_none(), has_options(name)));
        for name in names {
            let together = pictures.iter().filter(|names| names.contains(&name));
            let met = distinct(together.flatten().copied()).into_iter();
            let met = met.filter_map(|met| Some((met, *styles.0.get(met)?)));
            let style = chosen(name, &met.collect::<Vec<_>>());
            styles.0.insert(name.to_owned(), style);
        }
        styles
    }

    /// Returns the looks of each name.
    pub(crate) fn looks(&self) -> impl Iterator<Item = (&str, Looks)> {
        let looks = |style: &Style| {
            let RGBColor(r, g, b) = style.color();
            let dash = DASHES[style.dash].map(|(dash, gap)| vec![dash, gap]);
            Looks {
                color: format!("#{r:02x}{g:02x}{b:02x}"),
                marker: style.shape,
                filled: style.filled,
                dash: dash.unwrap_or_default(),
            }
        };
        let styles = self.0.iter();
        styles.map(move |(name, style)| (name.as_str(), looks(style)))
    }

    /// Returns the style of a curve. Curves of one name differ by dash.
    ///
    /// # Panics
    /// If its name was not given to [`Styles::new`].
    pub(crate) fn of(&self, look: &Look) -> Style {
        match look {
            Look::Measured(name, rank) => {
                let style = self.0.get(name);
                let style = *style.expect("styles are given to all names of a picture");
                Style {
                    filled: style.filled && *rank == 0,
                    // By two, because options have the next dash.
                    dash: (style.dash + 2 * rank) % DASHES.len(),
                    ..style
                }
            }
            Look::Stated(rank) => Style {
                color: None,
                shape: *rank,
                filled: false,
                dash: 1 + rank % (DASHES.len() - 1),
            },
        }
    }
}

/// Returns the name, the color and the marker of a detector, with or without options.
fn known(name: &str) -> Option<(&'static str, usize, usize)> {
    let plain = name.split(' ').next();
    let known = DETECTORS.iter().find(|(known, ..)| Some(*known) == plain);
    known.copied()
}

/// Returns true for a detector with options.
fn has_options(name: &str) -> bool {
    known(name).is_some_and(|(plain, ..)| plain != name)
}

/// Returns the style of a name whose curves meet those in `met`.
fn chosen(name: &str, met: &[(&str, Style)]) -> Style {
    let (own, options) = (known(name), has_options(name));
    let style = |color: usize, shape: usize, dash: usize| Style {
        color: Some(color),
        shape,
        filled: !options,
        dash,
    };
    let with_dash = |dash: usize| {
        let own = own.map(|(_, color, shape)| style(color, shape, dash));
        let others = (0..COLORS.len()).filter(move |_| own.is_none());
        own.into_iter()
            .chain(others.map(move |color| style(color, color, dash)))
    };
    let differs = |style: &Style| {
        let alike = |(_, met): &(&str, Style)| (met.color, met.dash) == (style.color, style.dash);
        !met.iter().any(alike)
    };
    let is_plain = |met: &str| own.is_some_and(|(plain, ..)| plain == met);
    let is_alone = |style: &Style| {
        let alike = |(name, met): &(&str, Style)| met.color == style.color && !is_plain(name);
        !met.iter().any(alike)
    };
    let beside_plain = || with_dash(1).find(is_alone).filter(|_| options);
    let of_no_other = || {
        let mut colors = (0..COLORS.len()).map(|color| style(color, color, 0));
        colors.find(|style| met.iter().all(|(_, met)| met.color != style.color))
    };
    let dashed = || (0..DASHES.len()).flat_map(with_dash).find(differs);
    // A detector without options keeps its color.
    let color = match own.is_some() && !options {
        true => None,
        false => beside_plain().or_else(of_no_other),
    };
    color.or_else(dashed).unwrap_or_else(|| style(0, 0, 0))
}

impl Style {
    /// Style of a legend's marker, which is that of no curve.
    pub(super) const PLAIN: Style = Style {
        color: None,
        shape: 0,
        filled: true,
        dash: 0,
    };

    /// Returns a line through `points` in this style.
    pub(super) fn line<DB, C>(self, points: Vec<C>) -> DynElement<'static, DB, C>
    where
        DB: DrawingBackend,
        C: Clone + 'static,
    {
        let looks = self.color().stroke_width(STROKE);
        match DASHES[self.dash] {
            None => PathElement::new(points, looks).into_dyn(),
            Some((dash, gap)) => DashedPathElement::new(points, dash, gap, looks).into_dyn(),
        }
    }

    /// Returns the color.
    pub(super) fn color(self) -> RGBColor {
        self.color.map_or(PAPER, |color| COLORS[color])
    }

    /// Returns the style with another filled marker: that of the `rank`-th position of a row.
    pub(super) fn with_marker(self, rank: usize) -> Style {
        Style {
            shape: MARKERS_OF_A_ROW[rank % MARKERS_OF_A_ROW.len()],
            filled: rank.is_multiple_of(2),
            ..self
        }
    }

    /// Returns the marker at a point.
    pub(super) fn marker<'a, DB, C>(self, at: C) -> DynElement<'a, DB, C>
    where
        DB: DrawingBackend + 'a,
        C: Clone + 'a,
    {
        let fill = if self.filled { self.color() } else { WHITE }.filled();
        let outline = self.color().stroke_width(STROKE);
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
    use crate::tests::samples::committed;
    use std::collections::BTreeSet;

    fn of(styles: &Styles, name: &str) -> Style {
        styles.of(&Look::Measured(name.to_owned(), 0))
    }

    #[test]
    fn a_detector_has_one_look_in_all_pictures() {
        let pictures = [
            vec!["parry3d", "face-octree"],
            vec!["face-octree", "bvh", "octree-update"],
            vec!["bvh threads=2", "bvh"],
            vec!["bvh first-contact", "face-octree first-contact"],
        ];
        let styles = Styles::new(&pictures);
        for (name, color, shape) in DETECTORS {
            let alone = of(&Styles::new(&[vec![name]]), name);
            assert_eq!(
                (alone.color, alone.shape, alone.dash),
                (Some(color), shape, 0)
            );
        }
        let [plain, threads, first] =
            ["bvh", "bvh threads=2", "bvh first-contact"].map(|name| of(&styles, name));
        assert_eq!(
            (plain.color, plain.filled, plain.dash),
            (Some(VERMILLION), true, 0)
        );
        for options in [threads, first] {
            assert_eq!((options.color, options.shape), (plain.color, plain.shape));
            assert_eq!((options.filled, options.dash), (false, 1));
        }
    }

    /// The second set of options beside the same detector has another color everywhere.
    #[test]
    fn options_that_meet_differ_in_color() {
        let names = [
            "i-collide",
            "i-collide boxes=dynamic",
            "i-collide features=lin-canny",
        ];
        let pictures = [names[..2].to_vec(), names.to_vec(), names[2..].to_vec()];
        let styles = Styles::new(&pictures);
        let looks = names.map(|name| of(&styles, name));
        assert_eq!(looks[0].color, looks[1].color);
        assert_ne!(looks[0].color, looks[2].color);
        assert_ne!(looks[0].dash, looks[1].dash);
        assert!(looks[0].filled && !looks[1].filled && !looks[2].filled);
    }

    #[test]
    fn more_names_than_colors_still_differ() {
        let names: Vec<String> = (0..14).map(|i| i.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let detectors: Vec<&str> = DETECTORS.iter().map(|(name, ..)| *name).collect();
        for names in [names, detectors] {
            let styles = Styles::new(std::slice::from_ref(&names));
            let looks = names.iter().map(|name| of(&styles, name));
            let looks: Vec<_> = looks.map(|look| (look.color, look.dash)).collect();
            assert_eq!(looks.iter().collect::<BTreeSet<_>>().len(), names.len());
        }
    }

    #[test]
    fn detectors_differ_in_color_or_marker() {
        let looks = DETECTORS.iter().map(|(_, color, shape)| (color, shape));
        assert_eq!(looks.collect::<BTreeSet<_>>().len(), DETECTORS.len());
    }

    /// Else one of both would need a dash.
    #[test]
    fn detectors_of_one_color_meet_in_no_picture_of_the_papers() {
        let (_, pages, rows) = committed();
        let styles = crate::Drawings::of(&rows, &pages).styles;
        let plain = styles
            .0
            .iter()
            .filter(|(name, _)| known(name).is_some() && !has_options(name));
        let dashed = plain
            .filter(|(_, style)| style.dash != 0)
            .map(|(name, _)| name);
        assert_eq!(dashed.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn curves_of_one_name_differ_by_dash() {
        let pictures = [vec!["face-octree", "face-octree checklist=all"]];
        let styles = Styles::new(&pictures);
        let of = |name: &str, rank| styles.of(&Look::Measured(name.to_owned(), rank));
        let dashes: BTreeSet<usize> = pictures[0]
            .iter()
            .flat_map(|name| [of(name, 0).dash, of(name, 1).dash])
            .collect();
        assert_eq!(dashes.len(), 4);
    }
}
