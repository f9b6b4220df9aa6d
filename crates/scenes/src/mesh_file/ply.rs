//! Polygon File Format: ascii and both binary encodings, through `ply-rs-bw`.

use super::{ParseFault, Place, Soup, fan, in_range, shortened_to};
use geometry::Vec3;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult,
};
use std::io::BufRead;

/// Parses the elements `vertex` and `face` and skips other elements and properties.
///
/// A vertex has x, y and z of any number type. A face has a list named `vertex_indices` or
/// `vertex_index`.
pub(super) fn parse(bytes: &[u8]) -> Result<Soup, ParseFault> {
    let mut reader = Reader::new(bytes);
    let header = Parser::<Ignored>::new()
        .read_header(&mut reader)
        .map_err(fault)?;
    check_header(&header, bytes.len())?;
    let mut soup = Soup::default();
    let mut polygons = Vec::new();
    for (name, element) in &header.elements {
        match name.as_str() {
            "vertex" => soup.vertices = vertices(&mut reader, element, &header)?,
            "face" => polygons = elements::<PlyFace, _>(&mut reader, element, &header)?,
            _ => {
                elements::<Ignored, _>(&mut reader, element, &header)?;
            }
        }
    }
    let rest = reader.into_inner();
    if !rest.trim_ascii().is_empty() {
        let reason = format!(
            "{} bytes follow the last element that the header declares; correct its counts",
            rest.len()
        );
        return Err(ParseFault::new(
            Place::Byte(bytes.len() - rest.len()),
            reason,
        ));
    }
    for (face, polygon) in polygons.iter().enumerate() {
        soup.triangles
            .extend(fan(&corners(face, polygon, soup.vertices.len())?));
    }
    Ok(soup)
}

/// Checks properties and counts before the payload is read.
///
/// Each element takes at least one byte, so a count above the number of bytes is an error.
/// Otherwise the reader would continue far beyond the end of the file.
fn check_header(header: &Header, bytes: usize) -> Result<(), ParseFault> {
    let whole = |reason: String| Err(ParseFault::new(Place::Whole, reason));
    for (name, element) in &header.elements {
        if element.count > bytes {
            let count = element.count;
            return whole(format!(
                "the header declares {count} elements `{name}`, but the file has {bytes} bytes; it \
                 is cut short or its header is wrong"
            ));
        }
    }
    let has = |element: &str, property: &str| {
        let element = header.elements.get(element);
        element.is_some_and(|e| e.properties.contains_key(property))
    };
    if let Some(axis) = ["x", "y", "z"].iter().find(|axis| !has("vertex", axis)) {
        return whole(format!(
            "the header declares no property `{axis}` of element `vertex`"
        ));
    }
    if !CORNERS.iter().any(|name| has("face", name)) {
        return whole("the header declares no list `vertex_indices` of element `face`".into());
    }
    Ok(())
}

/// Names of the list of a face's corners in files of different programs.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

fn vertices<T: BufRead>(
    reader: &mut Reader<T>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<Vec3>, ParseFault> {
    let points = elements::<PlyVertex, T>(reader, element, header)?;
    let vertex = |(i, PlyVertex(p)): (usize, PlyVertex)| match p.to_array().map(in_range) {
        [Ok(_), Ok(_), Ok(_)] => Ok(p),
        [Err(reason), ..] | [_, Err(reason), _] | [.., Err(reason)] => Err(ParseFault::new(
            Place::Whole,
            format!("vertex {i}: {reason}"),
        )),
    };
    points.into_iter().enumerate().map(vertex).collect()
}

fn elements<E: PropertyAccess, T: BufRead>(
    reader: &mut Reader<T>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<E>, ParseFault> {
    let read = Parser::<E>::new().read_payload_for_element(reader, element, header);
    read.map_err(|error| {
        let mut fault = fault(error);
        // Binary data has no lines.
        if header.encoding != Encoding::Ascii {
            fault.place = Place::Whole;
        }
        fault.reason = format!("element `{}`: {}", element.name, fault.reason);
        fault
    })
}

fn corners(face: usize, polygon: &PlyFace, vertices: usize) -> Result<Vec<u32>, ParseFault> {
    let fault = |reason| {
        Err(ParseFault::new(
            Place::Whole,
            format!("face {face} {reason}"),
        ))
    };
    if polygon.0.len() < 3 {
        return fault(format!(
            "has {} corners; it needs at least 3",
            polygon.0.len()
        ));
    }
    let in_range = |index: &i64| usize::try_from(*index).is_ok_and(|i| i < vertices);
    match polygon.0.iter().find(|index| !in_range(index)) {
        None => Ok(polygon.0.iter().map(|index| *index as u32).collect()),
        Some(index) => fault(format!(
            "names vertex {index}, but there are {vertices} (counted from 0)"
        )),
    }
}

fn fault(error: ParseError) -> ParseFault {
    let place = error.line().map_or(Place::Whole, Place::Line);
    // The parser's message quotes the line, which may be long, and ends with the cause.
    let text = error.to_string();
    let cause = text.rsplit("Error: ").next().unwrap_or_default();
    let cause = cause.lines().next().unwrap_or_default().trim();
    let after_line = cause
        .strip_prefix("Line ")
        .and_then(|rest| rest.split_once(": "));
    let cause = shortened_to(after_line.map_or(cause, |(_, cause)| cause), 120);
    let reason = format!("not a PLY header or not as it declares, perhaps cut short ({cause})");
    ParseFault::new(place, reason)
}

/// Coordinates of a vertex.
struct PlyVertex(Vec3);

impl PropertyAccess for PlyVertex {
    fn new() -> PlyVertex {
        // A property that is not a number leaves NaN, which is reported.
        PlyVertex(Vec3::NAN)
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let axis = match name {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => return PropertyAccessResult::Ignored,
        };
        self.0[axis] = match property {
            Property::Float(v) => f64::from(v),
            Property::Double(v) => v,
            Property::Char(v) => f64::from(v),
            Property::UChar(v) => f64::from(v),
            Property::Short(v) => f64::from(v),
            Property::UShort(v) => f64::from(v),
            Property::Int(v) => f64::from(v),
            Property::UInt(v) => f64::from(v),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// Corners of a face, as in the file.
struct PlyFace(Vec<i64>);

impl PropertyAccess for PlyFace {
    fn new() -> PlyFace {
        PlyFace(Vec::new())
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        if !CORNERS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match property {
            Property::ListChar(v) => v.into_iter().map(i64::from).collect(),
            Property::ListUChar(v) => v.into_iter().map(i64::from).collect(),
            Property::ListShort(v) => v.into_iter().map(i64::from).collect(),
            Property::ListUShort(v) => v.into_iter().map(i64::from).collect(),
            Property::ListInt(v) => v.into_iter().map(i64::from).collect(),
            Property::ListUInt(v) => v.into_iter().map(i64::from).collect(),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// Element that is neither a vertex nor a face.
struct Ignored;

impl PropertyAccess for Ignored {
    fn new() -> Ignored {
        Ignored
    }
}
