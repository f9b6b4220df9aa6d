//! Colors, markers and dashes.

use crate::curves::distinct;
use crate::names::{DetectorLook, Hue, Marker, detector_of, look_of};
use plotters::element::DashedPathElement;
use plotters::prelude::{
    Circle, Color, DrawingBackend, DynElement, EmptyElement, IntoDynElement, PathElement, Polygon,
    RGBColor, WHITE,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// Dashes and the gaps between them, in pixels; the first is a solid line.
const DASHES: [Option<(i32, i32)>; 5] = [
    None,
    Some((8, 4)),
    Some((3, 4)),
    Some((16, 4)),
    Some((6, 10)),
];

/// Dash of a detector with options, in its color. Those of more options in one picture have other
/// colors: dashes alone are hard to tell apart, and rows of points have none.
const DASH_OF_OPTIONS: usize = 1;

/// Colors of names that are no detector's, then those of sizes, as indices of a style's color.
const OTHERS: Range<usize> = Hue::ALL.len()..Hue::ALL.len() + Hue::OTHERS.len();
const SHADES: Range<usize> = OTHERS.end..OTHERS.end + Hue::SHADES.len();

/// Names of curves that a formula gives, which are gray as a paper's are.
const FORMULAS: [&str; 1] = ["ideal"];

/// Width of a curve and of a marker's outline.
const STROKE: u32 = 2;

/// Markers of the positions in one row of a dot chart.
const MARKERS_OF_A_ROW: [usize; 3] = [0, 1, 2];

/// Color of the paper's numbers.
const PAPER: RGBColor = RGBColor(0x77, 0x77, 0x77);

/// Origin of the points of a curve, which determines its style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CurveOrigin {
    /// Our own curve: the name of its detector, with options, or of its series, and its rank among
    /// the curves of that name in its picture.
    Measured(String, usize),
    /// A curve of a paper, by its rank among those of its picture.
    Stated(usize),
    /// A line of reference, by its rank among these curves. It has no measured points, so it has no
    /// markers.
    Target(usize),
}

/// Color, marker and dash of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Index of the hues of detectors, then of other names, then of the shades; `None` for numbers
    /// that are not measured.
    color: Option<usize>,
    shape: usize,
    filled: bool,
    dash: usize,
}

/// A style in plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainStyle {
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
/// with a dash. Where it meets another of these, it keeps its marker and has a color that is no
/// detector's, as every name has that is none: one color means one detector.
#[derive(Clone, Debug, Default)]
pub(crate) struct Styles(BTreeMap<String, Style>);

impl Styles {
    /// Chooses styles for the names in `pictures`. Those in one list are curves over the same axes.
    pub(crate) fn new(pictures: &[Vec<&str>]) -> Styles {
        let mut styles = Styles::default();
        let mut names = distinct(pictures.iter().flatten().copied());
        // Those of the table first, each group in the order of the pictures, but sizes by their
        // values: shades become lighter as sizes grow.
        let size = |name: &str| {
            if is_size(name) {
                size_of(name)
            } else {
                Vec::new()
            }
        };
        names.sort_by_key(|name| (look_of(name).is_none(), has_options(name), size(name)));
        for name in names {
            let together = pictures.iter().filter(|names| names.contains(&name));
            let met = distinct(together.flatten().copied()).into_iter();
            let met = met.filter_map(|met| Some((met, *styles.0.get(met)?)));
            let style = chosen(name, &met.collect::<Vec<_>>());
            styles.0.insert(name.to_owned(), style);
        }
        styles
    }

    /// Returns the style of each name.
    pub(crate) fn plain(&self) -> impl Iterator<Item = (&str, PlainStyle)> {
        let plain = |style: &Style| {
            let RGBColor(r, g, b) = style.color();
            let dash = DASHES[style.dash].map(|(dash, gap)| vec![dash, gap]);
            PlainStyle {
                color: format!("#{r:02x}{g:02x}{b:02x}"),
                marker: style.shape,
                filled: style.filled,
                dash: dash.unwrap_or_default(),
            }
        };
        let styles = self.0.iter();
        styles.map(move |(name, style)| (name.as_str(), plain(style)))
    }

