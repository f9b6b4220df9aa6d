//! Colours, markers and dashes.

use super::svg::{Svg, px};

/// The palette of Okabe and Ito without its yellow, which is pale on white.
const COLOURS: [&str; 7] = [
    "#0072b2", // blue
    "#d55e00", // vermillion
    "#009e73", // bluish green
    "#cc79a7", // reddish purple
    "#e69f00", // orange
    "#56b4e9", // sky blue
    "#000000", // black
];

/// Dash patterns; the first is a solid line.
const DASHES: [&str; 5] = ["", "9 4", "3 3", "12 3 3 3", "6 3 1 3"];

/// Looks that detectors have in every picture, as places in the palette.
const USUAL: [(&str, usize); 6] = [
    ("face-octree", 0),
    ("separating-plane", 1),
    ("face-octree-tuned", 2),
    ("parry3d", 3),
    ("octree-update", 4),
    ("brute-force", 6),
];

/// The colour of what a paper states.
const PAPER: &str = "#777777";

/// How a curve looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    colour: &'static str,
    shape: usize,
    filled: bool,
    dash: &'static str,
}

/// The looks of the names of one picture, each with a colour and a marker of its own.
#[derive(Clone, Debug)]
pub(crate) struct Styles {
    places: Vec<(String, usize)>,
}

impl Styles {
    /// Looks for `names`: detectors get their usual one, then their variants, if it is still free;
    /// the others follow in order.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Styles {
        let mut styles = Styles { places: Vec::new() };
        for name in names.clone() {
            styles.give(name, usual_place(name));
        }
        for name in names.clone() {
            styles.give(name, name.split(' ').next().and_then(usual_place));
        }
        for name in names {
            let free = (0..).find(|place| styles.is_free(*place));
            styles.give(name, free);
        }
        styles
    }

    /// The look of `name`. `variant` numbers the curves of one name, which differ by dash.
    ///
    /// # Panics
    /// When the name was not given before.
    pub(crate) fn of(&self, name: &str, variant: usize) -> Style {
        let known = self.places.iter().find(|(known, _)| known == name);
        let place = known.expect("looks are given to all names of a picture").1;
        Style {
            colour: COLOURS[place % COLOURS.len()],
            shape: place,
            filled: variant == 0,
            dash: DASHES[(variant + place / COLOURS.len()) % DASHES.len()],
        }
    }

    /// The look of what a paper states.
    pub(crate) fn of_paper(variant: usize) -> Style {
        Style {
            colour: PAPER,
            shape: variant,
            filled: false,
            dash: DASHES[1 + variant % (DASHES.len() - 1)],
        }
    }

    fn give(&mut self, name: &str, place: Option<usize>) {
        let known = self.places.iter().any(|(known, _)| known == name);
        if let Some(place) = place.filter(|place| !known && self.is_free(*place)) {
            self.places.push((name.to_owned(), place));
        }
    }

    fn is_free(&self, place: usize) -> bool {
        self.places.iter().all(|(_, taken)| *taken != place)
    }
}

fn usual_place(name: &str) -> Option<usize> {
    USUAL
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, place)| *place)
}

impl Style {
    /// Attributes of a line in this style.
    pub(super) fn line(self) -> String {
        let dash = if self.dash.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{}\"", self.dash)
        };
        format!(
            "stroke=\"{}\" stroke-width=\"2.4\" stroke-linejoin=\"round\"{dash}",
            self.colour
        )
    }

    /// Its colour.
    pub(super) fn colour(self) -> &'static str {
        self.colour
    }

    /// Draws its marker.
    pub(super) fn marker(self, svg: &mut Svg, (x, y): (f64, f64)) {
        let fill = if self.filled { self.colour } else { "#ffffff" };
        let looks = format!(
            "stroke=\"{}\" stroke-width=\"2\" fill=\"{fill}\"",
            self.colour
        );
        let around = |corners: &[(f64, f64)]| -> Vec<(f64, f64)> {
            corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
        };
        let corners: &[(f64, f64)] = match self.shape % 7 {
            0 => {
                let circle = format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"4.5\" {looks}/>",
                    px(x),
                    px(y)
                );
                return svg.element(&circle);
            }
            1 => &[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)],
            2 => &[(0.0, -5.5), (5.0, 3.5), (-5.0, 3.5)],
            3 => &[(0.0, -6.0), (5.0, 0.0), (0.0, 6.0), (-5.0, 0.0)],
            4 => &[(0.0, 5.5), (5.0, -3.5), (-5.0, -3.5)],
            5 => &[(-5.5, -2.5), (5.5, -2.5), (5.5, 2.5), (-5.5, 2.5)],
            _ => &[(-2.5, -5.5), (2.5, -5.5), (2.5, 5.5), (-2.5, 5.5)],
        };
        svg.path(&around(corners), true, &looks);
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
        assert_eq!(octree.colour, COLOURS[0]);
        assert!(
            names[..2]
                .iter()
                .all(|name| styles.of(name, 0).colour != octree.colour)
        );
        assert_ne!(octree.dash, styles.of("face-octree", 1).dash);
        let variants = Styles::new(["face-octree face-test=box", "parry3d"].into_iter());
        assert_eq!(
            variants.of("face-octree face-test=box", 0).colour,
            COLOURS[0]
        );
    }

    #[test]
    fn more_names_than_colours_still_differ() {
        let names: Vec<String> = (0..14).map(|i| i.to_string()).collect();
        let styles = Styles::new(names.iter().map(String::as_str));
        let looks: Vec<Style> = names.iter().map(|name| styles.of(name, 0)).collect();
        for (i, a) in looks.iter().enumerate() {
            assert!(
                looks[..i]
                    .iter()
                    .all(|b| (a.colour, a.dash) != (b.colour, b.dash)),
                "{i}"
            );
        }
    }
}
