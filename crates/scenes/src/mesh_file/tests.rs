use super::*;
use proptest::prelude::*;

const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(0.1, 0.2, 1.0)];

fn parsed(name: &str, bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    from_bytes(Path::new(name), bytes)
}

/// Returns the message of a fault.
fn fault(name: &str, bytes: &[u8]) -> String {
    match parsed(name, bytes) {
        Ok(file) => panic!("{name} was read: {}", file.topology),
        Err(error) => error.to_string(),
    }
}

fn obj() -> String {
    let mut text = String::from("# a tetrahedron\no corner\n");
    CORNERS
        .iter()
        .for_each(|p| text.push_str(&format!("v {} {} {}\n", p.x, p.y, p.z)));
    for [a, b, c] in TETRAHEDRON {
        text.push_str(&format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    }
    text
}

fn ascii_stl() -> String {
    let mut text = String::from("solid tetrahedron\n");
    for t in TETRAHEDRON {
        text.push_str("  facet normal 0 0 1\n    outer loop\n");
        for p in t.map(|v| CORNERS[v as usize]) {
            text.push_str(&format!("      vertex {} {} {}\n", p.x, p.y, p.z));
        }
        text.push_str("    endloop\n  endfacet\n");
    }
    text + "endsolid tetrahedron\n"
}

fn binary_stl(header: &str) -> Vec<u8> {
    let mut bytes = header.as_bytes().to_vec();
    bytes.resize(80, b' ');
    bytes.extend(4u32.to_le_bytes());
    for t in TETRAHEDRON {
        bytes.extend([0; 12]);
        for p in t.map(|v| CORNERS[v as usize]) {
            p.to_array()
                .iter()
                .for_each(|x| bytes.extend((*x as f32).to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

fn off() -> String {
    let mut text = String::from("OFF # a tetrahedron\n4 4 0\n\n");
    CORNERS
        .iter()
        .for_each(|p| text.push_str(&format!("{} {} {}\n", p.x, p.y, p.z)));
    TETRAHEDRON
        .iter()
        .for_each(|[a, b, c]| text.push_str(&format!("3 {a} {b} {c}\n")));
    text
}

fn ply_header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment a tetrahedron\nelement vertex 4\nproperty double x\n\
         property double y\nproperty double z\nproperty uchar red\nelement face 4\n\
         property list uchar int vertex_indices\nend_header\n"
    )
}

fn ascii_ply() -> String {
    let mut text = ply_header("ascii");
    CORNERS
        .iter()
        .for_each(|p| text.push_str(&format!("{} {} {} 255\n", p.x, p.y, p.z)));
    TETRAHEDRON
        .iter()
        .for_each(|[a, b, c]| text.push_str(&format!("3 {a} {b} {c}\n")));
    text
}

fn binary_ply(big_endian: bool) -> Vec<u8> {
    let format = if big_endian {
        "binary_big_endian"
    } else {
        "binary_little_endian"
    };
    let mut bytes = ply_header(format).into_bytes();
    for p in CORNERS {
        for x in p.to_array() {
            bytes.extend(if big_endian {
                x.to_be_bytes()
            } else {
                x.to_le_bytes()
            });
        }
        bytes.push(255);
    }
    for t in TETRAHEDRON {
        bytes.push(3);
        for i in t {
            bytes.extend(if big_endian {
                i.to_be_bytes()
            } else {
                i.to_le_bytes()
            });
        }
    }
    bytes
}

/// Returns a small valid file of each kind.
fn valid_files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("a.obj", obj().into_bytes()),
        ("a.stl", ascii_stl().into_bytes()),
        ("b.STL", binary_stl("exported")),
        ("a.off", off().into_bytes()),
        ("a.ply", ascii_ply().into_bytes()),
        ("b.ply", binary_ply(false)),
        ("c.ply", binary_ply(true)),
    ]
}

#[test]
fn every_format_gives_the_same_clean_mesh() {
    for (name, bytes) in valid_files() {
        let file = parsed(name, &bytes).unwrap();
        assert!(file.topology.is_clean(), "{name}: {}", file.topology);
        assert_eq!(file.mesh.vertices().len(), 4, "{name}");
        for (face, corners) in TETRAHEDRON.iter().enumerate() {
            let expected = corners.map(|v| CORNERS[v as usize]);
            let found = file.mesh.triangle(face).corners();
            // A binary STL has single precision.
            let near = expected
                .iter()
                .zip(found)
                .all(|(p, q)| (*p - q).length() < 1e-7);
            assert!(near, "{name}, face {face}: {found:?}");
            assert!(
                name == "b.STL" || found == expected,
                "{name}, face {face}: {found:?}"
            );
        }
    }
}

#[test]
fn obj_takes_attributes_negative_indices_continuations_and_polygons() {
    let text = "\u{feff}# latin-1 follows: \u{e9}\nmtllib a.mtl\nv 0 0 0 1 0.5 0.5\nv 1 0 0\r\nv 1 1 0\n\
                v 0 1 \\\n 0 # after a continuation\nvt 0 0\nvn 0 0 1\ng quad\nusemtl red\ns off\n\
                f 1/1 2/1/1 3//1 -1\nl 1 2\nf -4 -3 -2";
    let text = text.trim_start_matches('\u{feff}');
    let file = parsed("a.obj", text.as_bytes()).unwrap();
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
    assert_eq!(file.mesh.vertices()[3], Vec3::Y);
    assert_eq!(file.topology.duplicates, [2]);
    assert_eq!(file.notes.len(), 1, "the line: {:?}", file.notes);
    let mut latin_1 = b"# caf\xe9\n".to_vec();
    latin_1.extend(obj().as_bytes());
    assert!(parsed("a.obj", &latin_1).is_ok());
}

#[test]
fn numbers_are_read_as_doubles() {
    let text = "v 0.1 1e-300 -0.30000000000000004\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let file = parsed("a.obj", text.as_bytes()).unwrap();
    assert_eq!(
        file.mesh.vertices()[0],
        Vec3::new(0.1, 1e-300, -0.30000000000000004)
    );
}

#[test]
fn faults_of_obj_name_their_line() {
    for (text, line, expected) in [
        ("v 0 0\nf 1 1 1\n", 1, "3 coordinates, this one 2"),
        ("v 0 0 zero\n", 1, "`zero` is not a number"),
        ("v 0 0 nan\n", 1, "not finite"),
        ("v 0 0 0\nv 0 0 1e999\n", 2, "not finite"),
        ("v 0 0 1e31\n", 1, "2^100"),
        ("v 0 0 0\nf 1 1\n", 2, "at least 3 corners"),
        (
            "v 0 0 0\n\nf 1 1 2\n",
            3,
            "names vertex 2, but the file has 1",
        ),
        ("v 0 0 0\nf 1 1 0\n", 2, "counted from 1"),
        ("v 0 0 0\nf 1 1 -2\n", 2, "beyond the first"),
        ("v 0 0 0\nf 1 1 x\n", 2, "`x` is not of the form"),
        ("v 0 0 0\nf 1 1 1/1/1/1\n", 2, "is not of the form"),
        ("v 0 0 0\nf 1 1 99999999999\n", 2, "larger than any"),
        ("v 0 0 0\nw 0 0 0\n", 2, "`w` is not a keyword"),
    ] {
        let error = fault("a.obj", text.as_bytes());
        assert!(
            error.contains(expected) && error.contains(&format!("line {line}:")),
            "{error}"
        );
        assert!(error.starts_with("a.obj, "), "{error}");
    }
    assert!(fault("a.obj", b"").contains("no triangle"));
    assert!(fault("a.obj", b"v 0 0 0\n").contains("no triangle"));
}

#[test]
fn the_length_distinguishes_kinds_of_stl_files() {
    let file = parsed(
        "a.stl",
        &binary_stl("solid, says the header, but it is binary"),
    )
    .unwrap();
    assert_eq!(file.mesh.face_count(), 4);
    let mut wrong_count = binary_stl("tetrahedron");
    wrong_count[80] = 5;
    assert!(fault("a.stl", &wrong_count).contains("declares 5 facets"));
    let mut huge = binary_stl("tetrahedron");
    huge[80..84].copy_from_slice(&[255; 4]);
    assert!(fault("a.stl", &huge).contains("4294967295 facets"));
    assert!(fault("a.stl", b"").contains("empty"));
    assert!(fault("a.stl", &[7; 30]).contains("cut short"));
    assert!(fault("a.stl", &[0; 84]).contains("no triangle"));
    let mut nan = binary_stl("tetrahedron");
    nan[84 + 50 + 12 + 8..84 + 50 + 12 + 12].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(fault("a.stl", &nan).contains("byte 154: facet 1: the coordinate NaN"));
}

#[test]
fn ascii_stl_is_strict_about_facets_and_indifferent_to_normals() {
    let text = ascii_stl();
    for normal in ["facet", "facet normal nan nan nan", "FACET NORMAL 0 0"] {
        let file = parsed(
            "a.stl",
            text.replacen("facet normal 0 0 1", normal, 1).as_bytes(),
        );
        let file = file.unwrap();
        assert!(file.topology.is_clean(), "{normal}");
        assert_eq!(file.notes.len(), 1, "{normal}: {:?}", file.notes);
    }
    let vertex = "      vertex 0 0 0\n";
    assert!(fault("a.stl", text.replacen(vertex, "", 1).as_bytes()).contains("this one 2"));
    let twice = vertex.repeat(2);
    assert!(fault("a.stl", text.replacen(vertex, &twice, 1).as_bytes()).contains("triangulate"));
    let cut = text.replace("endsolid tetrahedron\n", "");
    assert!(fault("a.stl", cut.as_bytes()).contains("no `endsolid`"));
    let missing_endloop = text.replacen("    endloop\n", "", 1);
    assert!(fault("a.stl", missing_endloop.as_bytes()).contains("line 7: found `endfacet`"));
    assert!(fault("a.stl", b"solid nothing\nendsolid\n").contains("no triangle"));
    let bad = text.replacen("vertex 0 0 0", "vertex 0 inf 0", 1);
    assert!(fault("a.stl", bad.as_bytes()).contains("line 4: the coordinate inf"));
    let twice = text.repeat(2);
    assert_eq!(
        parsed("a.stl", twice.as_bytes())
            .unwrap()
            .topology
            .duplicates,
        [4, 5, 6, 7]
    );
    // A facet is missing: read, and the hole is reported.
    let facet = text.find("  facet").unwrap()..text.find("  endfacet\n").unwrap() + 11;
    let holed = [&text[..facet.start], &text[facet.end..]].concat();
    assert_eq!(
        parsed("a.stl", holed.as_bytes())
            .unwrap()
            .topology
            .open_edges
            .len(),
        3
    );
}

#[test]
fn off_takes_its_kin_and_names_what_is_missing() {
    for header in [
        "OFF 4 4 0",
        "OFF\n4 4",
        "4 4 6",
        "COFF\n4 4 0",
        "STCNOFF\n4 4 0",
    ] {
        let text = off().replace("OFF # a tetrahedron\n4 4 0", header);
        assert!(
            parsed("a.off", text.as_bytes())
                .unwrap()
                .topology
                .is_clean(),
            "{header}"
        );
    }
    for (from, to, expected) in [
        ("4 4 0", "5 4 0", "declares 4 faces, but the file has 3"),
        (
            "4 4 0",
            "4 5 0",
            "at its end: the header declares 5 faces, but the file has 4",
        ),
        ("4 4 0", "4 3 0", "the file goes on"),
        ("4 4 0", "4000000000 4 0", "a.off, "),
        ("4 4 0", "4 4000000000 0", "declares 4000000000 faces"),
        ("4 4 0", "four 4 0", "`four 4 0` is not the numbers"),
        ("OFF ", "4OFF ", "4OFF has no three-dimensional"),
        ("OFF ", "OFF BINARY ", "binary OFF is not read"),
        ("OFF ", "FOO ", "`FOO` is not the keyword OFF"),
        (
            "3 0 2 1",
            "3 0 2 4",
            "line 8: `4` is not the index of one of the 4 vertices",
        ),
        ("3 0 2 1", "3 0 2 -1", "`-1` is not the index"),
        ("3 0 2 1", "4 0 2 1", "a face of 4 corners names 3"),
        ("3 0 2 1", "2 0 2", "at least 3"),
        ("1 0 0", "1 nan 0", "line 5: the coordinate NaN"),
    ] {
        let error = fault("a.off", off().replacen(from, to, 1).as_bytes());
        assert!(error.contains(expected), "{from} to {to}: {error}");
    }
    assert!(fault("a.off", b"").contains("no counts"));
    assert!(fault("a.off", b"OFF\n").contains("no counts"));
}

#[test]
fn ply_faults_are_errors_whatever_the_header_claims() {
    let text = ascii_ply();
    for (from, to, expected) in [
        (
            "element vertex 4",
            "element vertex 4000000000",
            "declares 4000000000 elements `vertex`",
        ),
        ("element vertex 4", "element vertex 5", "a.ply, "),
        ("element face 4", "element face 5", "cut short"),
        (
            "element face 4",
            "element face 3",
            "bytes follow the last element",
        ),
        ("property double z\n", "", "no property `z`"),
        ("vertex_indices", "corners", "no list `vertex_indices`"),
        ("end_header", "end", "line 11"),
        (
            "3 0 2 1",
            "3 0 2 4",
            "face 0 names vertex 4, but there are 4",
        ),
        ("3 0 2 1", "3 0 2 -1", "face 0 names vertex -1"),
        ("3 0 2 1", "2 0 2", "face 0 has 2 corners"),
        ("1 0 0 255", "1 nan 0 255", "line 13"),
        ("1 0 0 255", "1 0 0 256", "line 13"),
        (
            "property double x",
            "property list uchar double x",
            "a.ply, ",
        ),
    ] {
        let error = fault("a.ply", text.replacen(from, to, 1).as_bytes());
        assert!(error.contains(expected), "{from} to {to}: {error}");
    }
    assert!(fault("a.ply", b"").starts_with("a.ply"));
    let nothing = "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\n\
                   property float z\nelement face 0\nproperty list uchar int vertex_index\nend_header\n";
    assert!(fault("a.ply", nothing.as_bytes()).contains("no triangle"));
    let mut bytes = binary_ply(false);
    assert!(fault("a.ply", &bytes[..bytes.len() - 3]).contains("cut short"));
    let second_vertex = ply_header("binary_little_endian").len() + 25;
    bytes[second_vertex..second_vertex + 8].copy_from_slice(&f64::NAN.to_le_bytes());
    assert!(fault("a.ply", &bytes).contains("vertex 1: the coordinate NaN"));
}

#[test]
fn ply_single_precision_is_widened_and_polygons_are_fanned() {
    let text = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
                property float z\nelement face 1\nproperty list uchar uint vertex_index\n\
                end_header\n0.1 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
    let file = parsed("a.ply", text.as_bytes()).unwrap();
    assert_eq!(file.mesh.vertices()[0].x, f64::from(0.1f32));
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn rigid_bodies_are_welded_and_deforming_ones_keep_the_files_vertices() {
    let text = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv -0 0 0\nv 0 0 1\nf 2 3 4\nf 5 4 6\n";
    let file = parsed("a.obj", text.as_bytes()).unwrap();
    assert_eq!(
        file.mesh.vertices(),
        [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]
    );
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(file.notes, ["vertices that no face uses, left out: 1"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obj");
    std::fs::write(&path, text).unwrap();
    let file = read_unwelded(&path).unwrap();
    assert_eq!(file.mesh.vertices().len(), 6);
    assert_eq!(file.mesh.triangles(), [[1, 2, 3], [4, 3, 5]]);
    assert_eq!(file.topology.part_count(), 1);
}

#[test]
fn missing_and_unknown_files_say_so() {
    let error = read("no/such/file.obj").unwrap_err();
    assert!(matches!(error, MeshFileError::Unreadable { .. }));
    assert!(error.to_string().contains("no/such/file.obj"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    let error = fault("a.gltf", b"{}");
    assert!(error.contains(".obj, .stl, .ply, .off"), "{error}");
    assert!(fault("noextension", b"").contains("extension"));
}

/// Damage of a file.
#[derive(Clone, Debug)]
enum Damage {
    Cut(f64),
    Set(f64, u8),
    Insert(f64, Vec<u8>),
    Remove(f64, usize),
    /// Replaces the first occurrence of one text by another.
    Swap(&'static str, &'static str),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = 0.0..1.0f64;
    let swaps = [
        ("4", "4000000000"),
        ("3", "18446744073709551615"),
        ("0", "-1"),
        ("uchar", "uint"),
        ("list", "element"),
        ("double", "char"),
        ("vertex", "vertex vertex"),
        ("\n", "\n\n"),
        ("1", "1e400"),
        (" ", "\t\\\n"),
    ];
    prop_oneof![
        place.clone().prop_map(Damage::Cut),
        (place.clone(), any::<u8>()).prop_map(|(p, b)| Damage::Set(p, b)),
        (place.clone(), proptest::collection::vec(any::<u8>(), 1..9))
            .prop_map(|(p, bytes)| Damage::Insert(p, bytes)),
        (place, 1..40usize).prop_map(|(p, n)| Damage::Remove(p, n)),
        (0..swaps.len()).prop_map(move |i| Damage::Swap(swaps[i].0, swaps[i].1)),
    ]
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        let at = |p: &f64| (*p * bytes.len() as f64) as usize;
        match damage {
            Damage::Cut(p) => bytes.truncate(at(p)),
            Damage::Set(p, byte) => {
                let at = at(p);
                bytes.iter_mut().skip(at).take(1).for_each(|b| *b = *byte);
            }
            Damage::Insert(p, more) => {
                let at = at(p);
                bytes.splice(at..at, more.iter().copied());
            }
            Damage::Remove(p, count) => {
                let from = at(p);
                bytes.drain(from..(from + count).min(bytes.len()));
            }
            Damage::Swap(from, to) => {
                let found = bytes.windows(from.len()).position(|w| w == from.as_bytes());
                if let Some(at) = found {
                    bytes.splice(at..at + from.len(), to.bytes());
                }
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Any damage gives a mesh or an error that names the file, never a panic.
    #[test]
    fn damaged_files_never_panic(
        which in 0..7usize,
        damages in proptest::collection::vec(damage(), 1..5),
    ) {
        let (name, bytes) = valid_files().swap_remove(which);
        match parsed(name, &damaged(bytes, &damages)) {
            Ok(file) => prop_assert!(file.mesh.face_count() > 0),
            Err(error) => prop_assert!(error.to_string().starts_with(name)),
        }
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let with_mark = |text: &str| [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    for (name, text) in [("a.obj", obj()), ("a.stl", ascii_stl()), ("a.off", off())] {
        let read = parsed(name, &with_mark(&text)).map(|file| file.mesh);
        let plain = parsed(name, text.as_bytes()).map(|file| file.mesh);
        assert_eq!(
            read.map_err(|e| e.to_string()),
            plain.map_err(|e| e.to_string())
        );
    }
}
