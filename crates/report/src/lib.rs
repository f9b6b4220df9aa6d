//! Rows in, SVG plots and Markdown pages out.
