//! The digest of values as a cursor reads them.

use super::Digest;
use crate::border::error::DataError;
use crate::border::plan::DataKind;
use crate::border::read::Reader;

impl Digest {
    /// The digest of the values of a list. What cannot be read, as it is too large, has another than what
    /// can.
    pub(in crate::border) fn of_list(list: Reader<'_>, len: usize) -> u64 {
        let mut digest = Digest::new();
        let read = list.structure().and_then(|mut fields| {
            (0..len).try_for_each(|_| fields.field().and_then(|value| digest.value(value)))
        });
        if read.is_err() {
            digest.word(u64::MAX);
        }
        digest.0
    }

    fn value(&mut self, value: Reader<'_>) -> Result<(), DataError> {
        match value.kind() {
            DataKind::Bool => self.word(u64::from(value.scalar::<bool>()?)),
            DataKind::Int(1, true) => self.word(value.scalar::<i8>()? as u64),
            DataKind::Int(1, false) => self.word(value.scalar::<u8>()?.into()),
            DataKind::Int(2, true) => self.word(value.scalar::<i16>()? as u64),
            DataKind::Int(2, false) => self.word(value.scalar::<u16>()?.into()),
            DataKind::Int(4, true) => self.word(value.scalar::<i32>()? as u64),
            DataKind::Int(4, false) => self.word(value.scalar::<u32>()?.into()),
            DataKind::Int(_, true) => self.word(value.scalar::<i64>()? as u64),
            DataKind::Int(_, false) => self.word(value.scalar::<u64>()?),
            DataKind::F32 => self.word(value.scalar::<f32>()?.to_bits().into()),
            DataKind::F64 => self.word(value.scalar::<f64>()?.to_bits()),
            DataKind::Str => self.counted(value.str()?.as_bytes()),
            DataKind::List => match value.lent_bytes() {
                Ok(bytes) => self.counted(bytes),
                Err(_) => {
                    let elements = value.slice()?;
                    self.word(elements.len() as u64);
                    elements.into_iter().try_for_each(|element| self.value(element))?;
                }
            },
            DataKind::Option => match value.option()? {
                None => self.word(0),
                Some(target) => {
                    self.word(1);
                    self.value(target)?;
                }
            },
            DataKind::Map => {
                let entries = value.map()?;
                self.word(entries.size_hint().0 as u64);
                for (key, value) in entries {
                    self.value(key)?;
                    self.value(value)?;
                }
            }
            DataKind::Struct(fields) => {
                let mut values = value.structure()?;
                fields.iter().try_for_each(|_| values.field().and_then(|value| self.value(value)))?;
            }
            // What is read says what it is.
            DataKind::Any => {}
            DataKind::Other => match value.error()? {
                None => self.word(0),
                Some(text) => self.counted(text.as_bytes()),
            },
        }
        Ok(())
    }
}
