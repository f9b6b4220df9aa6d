//! NumPy files `.npy`: little-endian floats of shape frames × vertices × 3, C order.
//!
//! The crate `npyz` reads them too, but overflows on the dimensions of a damaged header.

use geometry::Vec3;
use std::io::{Read, Seek, SeekFrom};

/// Maximum length of a header. Versions 2 and 3 allow gigabytes, which no header needs.
const MAX_HEADER: u64 = 1 << 20;

/// Reads the vertices of chosen frames, in order, of a file of `length` bytes. Only their data are
/// read.
///
/// Supports versions 1 to 3 of the format with `<f8` or `<f4`. Checks the length of the file
/// against its header before it allocates memory.
///
/// # Errors
/// Describes the fault with the expected and found values and the remedy. Returns the error of the
/// system.
pub(crate) fn read_some(
    file: &mut (impl Read + Seek),
    length: u64,
    frames: usize,
    chosen: &[usize],
    vertices: usize,
) -> Result<Vec<Vec<Vec3>>, String> {
    let failed = |error: std::io::Error| format!("cannot be read: {error}");
    let mut beginning = Vec::new();
    let start = file.by_ref().take(MAX_HEADER).read_to_end(&mut beginning);
    start.map_err(failed)?;
    let (header, data) = split_header(&beginning)?;
    let begin = (beginning.len() - data.len()) as u64;
    let item = checked_item(header, length - begin, frames, vertices)?;
    let number = |chunk: &[u8]| match chunk.try_into() {
        Ok(eight) => f64::from_le_bytes(eight),
        Err(_) => f64::from(f32::from_le_bytes(chunk.try_into().expect("four bytes"))),
    };
    let point = |p: &[u8]| Vec3::from_array([0, 1, 2].map(|i| number(&p[i * item..][..item])));
    let mut bytes = vec![0; 3 * item * vertices];
    let mut read = |frame: &usize| {
        let place = begin + (frame * bytes.len()) as u64;
        file.seek(SeekFrom::Start(place)).map_err(failed)?;
        file.read_exact(&mut bytes).map_err(failed)?;
        Ok(bytes.chunks_exact(3 * item).map(point).collect())
    };
    chosen.iter().map(&mut read).collect()
}

/// Checks a header against the scene and the number of bytes that follow it. Returns the size of a
/// number in bytes.
fn checked_item(header: &str, data: u64, frames: usize, vertices: usize) -> Result<usize, String> {
    let item = item_size(header)?;
    match value(header, "fortran_order") {
        Some(v) if v.starts_with("False") => {}
        Some(v) if v.starts_with("True") => {
            return Err("is in Fortran order; save it with numpy.ascontiguousarray".into());
        }
        _ => return Err("its header has no `fortran_order`".into()),
    }
    let shape = shape(header)?;
    let expected = [frames as u64, vertices as u64, 3];
    if shape != expected {
        return Err(format!(
            "has the shape {shape:?}, expected {expected:?}: frames of the scene × vertices of the \
             mesh file (unwelded, in its order) × 3"
        ));
    }
    let length = shape.iter().try_fold(item as u64, |l, n| l.checked_mul(*n));
    if length != Some(data) {
        return Err(format!(
            "has {data} bytes of data, but the shape {shape:?} takes {}; it is cut short or damaged",
            length.map_or("more than any file has".into(), |l| l.to_string())
        ));
    }
    Ok(item)
}

/// Returns the bytes of a `.npy` file, `<f8`, version 1. All frames have equal numbers of vertices.
pub(crate) fn write(frames: &[&[Vec3]]) -> Vec<u8> {
    let vertices = frames.first().map_or(0, |f| f.len());
    let shape = format!("({}, {vertices}, 3)", frames.len());
    let mut bytes = npy_header("'<f8'", &shape);
    let numbers = frames.iter().copied().flatten().flat_map(|p| p.to_array());
    bytes.extend(numbers.flat_map(f64::to_le_bytes));
    bytes
}

