//! The tables of a module that grow while its isolates run: natives, and what types are dispatched to.
//!
//! A table publishes an entry before any code can name it, and never changes it. Knows nothing of what calls
//! the functions.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::native::Native;
use crate::table::{Full, Reservation, Table};
use crate::types::TypeNo;

/// Functions of a module, at most.
pub const MOST_FUNCTIONS: usize = 1 << 20;
/// Natives of a module, at most.
pub const MOST_NATIVES: usize = 1 << 16;
/// Elements of the rows of dispatch, and of those of `implements`, that a module has addresses for: at least.
const ROW_ELEMENTS: usize = 1 << 28;
/// Types that a module can gain, at least; 65,535 with rows of usual length.
const LEAST_TYPES: usize = 1 << 10;

/// See the file's header.
#[derive(Debug)]
pub struct Tables {
    pub natives: Table<Native>,
    /// Addresses of the natives that have a form for registers, by number; 0 for the others.
    pub direct: Table<usize>,
    pub rows: Rows,
    /// How often the module has grown.
    growths: AtomicUsize,
}

impl Tables {
    /// The tables of a module that is linked with these. They can grow up to the maxima of this file.
    ///
    /// # Errors
    /// The system gives no address space.
    pub fn new(natives: Vec<Native>, rows: Rows) -> io::Result<Tables> {
        Ok(Tables {
            direct: Table::new(MOST_NATIVES, natives.iter().map(Native::direct_address))?,
            natives: Table::new(MOST_NATIVES, natives)?,
            rows,
            growths: AtomicUsize::new(0),
        })
    }

    /// How often the module has grown: no code has the number of a function that it gained after the last
    /// time.
    #[inline]
    pub(crate) fn growths(&self) -> usize {
        self.growths.load(Ordering::Acquire)
    }

    /// Says that the module has grown: after all of what it gained is published, and before any of it is told
    /// of.
    pub fn note_growth(&self) {
        self.growths.fetch_add(1, Ordering::Release);
    }

    /// Adds a native that is bound: its number.
    pub fn add_native(&self, native: Native) -> Result<usize, Full> {
        self.direct.push(native.direct_address())?;
        self.natives.push(native)
    }
}

/// The rows of dispatch and of `implements`: what is at a row plus a type's number.
///
/// The rows of the module as it was linked lie one after the other. A type that is added later has a
/// *column*: its number is a multiple of the stride, which is larger than any row, so that the elements of
/// all rows for that type lie together after everything there was before. Code addresses both in the same
/// way.
#[derive(Debug)]
pub struct Rows {
    dispatch: Reservation,
    implements: Reservation,
    stride: u32,
    /// Columns that were added.
    columns: Mutex<u32>,
}

/// What a type that is added has in the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Rows of selectors, and the functions that implement them for the type.
    pub methods: Vec<(u32, u32)>,
    /// Rows of the interfaces that the type implements.
    pub interfaces: Vec<u32>,
}

impl Rows {
    /// The rows as they are linked. No row begins at or behind the stride.
    ///
    /// # Errors
    /// The system gives no address space.
    pub fn new(dispatch: &[u32], implements: &[u8], stride: u32) -> io::Result<Rows> {
        let stride = stride.max(dispatch.len().max(implements.len()).max(1) as u32);
        let linked = stride as usize;
        let elements = ROW_ELEMENTS.max(linked.saturating_mul(LEAST_TYPES)).min(u32::MAX as usize);
        let reserve = |bytes: usize, used: usize| {
            Reservation::new(elements.saturating_mul(bytes), used.saturating_mul(bytes))
        };
        let rows = Rows {
            dispatch: reserve(size_of::<u32>(), dispatch.len())?,
            implements: reserve(size_of::<u8>(), implements.len())?,
            stride,
            columns: Mutex::new(0),
        };
        // SAFETY: both are open for as many elements, and no one else knows them yet.
        unsafe {
            rows.dispatch.base().cast::<u32>().copy_from(dispatch.as_ptr(), dispatch.len());
            rows.implements.base().copy_from(implements.as_ptr(), implements.len());
        }
        Ok(rows)
    }

    /// The distance between the numbers of types that are added. The first is the stride itself.
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// How many more types there can be.
    pub fn room(&self) -> usize {
        let columns = *self.columns.lock().unwrap_or_else(PoisonError::into_inner);
        let elements = (self.dispatch.bytes() / size_of::<u32>()).min(self.implements.bytes());
        (elements / self.stride as usize).saturating_sub(columns as usize + 1)
    }

