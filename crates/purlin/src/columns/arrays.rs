//! Arrow's arrays as what a loop over rows is lent, and what it has written as arrays. Knows no loop.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, ListArray, OffsetSizeTrait, StringArray, StructArray,
    make_array,
};
use arrow_buffer::{
    BooleanBuffer, BooleanBufferBuilder, Buffer, MutableBuffer, NullBuffer, OffsetBuffer, ScalarBuffer,
};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Fields};
use purlin_runtime::border::{Access, Appended, Lent, same_name};

use super::plan::{Item, Number};

/// Whether a column of this type has such numbers in memory.
pub(super) fn holds(number: Number, ty: &DataType) -> bool {
    match number {
        Number::Bool => *ty == DataType::Boolean,
        Number::Int(1, true) => *ty == DataType::Int8,
        Number::Int(1, false) => *ty == DataType::UInt8,
        Number::Int(2, true) => *ty == DataType::Int16,
        Number::Int(2, false) => *ty == DataType::UInt16,
        Number::Int(4, true) => matches!(ty, DataType::Int32 | DataType::Date32 | DataType::Time32(_)),
        Number::Int(4, false) => *ty == DataType::UInt32,
        Number::Int(_, true) => {
            matches!(ty, DataType::Int64 | DataType::Timestamp(..) | DataType::Date64)
                || matches!(ty, DataType::Time64(_) | DataType::Duration(_))
        }
        Number::Int(_, false) => *ty == DataType::UInt64,
        Number::F32 => *ty == DataType::Float32,
        Number::F64 => *ty == DataType::Float64,
    }
}

/// The type of a column of such numbers that says nothing else of them.
fn plain(number: Number) -> DataType {
    match number {
        Number::Bool => DataType::Boolean,
        Number::Int(1, true) => DataType::Int8,
        Number::Int(1, false) => DataType::UInt8,
        Number::Int(2, true) => DataType::Int16,
        Number::Int(2, false) => DataType::UInt16,
        Number::Int(4, true) => DataType::Int32,
        Number::Int(4, false) => DataType::UInt32,
        Number::Int(_, true) => DataType::Int64,
        Number::Int(_, false) => DataType::UInt64,
        Number::F32 => DataType::Float32,
        Number::F64 => DataType::Float64,
    }
}

/// The type of a column of results.
pub(super) fn default_type(item: &Item) -> DataType {
    match item {
        Item::Number(number) | Item::Optional(number) => plain(*number),
        Item::Str => DataType::Utf8,
        Item::Bytes => DataType::Binary,
        Item::List(number) => DataType::List(Arc::new(Field::new("item", plain(*number), false))),
        Item::Wide => DataType::Decimal128(38, 0),
        Item::Struct(fields) => {
            let field = |(name, item): &(String, Item)| {
                Field::new(name, default_type(item), matches!(item, Item::Optional(_)))
            };
            DataType::Struct(fields.iter().map(field).collect())
        }
    }
}

/// Whether a column of this type may have a result.
pub(super) fn may_have(item: &Item, ty: &DataType) -> bool {
    match item {
        Item::Number(number) | Item::Optional(number) => holds(*number, ty),
        Item::Wide => matches!(ty, DataType::Decimal128(..)),
        Item::Str | Item::Bytes | Item::List(_) | Item::Struct(_) => *ty == default_type(item),
    }
}

/// A column, or a part of one, that a loop reads.
enum Input {
    Rows(Buffer),
    Bits(BooleanBuffer),
    Texts(ScalarBuffer<i32>, Buffer),
}

/// The columns of a batch, as a loop reads them.
pub(super) struct Inputs {
    list: Vec<Input>,
    /// Which rows have no null where the function takes none.
    pub nulls: Option<NullBuffer>,
}

/// Booleans as a byte each.
fn unpacked(bits: &BooleanBuffer) -> Buffer {
    Buffer::from_vec(bits.iter().map(u8::from).collect::<Vec<u8>>())
}

impl Inputs {
    /// The columns of a batch.
    ///
    /// # Errors
    /// A sentence about the column that is not of the type that the function takes.
    pub(super) fn new(params: &[Item], columns: &[ArrayRef]) -> Result<Inputs, String> {
        let mut inputs = Inputs { list: Vec::new(), nulls: None };
        for (n, (item, column)) in params.iter().zip(columns).enumerate() {
            let refused = |why: String| format!("column {}: {why}", n + 1);
            inputs.add(item, &**column).map_err(refused)?;
        }
        let is_whole = inputs.nulls.as_ref().is_some_and(|nulls| nulls.null_count() == 0);
        if is_whole {
            inputs.nulls = None;
        }
        Ok(inputs)
    }

