//! Canvas of colors: shapes, text, and depth buffers painted over each other.

use super::text::{self, Anchor, Font};
use super::{DepthBuffer, png_file};

/// Red, green and blue.
pub(crate) type Color = [u8; 3];

/// Widths of outlines in samples: of what is painted, and of glass.
const OUTLINE_REACH: i64 = 2;
const GLASS_REACH: i64 = 4;

/// Color of outlines and lines, darker than any shade.
pub(crate) const OUTLINE: Color = [0x30, 0x30, 0x38];

/// Samples along a side of a pixel in depth buffers.
pub(crate) const SAMPLES: usize = 3;

/// Rows of pixels.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Color>,
}

/// Returns the color that is `share` of `over` and the rest of `under`.
pub(crate) fn mixed(under: Color, over: Color, share: f64) -> Color {
    std::array::from_fn(|i| {
        let (under, over) = (f64::from(under[i]), f64::from(over[i]));
        (under + (over - under) * share).round() as u8
    })
}

impl Canvas {
    /// Returns a white canvas of this size in pixels.
    pub(crate) fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            pixels: vec![[255; 3]; width * height],
        }
    }

    /// Returns the width in pixels.
    #[cfg(test)]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the pixels, row by row.
    #[cfg(test)]
    pub(crate) fn pixels(&self) -> &[Color] {
        &self.pixels
    }

    /// Returns the canvas as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        png_file([self.width, self.height], None, &self.pixels.concat())
    }

    /// Mixes a color into a pixel, if it is on the canvas.
    fn blend(&mut self, x: i64, y: i64, color: Color, share: f64) {
        let inside = |at: i64, end: usize| at >= 0 && (at as usize) < end;
        if inside(x, self.width) && inside(y, self.height) {
            let pixel = &mut self.pixels[y as usize * self.width + x as usize];
            *pixel = mixed(*pixel, color, share.clamp(0.0, 1.0));
        }
    }

    /// Fills the points within a box whose signed distance to a shape is negative, with soft edges.
    fn fill(
        &mut self,
        low: [f64; 2],
        high: [f64; 2],
        color: Color,
        distance: impl Fn(f64, f64) -> f64,
    ) {
        let range = |i: usize| (low[i] - 1.0).floor() as i64..(high[i] + 1.0).ceil() as i64;
        for y in range(1) {
            for x in range(0) {
                let share = 0.5 - distance(x as f64 + 0.5, y as f64 + 0.5);
                if share > 0.0 {
                    self.blend(x, y, color, share);
                }
            }
        }
    }

    /// Draws a line with round ends.
    pub(crate) fn line(&mut self, a: [f64; 2], b: [f64; 2], width: f64, color: Color) {
        let along = [b[0] - a[0], b[1] - a[1]];
        let square = along[0] * along[0] + along[1] * along[1];
        let half = 0.5 * width;
        let low = [0, 1].map(|i| a[i].min(b[i]) - half);
        let high = [0, 1].map(|i| a[i].max(b[i]) + half);
        self.fill(low, high, color, |x, y| {
            let from = [x - a[0], y - a[1]];
            let dot = from[0] * along[0] + from[1] * along[1];
            let share = if square > 0.0 {
                (dot / square).clamp(0.0, 1.0)
            } else {
                0.0
            };
            length(from[0] - share * along[0], from[1] - share * along[1]) - half
        });
    }

    /// Fills a disc.
    pub(crate) fn disc(&mut self, center: [f64; 2], radius: f64, color: Color) {
        let low = center.map(|x| x - radius);
        let high = center.map(|x| x + radius);
        self.fill(low, high, color, |x, y| {
            length(x - center[0], y - center[1]) - radius
        });
    }

    /// Fills a rectangle between two corners, rounded by `radius`.
    pub(crate) fn rectangle(&mut self, low: [f64; 2], high: [f64; 2], radius: f64, color: Color) {
        let middle = [0, 1].map(|i| 0.5 * (low[i] + high[i]));
        let half = [0, 1].map(|i| 0.5 * (high[i] - low[i]) - radius);
        self.fill(low, high, color, |x, y| {
            let out = [
                (x - middle[0]).abs() - half[0],
                (y - middle[1]).abs() - half[1],
            ];
            let inner = out[0].max(out[1]).min(0.0);
            length(out[0].max(0.0), out[1].max(0.0)) + inner - radius
        });
    }

    /// Writes a text whose `anchor` is at `at`, in the middle of its height.
    pub(crate) fn text(
        &mut self,
        text: &str,
        font: Font,
        anchor: Anchor,
        at: [f64; 2],
        color: Color,
    ) {
        text::draw(text, font, anchor, at, |x, y, share| {
            self.blend(x, y, color, share)
        });
    }

    /// Paints what a depth buffer shows into the cell at `corner`, with the colors of its marks,
    /// shaded, with lines and outlines. The buffer has [`SAMPLES`] samples along a pixel.
    pub(crate) fn paint(
        &mut self,
        corner: [usize; 2],
        buffer: &DepthBuffer,
        color: impl Fn(u32) -> Color,
    ) {
        self.each_pixel(corner, buffer, |x, y| {
            let (light, mark, line) = buffer.at(x, y)?;
            let lit = mixed(OUTLINE, color(mark), light);
            let outline = buffer.is_outline(x, y, OUTLINE_REACH);
            let line = if outline { 0.8 } else { 0.7 * line };
            Some((mixed(lit, OUTLINE, line), 1.0))
        });
    }

    /// Paints a convex shape like glass over the cell at `corner`: its faces let all but `share` of
    /// the light through, its lines and outlines none.
    pub(crate) fn glaze(
        &mut self,
        corner: [usize; 2],
        buffer: &DepthBuffer,
        color: Color,
        share: f64,
    ) {
        self.each_pixel(corner, buffer, |x, y| {
            let (_, _, line) = buffer.at(x, y)?;
            let outline = buffer.is_silhouette(x, y, GLASS_REACH);
            Some((color, if outline { 1.0 } else { line.max(share) }))
        });
    }

    /// Mixes into each pixel of a cell the mean of the colors of its samples, by their shares.
    fn each_pixel(
        &mut self,
        corner: [usize; 2],
        buffer: &DepthBuffer,
        sample: impl Fn(usize, usize) -> Option<(Color, f64)>,
    ) {
        let [width, height] = buffer.size().map(|n| n / SAMPLES);
        for y in 0..height {
            for x in 0..width {
                let (mut sum, mut shares) = ([0.0; 3], 0.0);
                for i in 0..SAMPLES * SAMPLES {
                    let (column, row) = (x * SAMPLES + i % SAMPLES, y * SAMPLES + i / SAMPLES);
                    if let Some((color, share)) = sample(column, row) {
                        for (sum, channel) in sum.iter_mut().zip(color) {
                            *sum += share * f64::from(channel);
                        }
                        shares += share;
                    }
                }
                if shares > 0.0 {
                    let color = sum.map(|channel: f64| (channel / shares).round() as u8);
                    let at = [corner[0] + x, corner[1] + y].map(|n| n as i64);
                    self.blend(at[0], at[1], color, shares / (SAMPLES * SAMPLES) as f64);
                }
            }
        }
    }
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = [0; 3];

    fn darkness(canvas: &Canvas) -> f64 {
        let of = |color: &Color| 1.0 - f64::from(color[0]) / 255.0;
        canvas.pixels().iter().map(of).sum()
    }

    #[test]
    fn shapes_cover_their_areas() {
        let area = |draw: &dyn Fn(&mut Canvas)| {
            let mut canvas = Canvas::new(100, 80);
            draw(&mut canvas);
            darkness(&canvas)
        };
        let disc = area(&|c| c.disc([50.2, 40.1], 20.0, BLACK));
        assert!((disc - 400.0 * std::f64::consts::PI).abs() < 10.0, "{disc}");
        let line = area(&|c| c.line([20.0, 10.0], [50.0, 50.0], 4.0, BLACK));
        assert!((line - 212.6).abs() < 5.0, "{line}");
        let block = area(&|c| c.rectangle([10.0, 10.0], [40.0, 30.0], 0.0, BLACK));
        assert!((block - 600.0).abs() < 5.0, "{block}");
        let cut = area(&|c| c.rectangle([90.0, 70.0], [120.0, 90.0], 0.0, BLACK));
        assert!((cut - 100.0).abs() < 5.0, "{cut}");
    }

    #[test]
    fn text_is_as_wide_as_it_says_and_where_its_anchor_is() {
        let font = Font::bold(20.0);
        let columns = |anchor| {
            let mut canvas = Canvas::new(300, 40);
            canvas.text("H ∪ ∩ − H", font, anchor, [100.0, 20.0], BLACK);
            let dark = |x: &usize| (0..40).any(|y| canvas.pixels()[y * 300 + x][0] < 128);
            let columns: Vec<usize> = (0..300).filter(dark).collect();
            [columns[0] as f64, columns[columns.len() - 1] as f64]
        };
        let wide = text::width("H ∪ ∩ − H", font);
        for (anchor, start) in [(Anchor::Start, 100.0), (Anchor::Middle, 100.0 - 0.5 * wide)] {
            let [low, high] = columns(anchor);
            assert!((low - start).abs() < 4.0, "{anchor:?}: {low} for {start}");
            assert!((high - start - wide).abs() < 4.0, "{anchor:?}: {high}");
        }
    }
}
