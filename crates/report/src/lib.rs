//! Rows in, SVG plots and Markdown pages out.

mod page;

pub use page::{Log, Page, PaperCurve, Plot};
