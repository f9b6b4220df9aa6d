//! Lists of numbers as base64 texts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;

/// List of numbers. In JSON: their little-endian bytes as base64.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed<T>(Vec<T>);

/// Number that a list can pack.
pub trait PackedNumber: Sized {
    /// Number of bytes.
    const BYTES: usize;
    /// Adds the little-endian bytes.
    fn add_to(&self, bytes: &mut Vec<u8>);
    /// Reads [`PackedNumber::BYTES`] little-endian bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! packed_number {
    ($($number:ty),*) => {$(
        impl PackedNumber for $number {
            const BYTES: usize = size_of::<$number>();

            fn add_to(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }

            fn from_bytes(bytes: &[u8]) -> $number {
                <$number>::from_le_bytes(bytes.try_into().expect("its length is that of a number"))
            }
        }
    )*};
}

packed_number!(u8, u16, u32, f32);

impl<T> Default for Packed<T> {
    fn default() -> Packed<T> {
        Packed(Vec::new())
    }
}

impl<T> From<Vec<T>> for Packed<T> {
    fn from(numbers: Vec<T>) -> Packed<T> {
        Packed(numbers)
    }
}

impl<T> Deref for Packed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: PackedNumber> Serialize for Packed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(self.0.len() * T::BYTES);
        self.0.iter().for_each(|number| number.add_to(&mut bytes));
        serializer.serialize_str(&STANDARD.encode(bytes))
    }
}

impl<'de, T: PackedNumber> Deserialize<'de> for Packed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Packed<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
        if bytes.len() % T::BYTES != 0 {
            let (found, size) = (bytes.len(), T::BYTES);
            let problem = format!("{found} bytes are no list of numbers of {size} bytes");
            return Err(D::Error::custom(problem));
        }
        let numbers = bytes.chunks_exact(T::BYTES).map(T::from_bytes);
        Ok(Packed(numbers.collect()))
    }
}
