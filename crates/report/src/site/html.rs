//! The frame of the page: script, style and data in one HTML file.

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use records::{escape_bidi, is_bidi_control};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

/// The script, bundled with the libraries that `app/dist/NOTICE.txt` lists.
const SCRIPT: &str = include_str!("../../app/dist/app.js");
/// The style sheet.
const STYLE: &str = include_str!("../../app/dist/app.css");
/// Digest of the script for the security policy: "sha256-…".
const DIGEST: &str = include_str!("../../app/dist/app.digest.txt");
/// License texts of the libraries in the script.
const NOTICE: &str = include_str!("../../app/dist/NOTICE.txt");

/// Returns a page with these blocks of data. Without a script it shows only `instead`: where else
/// its content is.
pub(super) fn page(title: &str, blocks: &[String], instead: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src '{}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
         form-action 'none'\">\n\
         <title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<noscript>This page needs JavaScript. {}</noscript>\n<div id=\"app\"></div>\n",
        DIGEST.trim_end(),
        escape(title),
        escape(instead),
    );
    page.extend(blocks.iter().map(String::as_str));
    let notice = escape(NOTICE);
    _ = write!(
        page,
        "<template id=\"notice\">{notice}</template>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    page
}

/// Returns a block of a class with JSON as it is.
pub(super) fn plain(class: &str, json: &str) -> String {
    let json = inert(&with_bidi_shown(json));
    format!("<script type=\"application/json\" class=\"{class}\">{json}</script>\n")
}

/// Returns a block of a class with compressed JSON, a fourth to a half as large. Its labels, such
/// as a name, can be read without unpacking it.
pub(super) fn packed(class: &str, json: &str, labels: &[(&str, &str)]) -> Result<String> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(with_bidi_shown(json).as_bytes())?;
    let text = STANDARD.encode(gzip.finish()?);
    let labels = labels.iter();
    let labels: String = labels
        .map(|(key, value)| format!(" data-{key}=\"{}\"", escape(value)))
        .collect();
    Ok(format!(
        "<script type=\"application/gzip\" class=\"{class}\"{labels}>{text}</script>\n"
    ))
}

/// Returns the address of a PNG file's bytes, which are in it.
pub(super) fn picture(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}

/// Returns JSON that ends no script and begins no comment of HTML.
///
/// In JSON, a less-than sign occurs in texts only, where it may be written by its number.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Returns JSON whose names show what would change the order of their letters: its texts have the
/// escapes of [`escape_bidi`].
fn with_bidi_shown(json: &str) -> Cow<'_, str> {
    if !json.contains(is_bidi_control) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if is_bidi_control(c) {
            // A backslash in a text of JSON is two.
            shown.push('\\');
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns a text for HTML, inside and outside of attributes.
fn escape(text: &str) -> String {
    let text = escape_bidi(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
