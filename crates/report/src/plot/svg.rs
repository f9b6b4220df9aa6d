//! Parts of an SVG beside its drawing: title, description, and colors for dark pages.

/// Colors of light pages, and those instead of them on dark ones. Detectors keep theirs, which have
/// contrast to both.
const DARK: [(&str, &str); 8] = [
    ("#222222", "#e6edf3"),
    ("#FFFFFF", "#0d1117"),
    ("#666666", "#9198a1"),
    ("#DCDCDC", "#3d444d"),
    ("#F2F2F2", "#21262d"),
    ("#D9D9D9", "#3d444d"),
    ("#777777", "#9198a1"),
    ("#9A9A9A", "#6e7681"),
];

/// Words between what a picture shows and the labels of its axes.
const AXES: &str = " Axes: ";

/// Adds title and description, from heading and labels of the axes, and the colors for dark pages.
pub(super) fn finished(svg: &str, texts: &[String]) -> String {
    let (title, labels) = texts.split_first().expect("a heading");
    let title = &title.trim().to_owned();
    let labels: Vec<&str> = labels
        .iter()
        .map(|l| l.as_str())
        .filter(|l| !l.is_empty())
        .collect();
    let description = match labels.as_slice() {
        [] => title.clone(),
        labels => format!("{title}.{AXES}{}.", labels.join("; ")),
    };
    let rules: String = DARK
        .iter()
        .map(|(light, dark)| {
            format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")
        })
        .collect();
    let (open, rest) = svg.split_once('>').expect("an element");
    format!(
        "{open} role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>@media \
         (prefers-color-scheme:dark){{{rules}}}</style>{rest}",
        escaped(title),
        escaped(&description)
    )
}

/// Returns a finished picture whose description begins with what it shows, instead of its title.
pub(crate) fn described(svg: &str, words: &str) -> String {
    let parts = svg.split_once("<desc>").and_then(|(before, rest)| {
        let (description, after) = rest.split_once("</desc>")?;
        Some((before, description, after))
    });
    let Some((before, description, after)) = parts else {
        return svg.to_owned();
    };
    let axes = description.find(AXES).map_or("", |at| &description[at..]);
    let words = escaped(words.trim());
    format!("{before}<desc>{words}{axes}</desc>{after}")
}

/// Returns the height of a picture in pixels, as it states it.
pub(crate) fn height(svg: &str) -> usize {
    let stated = svg.split_once(" height=\"").map_or("", |(_, rest)| rest);
    let digits = stated.split('"').next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

/// Replaces what would be markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_title_description_and_dark_colors() {
        let texts = ["Time < 1".to_owned(), "faces".to_owned(), String::new()];
        let svg = finished("<svg width=\"1\">\n<text/></svg>", &texts);
        assert!(svg.starts_with("<svg width=\"1\" role=\"img\">\n<title>Time &lt; 1</title>"));
        assert!(
            svg.contains("<desc>Time &lt; 1. Axes: faces.</desc>"),
            "{svg}"
        );
        assert!(
            svg.contains("dark){[fill=\"#222222\"]{fill:#e6edf3}"),
            "{svg}"
        );
        assert!(svg.ends_with("</style>\n<text/></svg>"), "{svg}");
    }

    /// Goes red if the description says no more than the title.
    #[test]
    fn a_description_has_the_result_and_the_axes() {
        let texts = [
            "Time".to_owned(),
            "faces".to_owned(),
            "time (ms)".to_owned(),
        ];
        let svg = finished("<svg width=\"1\" height=\"420\">\n</svg>", &texts);
        assert_eq!(height(&svg), 420);
        let svg = described(&svg, "A & B are equal. Less is faster.");
        assert!(svg.contains("<title>Time</title>"), "{svg}");
        assert!(
            svg.contains(
                "<desc>A &amp; B are equal. Less is faster. Axes: faces; time (ms).</desc>"
            ),
            "{svg}"
        );
    }
}