/// Returns the beginning of a `.npy` file, version 1, up to its data. `descr` and `shape` are
/// literals of Python. The data are in C order.
///
/// # Panics
/// If the header has 65,536 bytes or more.
pub fn npy_header(descr: &str, shape: &str) -> Vec<u8> {
    let mut header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    // Padded so that the data begins at a multiple of 64 bytes.
    let padding = 63 - (10 + header.len()) % 64;
    header.extend(std::iter::repeat_n(' ', padding));
    header.push('\n');
    let length = u16::try_from(header.len()).expect("a short header");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

fn split_header(bytes: &[u8]) -> Result<(&str, &[u8]), String> {
    let not_npy = || String::from("is not an .npy file; save it with numpy.save");
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(not_npy)?;
    let [major, _, rest @ ..] = rest else {
        return Err(not_npy());
    };
    let (length, rest) = match (major, rest) {
        (1, [a, b, rest @ ..]) => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        (2 | 3, [a, b, c, d, rest @ ..]) => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        (1..=3, _) => return Err("is cut short within its header".into()),
        _ => {
            return Err(format!(
                "has version {major} of the format; versions 1 to 3 are read"
            ));
        }
    };
    if rest.len() < length {
        return Err("is cut short within its header".into());
    }
    let (header, data) = rest.split_at(length);
    let header = std::str::from_utf8(header).map_err(|_| "its header is not text".to_string())?;
    Ok((header, data))
}

/// Returns the size of a number in bytes.
fn item_size(header: &str) -> Result<usize, String> {
    let descr = value(header, "descr").unwrap_or_default();
    let quoted = descr.split(['\'', '"']).nth(1).unwrap_or_default();
    match quoted {
        "<f8" => Ok(8),
        "<f4" => Ok(4),
        other => Err(format!(
            "has numbers of type `{}`; expected little-endian `<f8` or `<f4`: save it with \
             array.astype('<f8')",
            other.chars().take(20).collect::<String>()
        )),
    }
}

fn shape(header: &str) -> Result<Vec<u64>, String> {
    let text = value(header, "shape").and_then(|text| text.strip_prefix('('));
    let numbers = text.and_then(|text| {
        let numbers = text.split_once(')')?.0.split(',').map(str::trim);
        let numbers = numbers.filter(|t| !t.is_empty()).map(str::parse);
        numbers.collect::<Result<_, _>>().ok()
    });
    numbers.ok_or_else(|| "its header has no `shape` of whole numbers".into())
}

/// Returns the text that follows a key of the header's dictionary.
fn value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let at = [format!("'{key}'"), format!("\"{key}\"")]
        .iter()
        .find_map(|quoted| header.find(quoted.as_str()).map(|at| at + quoted.len()))?;
    Some(header[at..].trim_start().strip_prefix(':')?.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Reads all frames.
    fn read(bytes: &[u8], frames: usize, vertices: usize) -> Result<Vec<Vec<Vec3>>, String> {
        let all: Vec<usize> = (0..frames).collect();
        let length = bytes.len() as u64;
        read_some(&mut Cursor::new(bytes), length, frames, &all, vertices)
    }

    fn sample() -> Vec<u8> {
        let frame = [Vec3::new(0.1, -0.0, 1e300), Vec3::X];
        write(&[&frame, &[Vec3::Y, Vec3::Z]])
    }

    #[test]
    fn written_vertices_are_read_back_bit_for_bit() {
        let bytes = sample();
        assert_eq!((bytes.len() - 2 * 2 * 3 * 8) % 64, 0);
        let frames = read(&bytes, 2, 2).unwrap();
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0][0].y.to_bits(), (-0.0f64).to_bits());
        assert_eq!(frames[0][0].z, 1e300);
        assert_eq!(frames[1], [Vec3::Y, Vec3::Z]);
    }

    #[test]
    fn single_precision_is_widened() {
        let mut bytes = b"\x93NUMPY\x02\x00".to_vec();
        let header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 3)}\n";
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        [0.5f32, 0.1, -2.0]
            .iter()
            .for_each(|x| bytes.extend(x.to_le_bytes()));
        let frames = read(&bytes, 1, 1).unwrap();
        assert_eq!(frames[0][0], Vec3::new(0.5, f64::from(0.1f32), -2.0));
    }

    #[test]
    fn wrong_shapes_types_and_lengths_name_both_sides() {
        let bytes = sample();
        for (frames, vertices) in [(3, 2), (2, 3), (1, 4)] {
            let error = read(&bytes, frames, vertices).unwrap_err();
            assert!(
                error.contains("[2, 2, 3]") && error.contains(&format!("[{frames}, ")),
                "{error}"
            );
        }
        assert!(
            read(&bytes[..bytes.len() - 1], 2, 2)
                .unwrap_err()
                .contains("cut short")
        );
        assert!(read(&bytes[..20], 2, 2).unwrap_err().contains("cut short"));
        assert!(read(b"PK", 2, 2).unwrap_err().contains("numpy.save"));
        let replaced = |from: &str, to: &str| {
            let text: Vec<u8> = bytes.clone();
            let at = text
                .windows(from.len())
                .position(|w| w == from.as_bytes())
                .unwrap();
            [&text[..at], to.as_bytes(), &text[at + from.len()..]].concat()
        };
        for (from, to, expected) in [
            ("<f8", ">f8", "`>f8`"),
            ("<f8", "<i8", "`<i8`"),
            ("False", "True ", "Fortran"),
            ("shape", "shade", "shape"),
            ("(2, 2,", "(9, 9,", "[9, 9, 3]"),
        ] {
            let error = read(&replaced(from, to), 2, 2).unwrap_err();
            assert!(error.contains(expected), "{from} to {to}: {error}");
        }
    }
}