    /// Returns the styles of curves whose points are not joined. They have no dashes, so a detector
    /// with options has a marker that is free, if another curve has its own.
    pub(super) fn of_points<'a>(
        &self,
        origins: impl Iterator<Item = &'a CurveOrigin>,
    ) -> Vec<Style> {
        let mut chosen: Vec<Style> = Vec::new();
        for origin in origins {
            let own = self.of(origin);
            let looks = |style: &Style| (style.shape % Marker::ALL.len(), style.filled);
            let is_free = |style: &Style| chosen.iter().all(|other| looks(other) != looks(style));
            let others = (0..Marker::ALL.len()).map(|shape| Style { shape, ..own });
            let has_options = matches!(origin, CurveOrigin::Measured(name, _) if has_options(name));
            let others = others.filter(|_| has_options);
            let mut styles = std::iter::once(own).chain(others);
            chosen.push(styles.find(is_free).unwrap_or(own));
        }
        chosen
    }

    /// Returns the style of a curve. Curves of one name differ by dash.
    ///
    /// # Panics
    /// If its name was not given to [`Styles::new`].
    pub(crate) fn of(&self, origin: &CurveOrigin) -> Style {
        match origin {
            CurveOrigin::Measured(name, rank) => {
                let style = self.0.get(name);
                let style = *style.expect("styles are given to all names of a picture");
                Style {
                    filled: style.filled && *rank == 0,
                    // By two, because options have the next dash.
                    dash: (style.dash + 2 * rank) % DASHES.len(),
                    ..style
                }
            }
            CurveOrigin::Stated(rank) | CurveOrigin::Target(rank) => Style {
                color: None,
                shape: *rank,
                filled: false,
                dash: 1 + rank % (DASHES.len() - 1),
            },
        }
    }
}

/// Returns true for a detector with options.
fn has_options(name: &str) -> bool {
    look_of(name).is_some_and(|look| look.command != detector_of(name))
}

/// Returns true for a series whose settings are all numbers, as sizes and levels are: "faces=528".
fn is_size(name: &str) -> bool {
    let number = |setting: &str| {
        setting
            .split_once('=')
            .is_some_and(|(_, v)| v.parse::<f64>().is_ok())
    };
    name.split(' ').all(number)
}

/// Returns the numbers of a series of sizes, as a key that sorts like them.
fn size_of(name: &str) -> Vec<u64> {
    let numbers = name
        .split(' ')
        .filter_map(|setting| setting.split_once('='));
    let numbers = numbers.filter_map(|(_, v)| v.parse::<f64>().ok());
    // The bits of positive numbers are in their order.
    numbers.map(f64::to_bits).collect()
}

/// Returns the rank of the shade of four threads or more: that of four is the darkest. Two threads
/// are beside one in most pictures, and share its color.
fn shade_of_threads(name: &str) -> Option<usize> {
    let number = name
        .split(' ')
        .find_map(|option| option.strip_prefix("threads="))?;
    let shade = number
        .parse::<u32>()
        .ok()?
        .checked_ilog2()?
        .checked_sub(2)? as usize;
    (2 * shade < Hue::SHADES.len()).then_some(shade)
}

/// Styles that a curve meets in its pictures, by their names.
type Met<'a> = [(&'a str, Style)];

/// Returns the style of a name whose curves meet those in `met`.
fn chosen(name: &str, met: &Met<'_>) -> Style {
    match look_of(name) {
        Some(look) => of_detector(name, look, met),
        None if FORMULAS.contains(&name) => Style::STATED,
        None => of_other(name, met),
    }
}

/// Returns true if the style is that of no curve in `met`.
fn differs(style: &Style, met: &Met<'_>) -> bool {
    let looks = |style: &Style| (style.color, style.dash, style.shape);
    met.iter().all(|(_, met)| looks(met) != looks(style))
}

