//! Parts of an SVG beside its drawing: title, description, and colors for dark pages.

/// Colors of light pages, and those instead of them on dark ones. Detectors keep theirs, which have
/// contrast to both.
const DARK: [(&str, &str); 7] = [
    ("#222222", "#e6edf3"),
    ("#FFFFFF", "#0d1117"),
    ("#666666", "#9198a1"),
    ("#DCDCDC", "#3d444d"),
    ("#F2F2F2", "#21262d"),
    ("#D9D9D9", "#3d444d"),
    ("#777777", "#9198a1"),
];

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
        labels => format!("{title}. Axes: {}.", labels.join("; ")),
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
}
