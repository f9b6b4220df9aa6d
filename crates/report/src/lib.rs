//! Rows in, SVG plots and Markdown pages out.

mod claims;
mod curves;
mod draw;
mod format;
mod page;
mod plot;
#[cfg(test)]
mod testing;

pub use claims::Verdict;
pub use page::{Log, Page, PaperCurve, Plot};
