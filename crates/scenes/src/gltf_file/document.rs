//! The file's elements with checked indices, and its buffers.
//!
//! The crate `gltf` panics on some damaged files: a binary header that is shorter than itself, and
//! positions of a missing accessor. Both are checked before it reads them.

use crate::import_error::{ImportError, LocatedFault, load, malformed};
use crate::mesh_file::without_mark;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf::json::validation::Checked;
use gltf::json::{self, Root};
use std::path::{Path, PathBuf};

/// Elements of a file, and the bytes of its buffers.
pub(super) struct Document {
    pub(super) root: Root,
    pub(super) buffers: Vec<Vec<u8>>,
    pub(super) files: Vec<PathBuf>,
}

impl Document {
    /// Reads a file and its buffers.
    pub(super) fn read(path: &Path) -> Result<Document, ImportError> {
        let fault = |(place, reason): LocatedFault| malformed(path)(&place, reason);
        let bytes = load(path, "")?;
        let (text, chunk) = split(&bytes).map_err(fault)?;
        let root = checked(text).map_err(fault)?;
        let mut document = Document {
            root,
            buffers: Vec::new(),
            files: Vec::new(),
        };
        for i in 0..document.root.buffers.len() {
            let buffer = document.buffer(path, i, chunk)?;
            document.buffers.push(buffer);
        }
        document.files.push(path.to_owned());
        Ok(document)
    }

    /// Returns the bytes of a buffer, at least as many as the file states.
    fn buffer(
        &mut self,
        path: &Path,
        index: usize,
        chunk: Option<&[u8]>,
    ) -> Result<Vec<u8>, ImportError> {
        let place = format!("buffers[{index}]");
        let fault = |reason: String| malformed(path)(&place, reason);
        let buffer = &self.root.buffers[index];
        let data = match &buffer.uri {
            None => chunk
                .filter(|_| index == 0)
                .map(<[u8]>::to_vec)
                .ok_or_else(|| {
                    fault("has no address, and the file has no binary chunk for it".into())
                })?,
            Some(uri) => match uri.strip_prefix("data:") {
                Some(data) => inline(data).map_err(fault)?,
                None if uri.contains("://") => {
                    let reason = "is at a network address, and nothing is downloaded; store it \
                                  beside the file";
                    return Err(fault(reason.into()));
                }
                None => {
                    let folder = path.parent().unwrap_or(Path::new("."));
                    let file = folder.join(unescaped(uri));
                    let data = load(&file, &place)?;
                    self.files.push(file);
                    data
                }
            },
        };
        let (found, stated) = (data.len() as u64, self.root.buffers[index].byte_length.0);
        if found < stated {
            let reason = format!("has {found} bytes of {stated}; it is cut short: export it again");
            return Err(fault(reason));
        }
        Ok(data)
    }

    /// Returns the name of a node, or its index.
    pub(super) fn node_name(&self, node: usize) -> String {
        let name = self.root.nodes[node].name.clone();
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| format!("node {node}"))
    }
}

/// Splits a binary file into its text and its chunk. A text has no chunk.
fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), LocatedFault> {
    let fault = |reason: &str| Err(("as a whole".to_owned(), reason.to_owned()));
    let Some(rest) = bytes.strip_prefix(b"glTF") else {
        return Ok((without_mark(bytes), None));
    };
    let word = |at: usize| {
        let four = rest.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(four) as usize)
    };
    if word(0) != Some(2) {
        return fault("is no binary glTF of version 2; export it as glTF 2.0");
    }
    let (mut text, mut chunk, mut at) = (None, None, 8);
    while at < rest.len() {
        let data = word(at).and_then(|length| rest.get(at + 8..)?.get(..length));
        let Some(data) = data else {
            return fault("is cut short: a chunk is longer than the file; export it again");
        };
        // Chunks of other kinds are to be skipped.
        match &rest[at + 4..at + 8] {
            b"JSON" if text.is_none() => text = Some(data),
            b"BIN\0" if chunk.is_none() => chunk = Some(data),
            _ => {}
        }
        at += 8 + data.len();
    }
    match text {
        Some(text) => Ok((text, chunk)),
        None => fault("has no JSON chunk; export it again"),
    }
}

/// Reads the elements, and checks all indices.
fn checked(text: &[u8]) -> Result<Root, LocatedFault> {
    let whole = || "as a whole".to_owned();
    let root: Root = json::deserialize::from_slice(text).map_err(|e| {
        (
            whole(),
            format!("is no glTF text: {e}; export it as glTF 2.0"),
        )
    })?;
    if let Some(required) = root.extensions_required.first() {
        let required: String = required.chars().take(60).collect();
        let reason = format!(
            "requires the extension `{required}`, which is not supported; export it without \
             compression and extensions"
        );
        return Err((whole(), reason));
    }
    let positions = Checked::Valid(json::mesh::Semantic::Positions);
    for (m, mesh) in root.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let accessor = primitive.attributes.get(&positions);
            if accessor.is_some_and(|index| index.value() >= root.accessors.len()) {
                let place = format!("meshes[{m}].primitives[{p}].attributes.POSITION");
                return Err((place, "there is no such accessor; export it again".into()));
            }
        }
    }
    match gltf::Document::from_json(root) {
        Ok(document) => Ok(document.into_json()),
        Err(gltf::Error::Validation(faults)) => {
            let (place, fault) = faults.first().map_or_else(
                || (whole(), String::new()),
                |(place, fault)| (place.to_string(), fault.to_string()),
            );
            let reason = format!("{fault}, by the rules of glTF 2.0; export it again");
            Err((place, reason))
        }
        Err(other) => Err((whole(), format!("{other}; export it again"))),
    }
}

/// Decodes a buffer inside the text.
fn inline(data: &str) -> Result<Vec<u8>, String> {
    let Some((kind, data)) = data.split_once(',') else {
        return Err("its `data:` address has no comma; export it again".into());
    };
    if !kind.ends_with(";base64") {
        return Err("its `data:` address is not base64; export it as .glb".into());
    }
    let decoded = STANDARD.decode(data);
    decoded.map_err(|e| format!("its base64 text is damaged: {e}; export it again"))
}

/// Replaces `%20` and similar escapes of an address.
fn unescaped(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let (mut out, mut i) = (Vec::new(), 0);
    while i < bytes.len() {
        let digits = uri.get(i + 1..i + 3).filter(|_| bytes[i] == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