    /// Adds a type: its number. Nothing may use the number before this returns. The rows of `column` are
    /// those of the module.
    ///
    /// # Errors
    /// The table is full, or a row is none.
    pub fn add(&self, column: &Column) -> Result<TypeNo, Full> {
        let mut columns = self.columns.lock().unwrap_or_else(PoisonError::into_inner);
        let ty = self.stride.checked_mul(*columns + 1).ok_or(Full)?;
        let rows = column.methods.iter().map(|(row, _)| row).chain(&column.interfaces);
        if rows.into_iter().any(|row| *row >= self.stride) {
            return Err(Full);
        }
        let end = ty as usize + self.stride as usize;
        self.dispatch.open(end * size_of::<u32>())?;
        self.implements.open(end)?;
        let dispatch = self.dispatch.base().cast::<u32>();
        for (row, func) in &column.methods {
            // SAFETY: rows are less than the stride, and so much is open. Code reads the column only once it
            // has the type's number, which is after this.
            unsafe { dispatch.add((ty + row) as usize).write(*func) };
        }
        for row in &column.interfaces {
            // SAFETY: rows of interfaces are less than the stride too, and `implements` is open up to the end
            // of this column, which no code reads before it has the type's number.
            unsafe { self.implements.base().add((ty + row) as usize).write(1) };
        }
        *columns += 1;
        Ok(ty)
    }

    /// Lets code read the rows of types that isolates make, which have no methods: see
    /// [`crate::types::Types::make`].
    ///
    /// # Errors
    /// The system gives no memory.
    pub(crate) fn open_made(&self) -> Result<(), Full> {
        let _columns = self.columns.lock().unwrap_or_else(PoisonError::into_inner);
        self.dispatch.open(self.stride as usize * size_of::<u32>())?;
        self.implements.open(self.stride as usize)
    }

    /// For `VmCtx::dispatch`.
    pub fn dispatch(&self) -> *const u32 {
        self.dispatch.base().cast()
    }

    /// For `VmCtx::implements`.
    pub fn implements(&self) -> *const u8 {
        self.implements.base()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    fn dispatched(rows: &Rows, row: u32, ty: TypeNo) -> (u32, u8) {
        let at = (row + ty) as usize;
        // SAFETY: the tests ask for rows and types that there are.
        unsafe { (*rows.dispatch().add(at), *rows.implements().add(at)) }
    }

    #[test]
    fn types_are_added_while_others_dispatch() {
        // Two selectors and two interfaces over three types.
        let rows = Rows::new(&[0, 10, 11, 0, 20, 21], &[0, 1, 0, 0, 0, 1], 64).unwrap();
        let known: Table<TypeNo> = Table::new(5000, vec![1, 2]).unwrap();
        let check = |ty: TypeNo| {
            let n = if ty < 64 { ty + 9 } else { ty };
            assert_eq!(dispatched(&rows, 0, ty).0, n);
            assert_eq!(dispatched(&rows, 3, ty), (if ty < 64 { n + 10 } else { n + 1 }, u8::from(ty != 1)));
        };
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(|| {
                    while known.len() < 3000 {
                        check(*known.last().expect("it has two from the start"))
                    }
                });
            }
            while known.len() < 3000 {
                let ty = (known.len() as u32 - 1) * 64;
                let column = Column { methods: vec![(0, ty), (3, ty + 1)], interfaces: vec![3] };
                assert_eq!(rows.add(&column), Ok(ty));
                known.push(ty).unwrap();
            }
        });
        known.iter().for_each(|ty| check(*ty));
    }

    #[test]
    fn rows_outside_the_stride_are_refused() {
        let rows = Rows::new(&[], &[], 16).unwrap();
        let column = |row| Column { methods: vec![(row, 1)], interfaces: Vec::new() };
        assert_eq!(rows.add(&column(16)), Err(Full));
        assert_eq!(rows.add(&column(15)), Ok(16));
        assert_eq!(rows.add(&Column { methods: Vec::new(), interfaces: vec![16] }), Err(Full));
    }

    #[test]
    fn there_is_an_end_of_types() {
        let rows = Rows::new(&[], &[], 1 << 22).unwrap();
        let room = rows.room();
        assert!(room >= 1000, "{room}");
        assert!((0..room).all(|_| rows.add(&Column::default()).is_ok()));
        assert_eq!((rows.add(&Column::default()), rows.room()), (Err(Full), 0));
    }
}