/// Returns true if no curve in `met` has the color of the style.
fn has_new_color(style: &Style, met: &Met<'_>) -> bool {
    met.iter().all(|(_, met)| met.color != style.color)
}

/// Returns the style of a name that is no detector's: a color of its own, for sizes the lighter the
/// larger, or else a dash.
fn of_other(name: &str, met: &Met<'_>) -> Style {
    let style = |color, dash| Style {
        color: Some(color),
        shape: color,
        filled: true,
        dash,
    };
    let colors = if is_size(name) { SHADES } else { OTHERS };
    let lightest = met.iter().filter_map(|(_, met)| met.color).max();
    let lightest = lightest.filter(|color| is_size(name) && SHADES.contains(color));
    let lighter = lightest.map_or(colors.clone(), |color| color + 1..colors.end);
    let plain = lighter.chain(colors.clone()).map(|color| style(color, 0));
    let dashed = (0..DASHES.len()).flat_map(|dash| colors.clone().map(move |c| style(c, dash)));
    plain
        .into_iter()
        .find(|style| has_new_color(style, met))
        .or_else(|| dashed.into_iter().find(|style| differs(style, met)))
        .unwrap_or_else(|| style(colors.start, 0))
}

/// Returns the style of a detector: its own color and marker. With options it is hollow and dashed,
/// and has a color that is no detector's if that is taken.
fn of_detector(name: &str, look: DetectorLook, met: &Met<'_>) -> Style {
    let options = has_options(name);
    let style = |color: usize, dash: usize| Style {
        color: Some(color),
        shape: look.marker as usize,
        filled: !options && !look.published,
        dash: (dash + usize::from(look.published)) % DASHES.len(),
    };
    let own = |dash: usize| style(look.hue.index(), dash);
    // Shades alone are hard to tell apart.
    let threads = shade_of_threads(name).map(|shade| style(SHADES.start + 2 * shade, shade));
    // By turns with the dashes that are left, for readers who do not see colors.
    let left = DASHES.len() - DASH_OF_OPTIONS - 1;
    let in_another = OTHERS.map(|color| Style {
        dash: DASH_OF_OPTIONS + 1 + (color - OTHERS.start) % left,
        ..style(color, 0)
    });
    let with_options = threads
        .into_iter()
        .chain([own(DASH_OF_OPTIONS)])
        .find(|style| differs(style, met))
        .or_else(|| {
            in_another
                .into_iter()
                .find(|style| has_new_color(style, met))
        });
    with_options
        .filter(|_| options)
        .or_else(|| (0..DASHES.len()).map(own).find(|style| differs(style, met)))
        .unwrap_or_else(|| own(0))
}

