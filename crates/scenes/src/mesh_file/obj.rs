//! Wavefront OBJ: reads `v` and `f` and skips all other keywords of the format.

use super::{ParseFault, Soup, fan, shortened, vertex};
use geometry::Mesh;
use std::borrow::Cow;
use std::fmt::Write;

/// Keywords of the format that define no element.
const PASSED_OVER: &str = "vt vn vp g o s mg usemtl mtllib usemap maplib bevel c_interp d_interp \
    lod shadow_obj trace_obj ctech stech cstype deg bmat step parm trim hole scrv sp end con call \
    csh cdc cdp bzp bsp res xyz lines points";

/// Keywords of other elements than faces, which are reported in a note.
const OTHER_ELEMENTS: &str = "p l curv curv2 surf fo";

/// Returns the text of an OBJ file. Coordinates are read back bit for bit.
pub fn to_obj(mesh: &Mesh) -> String {
    let mut text = String::new();
    // `{:?}` writes the shortest number that parses to the same bits.
    for p in mesh.vertices() {
        writeln!(text, "v {:?} {:?} {:?}", p.x, p.y, p.z).expect("a string takes all");
    }
    for t in mesh.triangles() {
        let [a, b, c] = t.map(|i| u64::from(i) + 1);
        writeln!(text, "f {a} {b} {c}").expect("a string takes all");
    }
    text
}

/// Parses vertices and faces.
///
/// A corner of `f` is `a`, `a/b`, `a//c` or `a/b/c`. Negative indices count back from the last
/// vertex read so far. Names and comments may have any encoding.
pub(super) fn parse(bytes: &[u8]) -> Result<Soup, ParseFault> {
    let text = String::from_utf8_lossy(bytes);
    let mut soup = Soup::default();
    // Lines of corners that may refer to vertices that follow.
    let mut references: Vec<(u64, usize)> = Vec::new();
    let mut other_elements = 0;
    for (line, content) in logical_lines(&text) {
        let content = content.split('#').next().unwrap_or_default();
        let mut tokens = content.split_whitespace();
        match tokens.next() {
            None => {}
            Some("v") => soup.vertices.push(vertex(line, tokens)?),
            Some("f") => {
                let corners = corners(line, soup.vertices.len(), tokens)?;
                let highest = corners.iter().copied().max().unwrap_or_default();
                references.push((u64::from(highest), line));
                soup.triangles.extend(fan(&corners));
            }
            Some(keyword) if is_one_of(keyword, PASSED_OVER) => {}
            Some(keyword) if is_one_of(keyword, OTHER_ELEMENTS) => other_elements += 1,
            Some(keyword) => {
                let keyword = shortened(keyword);
                let reason =
                    format!("`{keyword}` is not a keyword of OBJ; remove or correct the line");
                return Err(ParseFault::at_line(line, reason));
            }
        }
    }
    let count = soup.vertices.len();
    if let Some((index, line)) = references.iter().find(|(index, _)| *index >= count as u64) {
        let reason = format!(
            "face names vertex {}, but the file has {count} (counted from 1); correct the index or \
             add the vertex",
            index + 1
        );
        return Err(ParseFault::at_line(*line, reason));
    }
    if other_elements > 0 {
        soup.notes.push(format!(
            "points, lines, curves or surfaces passed over: {other_elements}"
        ));
    }
    Ok(soup)
}

fn is_one_of(keyword: &str, list: &str) -> bool {
    list.split(' ').any(|listed| listed == keyword)
}

/// Returns lines with their numbers. A backslash at its end joins a line with the next.
fn logical_lines(text: &str) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut lines = text.lines().enumerate();
    std::iter::from_fn(move || {
        let (index, first) = lines.next()?;
        let mut line = Cow::from(first);
        while line.ends_with('\\') {
            let joined = line.to_mut();
            joined.pop();
            joined.push(' ');
            joined.push_str(lines.next().unwrap_or_default().1);
        }
        Some((index + 1, line))
    })
}

fn corners<'a>(
    line: usize,
    vertices: usize,
    tokens: impl Iterator<Item = &'a str>,
) -> Result<Vec<u32>, ParseFault> {
    let corners = tokens.map(|token| vertex_index(line, vertices, token));
    let corners = corners.collect::<Result<Vec<u32>, ParseFault>>()?;
    if corners.len() < 3 {
        let reason = format!(
            "a face has at least 3 corners, this one {}; is the file cut short?",
            corners.len()
        );
        return Err(ParseFault::at_line(line, reason));
    }
    Ok(corners)
}

/// Parses a corner such as `7`, `7/1`, `7//2`, `7/1/2` or `-1/-1`. Returns its vertex index from 0.
fn vertex_index(line: usize, vertices: usize, token: &str) -> Result<u32, ParseFault> {
    let bad = |reason: &str| {
        let reason = format!("the face's corner `{}` {reason}", shortened(token));
        Err(ParseFault::at_line(line, reason))
    };
    let mut fields = token.split('/');
    let index = fields.next().and_then(|index| index.parse::<i64>().ok());
    let attributes_fine = fields.clone().count() <= 2
        && fields.all(|field| field.is_empty() || field.parse::<i64>().is_ok());
    let Some(index) = index.filter(|_| attributes_fine) else {
        return bad("is not of the form vertex, vertex/texture or vertex/texture/normal");
    };
    let from_zero = match index {
        0 => return bad("is 0, but vertices are counted from 1"),
        1.. => index - 1,
        _ => vertices as i64 + index,
    };
    match u32::try_from(from_zero) {
        Ok(index) => Ok(index),
        Err(_) if index < 0 => bad("counts back beyond the first vertex"),
        Err(_) => bad("is larger than any vertex index can be"),
    }
}
