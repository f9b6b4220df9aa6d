//! STL, ascii and binary.

use super::{ParseFault, Place, Soup, in_range, shortened, vertex, without_mark};
use geometry::Vec3;

/// Size in bytes of the binary header and the number of facets.
const HEADER: usize = 84;
/// Size in bytes of a facet: a normal, three vertices, and two bytes of attributes.
const FACET: usize = 50;

/// Parses either kind.
///
/// A file is binary if its length fits the number of facets it declares. The header does not
/// decide, because many programs begin binary headers with `solid`.
pub(super) fn parse(bytes: &[u8]) -> Result<Soup, ParseFault> {
    if bytes.is_empty() {
        return Err(ParseFault::new(Place::Whole, "the file is empty"));
    }
    let declared = declared_facets(bytes);
    let fits = |count: u64| HEADER as u64 + FACET as u64 * count == bytes.len() as u64;
    if declared.is_some_and(fits) {
        return binary(bytes);
    }
    let text = without_mark(bytes);
    if looks_like_text(text) {
        return ascii(&String::from_utf8_lossy(text));
    }
    let Some(declared) = declared else {
        let reason = format!(
            "neither an ascii STL (which begins with `solid`) nor a binary one (which has at least \
             {HEADER} bytes, this file has {}); is it cut short?",
            bytes.len()
        );
        return Err(ParseFault::new(Place::Whole, reason));
    };
    let reason = format!(
        "the header declares {declared} facets, which take {} bytes, but the file has {}; it is cut \
         short or its header is wrong: export it again",
        HEADER as u64 + FACET as u64 * declared,
        bytes.len()
    );
    Err(ParseFault::new(Place::Byte(HEADER - 4), reason))
}

fn declared_facets(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(HEADER - 4..HEADER)?;
    Some(u64::from(u32::from_le_bytes(count.try_into().ok()?)))
}

/// Returns true if the file begins like an ascii file and has no zero bytes.
///
/// Numbers of binary files usually contain zero bytes.
fn looks_like_text(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    start.len() >= 5 && start[..5].eq_ignore_ascii_case(b"solid") && !bytes.contains(&0)
}

/// Parses the facets of a file whose length fits their number.
fn binary(bytes: &[u8]) -> Result<Soup, ParseFault> {
    let mut soup = Soup::default();
    for (facet, record) in bytes[HEADER..].chunks_exact(FACET).enumerate() {
        // The first twelve bytes are the normal, which is ignored.
        for corner in 0..3 {
            let at = 12 + 12 * corner;
            let mut p = Vec3::ZERO;
            for axis in 0..3 {
                let at = at + 4 * axis;
                let number: [u8; 4] = record[at..at + 4].try_into().expect("four bytes");
                let value = f64::from(f32::from_le_bytes(number));
                p[axis] = in_range(value).map_err(|reason| {
                    let place = Place::Byte(HEADER + FACET * facet + at);
                    ParseFault::new(place, format!("facet {facet}: {reason}"))
                })?;
            }
            soup.vertices.push(p);
        }
        let first = 3 * facet as u32;
        soup.triangles.push([first, first + 1, first + 2]);
    }
    Ok(soup)
}

/// Parses any number of ascii solids, with keywords in either case.
///
/// A solid is `solid … facet normal … outer loop vertex … endloop endfacet … endsolid`.
fn ascii(text: &str) -> Result<Soup, ParseFault> {
    let mut reader = Ascii {
        soup: Soup::default(),
        facets_without_normal: 0,
        end: OpenElement::Nothing,
    };
    for (index, content) in text.lines().enumerate() {
        let tokens: Vec<&str> = content.split_whitespace().collect();
        if let Some(keyword) = tokens.first() {
            reader.line(index + 1, &keyword.to_ascii_lowercase(), &tokens[1..])?;
        }
    }
    if !matches!(reader.end, OpenElement::Nothing) {
        let reason =
            "the last solid has no `endsolid`; the file is cut short: complete it or add the line";
        return Err(ParseFault::new(Place::End, reason));
    }
    let count = reader.facets_without_normal;
    if count > 0 {
        let note = format!("facets without a usable normal, which is not used: {count}");
        reader.soup.notes.push(note);
    }
    Ok(reader.soup)
}

struct Ascii {
    soup: Soup,
    facets_without_normal: usize,
    end: OpenElement,
}

/// Innermost element that is open at the reader's position.
#[derive(Clone, Copy, PartialEq)]
enum OpenElement {
    Nothing,
    Solid,
    Facet,
    /// Loop, with its number of vertices so far.
    Loop(u32),
    /// Facet whose loop has ended.
    LoopDone,
}

impl Ascii {
    fn line(&mut self, line: usize, keyword: &str, rest: &[&str]) -> Result<(), ParseFault> {
        self.end = match (keyword, self.end) {
            ("solid", OpenElement::Nothing) => OpenElement::Solid,
            ("facet", OpenElement::Solid) => {
                let usable = |t: &&&str| t.parse::<f64>().is_ok_and(f64::is_finite);
                let numbers = rest.iter().skip(1).filter(usable).count();
                self.facets_without_normal += usize::from(numbers != 3);
                OpenElement::Facet
            }
            ("outer", OpenElement::Facet) => OpenElement::Loop(0),
            ("vertex", OpenElement::Loop(3)) => {
                let reason = "a facet has 3 vertices, this one more; triangulate the mesh";
                return Err(ParseFault::at_line(line, reason));
            }
            ("vertex", OpenElement::Loop(found)) => {
                if rest.len() > 3 {
                    let reason = format!("a vertex has 3 coordinates, this one {}", rest.len());
                    return Err(ParseFault::at_line(line, reason));
                }
                self.soup.vertices.push(vertex(line, rest.iter().copied())?);
                OpenElement::Loop(found + 1)
            }
            ("endloop", OpenElement::Loop(3)) => {
                let next = self.soup.vertices.len() as u32;
                self.soup.triangles.push([next - 3, next - 2, next - 1]);
                OpenElement::LoopDone
            }
            ("endloop", OpenElement::Loop(found)) => {
                let reason = format!("a facet has 3 vertices, this one {found}; repair the mesh");
                return Err(ParseFault::at_line(line, reason));
            }
            ("endfacet", OpenElement::LoopDone) => OpenElement::Solid,
            ("endsolid", OpenElement::Solid) => OpenElement::Nothing,
            (other, end) => {
                let (other, expected) = (shortened(other), end.expected());
                let reason = format!("found `{other}`, expected {expected}");
                return Err(ParseFault::at_line(line, reason));
            }
        };
        Ok(())
    }
}

impl OpenElement {
    fn expected(self) -> &'static str {
        match self {
            OpenElement::Nothing => "`solid`",
            OpenElement::Solid => "`facet` or `endsolid`",
            OpenElement::Facet => "`outer loop`",
            OpenElement::Loop(_) => "`vertex` or `endloop`",
            OpenElement::LoopDone => "`endfacet`",
        }
    }
}