impl Style {
    /// Style of numbers of a formula.
    const STATED: Style = Style {
        color: None,
        shape: 0,
        filled: false,
        dash: 1,
    };

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
        let rgb = |color: usize| {
            let shades = Hue::ALL.iter().chain(&Hue::OTHERS).chain(&Hue::SHADES);
            let [r, g, b] = shades.copied().nth(color).unwrap_or_default();
            RGBColor(r, g, b)
        };
        self.color.map_or(PAPER, rgb)
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
        let corners: &[(i32, i32)] = match self.shape % Marker::ALL.len() {
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
    use crate::names::LOOKS;
    use crate::tests::samples::committed;
    use std::collections::BTreeSet;

    fn of(styles: &Styles, name: &str) -> Style {
        styles.of(&CurveOrigin::Measured(name.to_owned(), 0))
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
        for look in LOOKS {
            let alone = of(&Styles::new(&[vec![look.command]]), look.command);
            assert_eq!(
                (alone.color, alone.shape),
                (Some(look.hue.index()), look.marker as usize)
            );
            let published = (alone.filled, alone.dash) == (false, 1);
            assert_eq!(published, look.published);
        }
        let [plain, threads, first] =
            ["bvh", "bvh threads=2", "bvh first-contact"].map(|name| of(&styles, name));
        assert_eq!(
            (plain.color, plain.filled, plain.dash),
            (look_of("bvh").map(|look| look.hue.index()), true, 0)
        );
        for options in [threads, first] {
            assert_eq!((options.color, options.shape), (plain.color, plain.shape));
            assert_eq!((options.filled, options.dash), (false, 1));
        }
    }

    /// A color and a marker mean one detector: what does not fit its dashes has a color of none.
    #[test]
    fn options_that_meet_differ_and_have_no_color_of_another_detector() {
        let names = [
            "i-collide",
            "i-collide boxes=dynamic",
            "i-collide features=lin-canny",
            "i-collide broad-phase=all-pairs",
        ];
        let pictures = [names[..2].to_vec(), names.to_vec(), names[2..].to_vec()];
        let styles = Styles::new(&pictures);
        let looks = names.map(|name| of(&styles, name));
        let dashes = looks.map(|look| (look.color, look.dash));
        assert_eq!(dashes.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(looks.iter().all(|look| look.shape == looks[0].shape));
        assert_eq!(looks[1].color, looks[0].color);
        assert_eq!(looks[2].color, Some(OTHERS.start));
        assert!(looks[0].filled && !looks[1].filled && !looks[2].filled);
    }

    #[test]
    fn no_curve_has_the_color_or_the_marker_of_another_detector() {
        let (_, pages, rows) = committed();
        let styles = crate::Drawings::of(rows, pages).styles;
        assert!(FORMULAS.iter().all(|name| styles.0.contains_key(*name)));
        for (name, style) in &styles.0 {
            let color = style.color.filter(|color| *color < OTHERS.start);
            match look_of(name) {
                Some(look) => {
                    assert!(
                        color.is_none_or(|color| color == look.hue.index()),
                        "{name}"
                    );
                    assert_eq!(style.shape, look.marker as usize, "{name}");
                }
                None => assert_eq!(color, None, "{name}"),
            }
        }
    }

    #[test]
    fn more_names_than_colors_still_differ() {
        let names: Vec<String> = (0..14).map(|i| i.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let detectors: Vec<&str> = LOOKS.iter().map(|look| look.command).collect();
        for names in [names, detectors] {
            let styles = Styles::new(std::slice::from_ref(&names));
            let looks = names.iter().map(|name| of(&styles, name));
            let looks: Vec<_> = looks
                .map(|look| (look.color, look.dash, look.shape))
                .collect();
            assert_eq!(looks.iter().collect::<BTreeSet<_>>().len(), names.len());
        }
    }

    /// Else one of both would need a dash.
    #[test]
    fn detectors_of_one_color_meet_in_no_picture_of_the_papers() {
        let (_, pages, rows) = committed();
        let styles = crate::Drawings::of(rows, pages).styles;
        let plain = styles
            .0
            .iter()
            .filter(|(name, _)| look_of(name).is_some() && !has_options(name));
        let dashed = plain
            .filter(|(name, style)| {
                let published = look_of(name).is_some_and(|look| look.published);
                style.dash != usize::from(published)
            })
            .map(|(name, _)| name);
        assert_eq!(dashed.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn points_of_one_detector_differ_by_marker() {
        let names = [
            "csg-hybrid",
            "csg-hybrid shortcuts=off",
            "csg-hybrid freezing=off",
        ];
        let styles = Styles::new(&[names.to_vec()]);
        let origins = names.map(|name| CurveOrigin::Measured(name.to_owned(), 0));
        let looks = styles.of_points(origins.iter());
        let looks: BTreeSet<_> = looks.iter().map(|look| (look.shape, look.filled)).collect();
        assert_eq!(looks.len(), names.len());
    }

    #[test]
    fn curves_of_one_name_differ_by_dash() {
        let pictures = [vec!["face-octree", "face-octree checklist=all"]];
        let styles = Styles::new(&pictures);
        let of = |name: &str, rank| styles.of(&CurveOrigin::Measured(name.to_owned(), rank));
        let dashes: BTreeSet<usize> = pictures[0]
            .iter()
            .flat_map(|name| [of(name, 0).dash, of(name, 1).dash])
            .collect();
        assert_eq!(dashes.len(), 4);
    }
}
