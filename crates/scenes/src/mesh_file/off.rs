//! Object File Format as text: `OFF` and variants with normals, colors or texture coordinates.

use super::{ParseFault, Place, Soup, fan, shortened, vertex};

/// Parses header, counts, one vertex per line and one face per line.
///
/// Skips normals and colors after the coordinates of a vertex or the corners of a face.
pub(super) fn parse(bytes: &[u8]) -> Result<Soup, ParseFault> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, content)| (i + 1, content.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, content)| !content.is_empty());
    let (line, counts) = header(&mut lines)?;
    let [vertices, faces] = read_counts(line, &counts)?;
    let mut soup = Soup::default();
    // Do not reserve memory for the counts of an untrusted header.
    for found in 0..vertices {
        let Some((line, content)) = lines.next() else {
            return Err(cut_short("vertices", vertices, found));
        };
        soup.vertices
            .push(vertex(line, content.split_whitespace())?);
    }
    for found in 0..faces {
        let Some((line, content)) = lines.next() else {
            return Err(cut_short("faces", faces, found));
        };
        soup.triangles
            .extend(fan(&corners(line, content, vertices)?));
    }
    match lines.next() {
        None => Ok(soup),
        Some((line, _)) => {
            let reason = format!(
                "the header declares {vertices} vertices and {faces} faces, but the file goes on; \
                 correct the counts"
            );
            Err(ParseFault::at_line(line, reason))
        }
    }
}

/// Returns the line with the counts. It may begin with the keyword, which is optional.
fn header<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<(usize, String), ParseFault> {
    let missing = || ParseFault::new(Place::End, "the file has no counts of vertices and faces");
    let (line, first) = lines.next().ok_or_else(missing)?;
    let (keyword, rest) = first.split_once(char::is_whitespace).unwrap_or((first, ""));
    if keyword.parse::<u64>().is_ok() {
        return Ok((line, first.to_owned()));
    }
    let Some(prefix) = keyword.strip_suffix("OFF") else {
        let reason = format!("`{}` is not the keyword OFF", shortened(keyword));
        return Err(ParseFault::at_line(line, reason));
    };
    if !["", "C", "N", "CN", "ST", "STC", "STN", "STCN"].contains(&prefix) {
        let reason = format!(
            "{} has no three-dimensional vertices; save it as OFF",
            shortened(keyword)
        );
        return Err(ParseFault::at_line(line, reason));
    }
    if rest.trim().eq_ignore_ascii_case("binary") {
        let reason = "binary OFF is not read; save it as text";
        return Err(ParseFault::at_line(line, reason));
    }
    if !rest.trim().is_empty() {
        return Ok((line, rest.to_owned()));
    }
    let (line, counts) = lines.next().ok_or_else(missing)?;
    Ok((line, counts.to_owned()))
}

/// Parses the numbers of vertices and faces. A number of edges may follow and is ignored.
fn read_counts(line: usize, text: &str) -> Result<[usize; 2], ParseFault> {
    let numbers: Vec<Option<u32>> = text.split_whitespace().map(|t| t.parse().ok()).collect();
    match numbers[..] {
        [Some(vertices), Some(faces)] | [Some(vertices), Some(faces), Some(_)] => {
            Ok([vertices as usize, faces as usize])
        }
        _ => {
            let reason = format!(
                "`{}` is not the numbers of vertices, faces and edges",
                shortened(text)
            );
            Err(ParseFault::at_line(line, reason))
        }
    }
}

fn cut_short(what: &str, declared: usize, found: usize) -> ParseFault {
    let reason =
        format!("the header declares {declared} {what}, but the file has {found}; it is cut short");
    ParseFault::new(Place::End, reason)
}

fn corners(line: usize, content: &str, vertices: usize) -> Result<Vec<u32>, ParseFault> {
    let mut tokens = content.split_whitespace();
    let count: Option<usize> = tokens.next().and_then(|t| t.parse().ok());
    let Some(count) = count.filter(|n| *n >= 3) else {
        let reason = "a face begins with the number of its corners, at least 3";
        return Err(ParseFault::at_line(line, reason));
    };
    let mut corners = Vec::new();
    for token in tokens.take(count) {
        match token.parse::<u32>() {
            Ok(index) if (index as usize) < vertices => corners.push(index),
            _ => {
                let reason = format!(
                    "`{}` is not the index of one of the {vertices} vertices (counted from 0)",
                    shortened(token)
                );
                return Err(ParseFault::at_line(line, reason));
            }
        }
    }
    if corners.len() < count {
        let found = corners.len();
        let reason = format!("a face of {count} corners names {found}; is the file cut short?");
        return Err(ParseFault::at_line(line, reason));
    }
    Ok(corners)
}