    /// What a loop is lent of it.
    pub(super) fn lent(&self) -> impl Iterator<Item = Lent<'_>> {
        self.list.iter().map(|input| match input {
            Input::Rows(bytes) => Lent::Rows(bytes),
            Input::Bits(bits) => Lent::Bits(bits.values(), bits.offset()),
            Input::Texts(offsets, bytes) => Lent::Texts(offsets, bytes),
        })
    }

    /// A byte for each row: whether it has no null.
    pub(super) fn mask(&self) -> Option<Buffer> {
        self.nulls.as_ref().map(|nulls| unpacked(nulls.inner()))
    }

    fn add(&mut self, item: &Item, column: &dyn Array) -> Result<(), String> {
        let refused = || format!("{} where the function takes {}", column.data_type(), default_type(item));
        if let Item::Optional(number) = item {
            self.list.push(match column.as_boolean_opt() {
                Some(booleans) if *number == Number::Bool => Input::Bits(booleans.values().clone()),
                _ => Input::Rows(numbers(*number, column).ok_or_else(refused)?),
            });
            let all = || Buffer::from_vec(vec![1u8; column.len()]);
            self.list.push(Input::Rows(column.nulls().map_or_else(all, |nulls| unpacked(nulls.inner()))));
            return Ok(());
        }
        self.nulls = NullBuffer::union(self.nulls.as_ref(), column.nulls());
        let input = match item {
            Item::Number(number) | Item::Optional(number) => numbers(*number, column).map(Input::Rows),
            Item::Wide if matches!(column.data_type(), DataType::Decimal128(..)) => {
                Some(Input::Rows(rows(column, 16)))
            }
            Item::Wide => None,
            Item::Str => strings_in(column)?,
            Item::Bytes => bytes_in(column)?,
            Item::List(number) => lists_in(*number, column)?,
            Item::Struct(fields) => {
                let column = column.as_struct_opt().ok_or_else(refused)?;
                return self.structure(fields, column);
            }
        };
        self.list.push(input.ok_or_else(refused)?);
        Ok(())
    }

    fn structure(&mut self, fields: &[(String, Item)], column: &StructArray) -> Result<(), String> {
        for (name, item) in fields {
            let found = column.fields().iter().position(|field| same_name(name, field.name()));
            let at = found.ok_or_else(|| format!("there is no field {name}"))?;
            self.add(item, column.column(at)).map_err(|why| format!("field {name}: {why}"))?;
        }
        Ok(())
    }
}

/// The numbers of a column, if it has such.
fn numbers(number: Number, column: &dyn Array) -> Option<Buffer> {
    if !holds(number, column.data_type()) {
        return None;
    }
    match column.as_boolean_opt() {
        Some(booleans) => Some(unpacked(booleans.values())),
        None => Some(rows(column, number.bytes() as usize)),
    }
}

/// The bytes of a column of which each row has so many.
fn rows(column: &dyn Array, width: usize) -> Buffer {
    let data = column.to_data();
    data.buffers()[0].slice_with_length(data.offset() * width, data.len() * width)
}

/// A column of strings, if it is one.
fn strings_in(column: &dyn Array) -> Result<Option<Input>, String> {
    match (column.as_string_opt::<i32>(), column.as_string_opt::<i64>()) {
        (Some(strings), _) => texts(strings.offsets(), strings.values()).map(Some),
        (None, Some(strings)) => texts(strings.offsets(), strings.values()).map(Some),
        (None, None) => Ok(None),
    }
}

/// A column of bytes, if it is one.
fn bytes_in(column: &dyn Array) -> Result<Option<Input>, String> {
    match (column.as_binary_opt::<i32>(), column.as_binary_opt::<i64>()) {
        (Some(bytes), _) => texts(bytes.offsets(), bytes.values()).map(Some),
        (None, Some(bytes)) => texts(bytes.offsets(), bytes.values()).map(Some),
        (None, None) => Ok(None),
    }
}

/// A column of lists of numbers, if it is one.
fn lists_in(number: Number, column: &dyn Array) -> Result<Option<Input>, String> {
    match (column.as_list_opt::<i32>(), column.as_list_opt::<i64>()) {
        (Some(lists), _) => list(number, lists.offsets(), lists.values()),
        (None, Some(lists)) => list(number, lists.offsets(), lists.values()),
        (None, None) => Ok(None),
    }
}

