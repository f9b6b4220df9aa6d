//! Drawing of pictures, as PNG files that any browser shows.
//!
//! | module | content |
//! |---|---|
//! | `view` | parallel projection |
//! | `depth` | depth buffer of balls, faces and their edges, and its light |
//! | `canvas` | colors, lines, shapes, and depth buffers painted over each other |
//! | `text` | text in an embedded font |
//!
//! Geometry is drawn by sums, products, quotients and square roots only, so that it has the same
//! pixels on every platform.

mod canvas;
mod depth;
mod text;
mod view;

pub(crate) use canvas::{Canvas, Color, OUTLINE, SAMPLES, mixed};
pub(crate) use depth::DepthBuffer;
pub(crate) use text::{Anchor, Font, width};
pub(crate) use view::View;

/// Returns a PNG file of rows of pixels, with one byte per pixel and a palette, or three bytes.
///
/// # Panics
/// Panics if there is no pixel, or the number of bytes differs from the size.
pub(crate) fn png_file(size: [usize; 2], palette: Option<&[Color]>, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0] as u32, size[1] as u32);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    if let Some(palette) = palette {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.concat());
        // Row filters encode differences of palette entries, which compress worse.
        encoder.set_filter(png::Filter::NoFilter);
    } else {
        encoder.set_color(png::ColorType::Rgb);
    }
    let mut writer = encoder.write_header().expect("memory does not fail");
    writer
        .write_image_data(data)
        .expect("as many pixels as the header says");
    writer.finish().expect("memory does not fail");
    bytes
}
