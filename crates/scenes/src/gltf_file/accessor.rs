//! Numbers of accessors, with every range checked.

use super::document::Document;
use crate::import_error::LocatedFault;
use gltf::json::accessor::sparse::Sparse;
use gltf::json::accessor::{Accessor, ComponentType, IndexComponentType, Type};
use gltf::json::validation::Checked;

impl Document {
    /// Returns the elements of an accessor, `N` numbers each. Normalized integers are mapped to 0
    /// to 1 or −1 to 1. Elements that a sparse accessor replaces are replaced.
    pub(super) fn numbers<const N: usize>(
        &self,
        index: usize,
    ) -> Result<Vec<[f64; N]>, LocatedFault> {
        let accessor = &self.root.accessors[index];
        self.elements(accessor)
            .map_err(|reason| (format!("accessors[{index}]"), reason))
    }

    /// Returns the elements of an accessor of indices.
    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, LocatedFault> {
        let place = || format!("accessors[{index}]");
        let accessor = &self.root.accessors[index];
        let is_index = matches!(
            component(accessor),
            Some(ComponentType::U8 | ComponentType::U16 | ComponentType::U32)
        );
        if !is_index || accessor.normalized {
            let reason = "is used for indices, and has no unsigned whole numbers; export it again";
            return Err((place(), reason.into()));
        }
        let numbers = self.numbers::<1>(index)?;
        // Exact: 32 bits fit a double.
        Ok(numbers.into_iter().map(|[i]| i as u32).collect())
    }

    fn elements<const N: usize>(&self, accessor: &Accessor) -> Result<Vec<[f64; N]>, String> {
        let again = "export it again";
        let component = component(accessor).ok_or(format!("has no type of numbers; {again}"))?;
        let width = match accessor.type_ {
            Checked::Valid(Type::Scalar) => 1,
            Checked::Valid(Type::Vec2) => 2,
            Checked::Valid(Type::Vec3) => 3,
            Checked::Valid(Type::Vec4) => 4,
            _ => 0,
        };
        if width != N {
            return Err(format!(
                "has {width} numbers per element, and {N} are needed; {again}"
            ));
        }
        let count = usize::try_from(accessor.count.0).map_err(|_| "is too long")?;
        let mut elements = match accessor.buffer_view {
            Some(view) => {
                let offset = accessor.byte_offset.unwrap_or_default().0;
                let data = self.strided(view.value(), offset, count, N * component.size())?;
                let number = |at: &[u8]| number(at, component, accessor.normalized);
                let element =
                    |at: &[u8]| std::array::from_fn(|i| number(&at[i * component.size()..]));
                data.map(element).collect()
            }
            None if accessor.sparse.is_none() => {
                return Err(format!("has no data; {again}"));
            }
            // Zeros, of which the file states only the number.
            None => self.zeros(count)?,
        };
        if let Some(sparse) = &accessor.sparse {
            let size = component.size();
            let number = |at: &[u8]| number(at, component, accessor.normalized);
            let element = |at: &[u8]| std::array::from_fn(|i| number(&at[i * size..]));
            self.replace_sparse(sparse, N * size, element, &mut elements)?;
        }
        Ok(elements)
    }

    /// Replaces some elements by others, of `size` bytes each, that the file lists apart.
    fn replace_sparse<const N: usize>(
        &self,
        sparse: &Sparse,
        size: usize,
        element: impl Fn(&[u8]) -> [f64; N],
        elements: &mut [[f64; N]],
    ) -> Result<(), String> {
        let again = "export it again";
        let replaced = usize::try_from(sparse.count.0).map_err(|_| "is too long")?;
        let (indices, values) = (&sparse.indices, &sparse.values);
        let kind = match indices.component_type {
            Checked::Valid(IndexComponentType(kind)) => kind,
            Checked::Invalid => return Err(format!("has no type of indices; {again}")),
        };
        let view = indices.buffer_view.value();
        let at = self.strided(view, indices.byte_offset.0, replaced, kind.size())?;
        let view = values.buffer_view.value();
        let with = self.strided(view, values.byte_offset.0, replaced, size)?;
        let count = elements.len();
        for (at, value) in at.zip(with) {
            let i = number(at, kind, false) as usize;
            let fault = || format!("replaces element {i} of {count}; {again}");
            *elements.get_mut(i).ok_or_else(fault)? = element(value);
        }
        Ok(())
    }

    /// Returns elements of zeros, if they are no more than the file has bytes. Others would be a
    /// way to exhaust memory.
    fn zeros<const N: usize>(&self, count: usize) -> Result<Vec<[f64; N]>, String> {
        let bytes: usize = self.buffers.iter().map(Vec::len).sum();
        if count <= bytes {
            Ok(vec![[0.0; N]; count])
        } else {
            Err("has more zeros than the file has bytes; export it again".into())
        }
    }

    /// Returns the bytes of each element of a view.
    fn strided(
        &self,
        view: usize,
        offset: u64,
        count: usize,
        size: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, String> {
        let view = &self.root.buffer_views[view];
        let data = &self.buffers[view.buffer.value()];
        let start = view.byte_offset.unwrap_or_default().0;
        let range = usize::try_from(start).ok().and_then(|start| {
            let end = start.checked_add(usize::try_from(view.byte_length.0).ok()?)?;
            data.get(start..end)?.get(usize::try_from(offset).ok()?..)
        });
        let stride = view.byte_stride.map_or(size, |stride| stride.0).max(size);
        let needed = count.saturating_sub(1).checked_mul(stride);
        let needed = needed.and_then(|n| n.checked_add(if count == 0 { 0 } else { size }));
        let data = range
            .zip(needed)
            .and_then(|(data, needed)| data.get(..needed));
        let data = data.ok_or("is longer than its buffer; it is cut short: export it again")?;
        Ok(data.chunks(stride).map(move |chunk| &chunk[..size]))
    }
}

fn component(accessor: &Accessor) -> Option<ComponentType> {
    match accessor.component_type {
        Checked::Valid(component) => Some(component.0),
        Checked::Invalid => None,
    }
}

/// Returns the number at the start of `at`, which has enough bytes.
fn number(at: &[u8], component: ComponentType, normalized: bool) -> f64 {
    let two = || [at[0], at[1]];
    let four = || [at[0], at[1], at[2], at[3]];
    let (value, most) = match component {
        ComponentType::I8 => (f64::from(i8::from_le_bytes([at[0]])), 127.0),
        ComponentType::U8 => (f64::from(at[0]), 255.0),
        ComponentType::I16 => (f64::from(i16::from_le_bytes(two())), 32767.0),
        ComponentType::U16 => (f64::from(u16::from_le_bytes(two())), 65535.0),
        ComponentType::U32 => (f64::from(u32::from_le_bytes(four())), 1.0),
        ComponentType::F32 => (f64::from(f32::from_le_bytes(four())), 1.0),
    };
    if normalized {
        (value / most).max(-1.0)
    } else {
        value
    }
}