/// The first and the last offset, of which there is always one.
fn ends<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> (usize, usize) {
    (offsets[0].as_usize(), offsets[offsets.len() - 1].as_usize())
}

/// Offsets that begin at 0, of 4 bytes, and the part of what they lead into that they need.
fn rebased<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> Result<(ScalarBuffer<i32>, usize), String> {
    let first = ends(offsets).0;
    let offset = |at: &O| i32::try_from(at.as_usize() - first);
    let list: Result<Vec<i32>, _> = offsets.iter().map(offset).collect();
    let list = list.map_err(|_| "it has more than 2^31 bytes or elements; a batch must be smaller")?;
    Ok((ScalarBuffer::from(list), first))
}

fn texts<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>, bytes: &Buffer) -> Result<Input, String> {
    let (list, first) = short(offsets)?;
    Ok(Input::Texts(list, bytes.slice(first)))
}

/// Offsets as a loop reads them, and how much of what they lead into comes before the first: those of Arrow
/// where they are of 4 bytes and begin at 0.
fn short<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> Result<(ScalarBuffer<i32>, usize), String> {
    if O::IS_LARGE || ends(offsets).0 != 0 {
        return rebased(offsets);
    }
    let inner = offsets.inner();
    Ok((ScalarBuffer::new(inner.inner().clone(), 0, inner.len()), 0))
}

/// Lists of numbers; `None` if they are of something else.
fn list<O: OffsetSizeTrait>(
    number: Number,
    offsets: &OffsetBuffer<O>,
    values: &ArrayRef,
) -> Result<Option<Input>, String> {
    let (first, last) = ends(offsets);
    let used = values.slice(first, last - first);
    if used.null_count() > 0 {
        return Err("its lists have null elements".into());
    }
    let Some(bytes) = numbers(number, &used) else { return Ok(None) };
    let (list, _) = short(offsets)?;
    Ok(Some(Input::Texts(list, bytes)))
}

/// So many zeros, aligned for every type of Arrow's.
///
/// # Errors
/// The system has no memory.
fn zeroed(bytes: usize) -> Result<MutableBuffer, String> {
    let words = bytes.div_ceil(size_of::<i128>());
    let mut zeros: Vec<i128> = Vec::new();
    zeros.try_reserve_exact(words).map_err(|e| e.to_string())?;
    zeros.resize(words, 0);
    let mut zeros = MutableBuffer::from(zeros);
    zeros.truncate(bytes);
    Ok(zeros)
}

/// What a loop writes.
pub(super) enum Output {
    Rows(MutableBuffer),
    Texts(Appended),
}

impl Output {
    /// Room for what a loop accesses so in so many rows; `None` for what it reads.
    ///
    /// # Errors
    /// The system has no memory.
    pub(super) fn new(access: Access, rows: usize) -> Result<Option<Output>, String> {
        let zeros = |bytes: Option<usize>| {
            let bytes = bytes.ok_or("the batch is too large")?;
            zeroed(bytes).map(|zeros| Some(Output::Rows(zeros)))
        };
        match access {
            Access::Write(n) => zeros(rows.checked_mul(n as usize)),
            Access::Bits => zeros(Some(rows.div_ceil(8))),
            Access::Append(_) => Ok(Some(Output::Texts(Appended::new(rows)))),
            Access::Read(_) | Access::Own(_) | Access::Texts(_) => Ok(None),
            Access::Groups | Access::States | Access::Elements(_) => Ok(None),
        }
    }

    pub(super) fn lent(&mut self) -> Lent<'_> {
        match self {
            Output::Rows(bytes) => Lent::Out(bytes.as_slice_mut()),
            Output::Texts(texts) => Lent::Append(texts),
        }
    }
}

/// What a loop has written, one column after the other.
pub(super) struct Outputs {
    list: std::vec::IntoIter<Output>,
    rows: usize,
}

impl Outputs {
    pub(super) fn new(list: Vec<Output>, rows: usize) -> Outputs {
        Outputs { list: list.into_iter(), rows }
    }

    fn bytes(&mut self) -> Result<Buffer, String> {
        match self.list.next() {
            Some(Output::Rows(bytes)) => Ok(bytes.into()),
            Some(Output::Texts(_)) | None => Err("internal error: a column is of another kind".into()),
        }
    }

    fn texts(&mut self) -> Result<(OffsetBuffer<i32>, Buffer), String> {
        match self.list.next() {
            Some(Output::Texts(Appended { offsets, bytes, .. })) => {
                Ok((OffsetBuffer::new(ScalarBuffer::from(offsets)), Buffer::from_vec(bytes)))
            }
            Some(Output::Rows(_)) | None => Err("internal error: a column is of another kind".into()),
        }
    }

