//! The frame of the page: script, style and data in one HTML file.

use std::fmt::Write;

/// The script, bundled with the libraries that `app/dist/NOTICE.txt` lists.
const SCRIPT: &str = include_str!("../../app/dist/app.js");
/// The style sheet.
const STYLE: &str = include_str!("../../app/dist/app.css");
/// Digest of the script for the security policy: "sha256-…".
const DIGEST: &str = include_str!("../../app/dist/app.digest.txt");
/// License texts of the libraries in the script.
const NOTICE: &str = include_str!("../../app/dist/NOTICE.txt");

/// Returns the page of these data, in JSON, and of the texts of playback files.
pub(super) fn page(title: &str, data: Option<&str>, playback: &[String]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src '{}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'\">\n\
         <title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<noscript>This page needs JavaScript. The same results are in README.md beside it.\
         </noscript>\n<div id=\"app\"></div>\n",
        DIGEST.trim_end(),
        escape(title),
    );
    if let Some(data) = data {
        block(&mut page, "data", data);
    }
    for scene in playback {
        block(&mut page, "playback", scene);
    }
    let notice = escape(NOTICE);
    _ = write!(
        page,
        "<template id=\"notice\">{notice}</template>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    page
}

/// Adds a block of JSON.
fn block(page: &mut String, class: &str, json: &str) {
    let json = inert(json);
    _ = writeln!(
        page,
        "<script type=\"application/json\" class=\"{class}\">{json}</script>"
    );
}

/// Returns JSON that ends no script and begins no comment of HTML.
///
/// In JSON, a less-than sign occurs in texts only, where it may be written by its number.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Returns a text for HTML, inside and outside of attributes.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