    fn bits(&mut self) -> Result<BooleanBuffer, String> {
        Ok(BooleanBuffer::new(self.bytes()?, 0, self.rows))
    }

    fn numbers(
        &mut self,
        number: Number,
        ty: &DataType,
        nulls: impl FnOnce(&mut Outputs) -> Result<Option<NullBuffer>, String>,
    ) -> Result<ArrayRef, String> {
        if number == Number::Bool {
            let bits = self.bits()?;
            return Ok(Arc::new(BooleanArray::new(bits, nulls(self)?)));
        }
        let bytes = self.bytes()?;
        let nulls = nulls(self)?;
        fixed(ty, self.rows, bytes, nulls)
    }

    /// The array of a result, with the rows that are null whatever was written.
    ///
    /// # Errors
    /// A defect of Purlin.
    pub(super) fn array(
        &mut self,
        item: &Item,
        ty: &DataType,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, String> {
        match item {
            Item::Number(number) => self.numbers(*number, ty, |_| Ok(nulls)),
            Item::Optional(number) => self.numbers(*number, ty, |outputs| {
                Ok(Some(NullBuffer::new(outputs.bits()?)).filter(|nulls| nulls.null_count() > 0))
            }),
            Item::Wide => {
                let bytes = self.bytes()?;
                fixed(ty, self.rows, bytes, nulls)
            }
            Item::Str => {
                let (offsets, bytes) = self.texts()?;
                strings(offsets, bytes, nulls)
            }
            Item::Bytes => {
                let (offsets, bytes) = self.texts()?;
                Ok(Arc::new(BinaryArray::new(offsets, bytes, nulls)))
            }
            Item::List(number) => {
                let (offsets, bytes) = self.texts()?;
                let len = bytes.len() / number.bytes() as usize;
                let elements = fixed(&plain(*number), len, bytes, None)?;
                let field = Arc::new(Field::new("item", plain(*number), false));
                Ok(Arc::new(ListArray::new(field, offsets, elements, nulls)))
            }
            Item::Struct(fields) => {
                let DataType::Struct(types) = ty else { return Err("internal error: no structure".into()) };
                self.structure(fields, types, nulls)
            }
        }
    }

    fn structure(
        &mut self,
        fields: &[(String, Item)],
        types: &Fields,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, String> {
        let both = fields.iter().zip(types);
        let columns = both.map(|((_, item), field)| self.array(item, field.data_type(), nulls.clone()));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let made = StructArray::try_new(types.clone(), columns, nulls).map_err(|e| e.to_string())?;
        Ok(Arc::new(made))
    }
}

/// An array of which each row has the same bytes.
fn fixed(ty: &DataType, rows: usize, bytes: Buffer, nulls: Option<NullBuffer>) -> Result<ArrayRef, String> {
    let data = ArrayData::builder(ty.clone()).len(rows).nulls(nulls).add_buffer(bytes).align_buffers(true);
    Ok(make_array(data.build().map_err(|e| e.to_string())?))
}

/// Strings, of which those that are no UTF-8 have U+FFFD in its place.
fn strings(offsets: OffsetBuffer<i32>, bytes: Buffer, nulls: Option<NullBuffer>) -> Result<ArrayRef, String> {
    if let Ok(strings) = StringArray::try_new(offsets.clone(), bytes.clone(), nulls.clone()) {
        return Ok(Arc::new(strings));
    }
    // A byte that is no UTF-8 becomes three.
    if bytes.len() > i32::MAX as usize / 3 {
        return Err("a result has more than 2^31 / 3 bytes of strings, and some are no UTF-8".into());
    }
    let text = |n: usize| {
        let valid = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(n));
        let part = || String::from_utf8_lossy(&bytes[offsets[n] as usize..offsets[n + 1] as usize]);
        valid.then(part)
    };
    let strings: StringArray = (0..offsets.len() - 1).map(text).collect();
    Ok(Arc::new(strings))
}

/// The rows that are null because an input is, or because they are bad.
pub(super) fn without(nulls: Option<&NullBuffer>, bad: &[usize], rows: usize) -> Option<NullBuffer> {
    if bad.is_empty() {
        return nulls.cloned();
    }
    let mut bits = BooleanBufferBuilder::new(rows);
    match nulls {
        Some(nulls) => bits.append_buffer(nulls.inner()),
        None => bits.append_n(rows, true),
    }
    bad.iter().for_each(|row| bits.set_bit(*row, false));
    Some(NullBuffer::new(bits.finish()))
}
