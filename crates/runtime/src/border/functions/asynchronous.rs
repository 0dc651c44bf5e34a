//! Asynchronous functions of a host: closures that give a future. A call reads its arguments, begins the
//! future and polls it once; if it is not ready, its fiber parks, and the call is made again when the answer
//! is there.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use purlin_base::EntityRef as _;

use super::super::data::sealed::{SlotReader, Token, TypeList, Words};
use super::super::data::{FromGuest, HostData, needs_cursor};
use super::super::digest::Digest;
use super::super::error::DataError;
use super::super::lists::HostAnswer;
use super::super::plan::Image;
use super::super::play::Replayed;
use super::super::read::{Account, Reader, StructReader};
use super::super::recording::Log;
use super::super::tape::Tape;
use super::super::types::TypeBuilder;
use super::super::value::Value;
use super::answers::{Answers, ValuesFuture, arguments};
use super::{Bound, Crossing, put, write_answer};
use crate::native::{Answer, Caller, HostCode, Stop, panic_text};
use crate::trap::{Trap, TrapKind};
use crate::vm::{Answered, HostCall, Vm, Waiting};

/// An asynchronous function that a host gives to guests: a closure that gives a future with a
/// [`HostAnswer`], with parameters that are read from guests and owned by the future. It sees no state of the
/// isolate's: what calls share is for the closure to capture, in an `Arc`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no asynchronous host function",
    note = "its parameters are owned and implement `FromGuest`, six at most; its future is `Send` and `'static`"
)]
pub trait AsyncHostFn<Marker>: Send + Sync + 'static {
    #[doc(hidden)]
    fn bind_async(self) -> Bound;
}

/// Where arguments are read from.
enum Source<'r, 'a> {
    Slots(SlotReader<'r>),
    Fields(&'r mut StructReader<'a>),
}

/// A future that waits, and its answer.
struct Running<F: Future> {
    future: Pin<Box<F>>,
    answer: Option<F::Output>,
}

impl<F: Future<Output: Send> + Send + 'static> HostCall for Running<F> {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.future.as_mut().poll(cx).map(|answer| self.answer = Some(answer))
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// What becomes of a future that is polled first.
enum First<F: Future> {
    Ready(F::Output),
    Waits(Pin<Box<F>>),
}

/// A function in a module.
struct Code {
    crossing: Crossing,
    name: Arc<str>,
    /// Whether arguments, and results, cross in slots.
    in_slots: (bool, bool),
    /// Whether the arguments are numbers and booleans only.
    plain: bool,
}

fn host(message: impl Into<String>) -> Stop {
    Stop::end(Trap::new(TrapKind::Host, message))
}

impl Code {
    /// A call, which is made again after the fiber has parked.
    fn called<T, F>(
        &self,
        caller: &mut Caller<'_>,
        slots: &mut [u64],
        read: impl FnOnce(Source<'_, '_>) -> Result<T, DataError>,
    ) -> Answer
    where
        T: FnOnce() -> F,
        F: Future<Output: HostAnswer + Send> + Send + 'static,
    {
        let vm = caller.vm();
        let fiber = vm.scheduler.fiber_id();
        match vm.pending.take(fiber) {
            Waiting::NoCall => self.begin(caller, slots, read),
            Waiting::Still => Err(Stop::Park),
            Waiting::Answered(answered) => self.finish::<F>(caller, slots, answered),
        }
    }

    fn begin<T, F>(
        &self,
        caller: &mut Caller<'_>,
        slots: &mut [u64],
        read: impl FnOnce(Source<'_, '_>) -> Result<T, DataError>,
    ) -> Answer
    where
        T: FnOnce() -> F,
        F: Future<Output: HostAnswer + Send> + Send + 'static,
    {
        let vm = caller.vm();
        let (fiber, number) = (vm.scheduler.fiber_id(), vm.pending.next_number());
        if !vm.pending.log.is_off() {
            self.note_call(vm, slots, number)?;
        }
        let (begin, bytes) = self.arguments(caller, slots, read)?;
        let vm = caller.vm();
        vm.fiber().waits_for = "host call";
        if let Log::Replay(replay) = &mut vm.pending.log {
            drop(begin);
            let Some(event) = replay.next_at_once(number) else {
                vm.pending.insert(fiber, number, None, bytes);
                return Err(Stop::Park);
            };
            return self.replayed(caller, slots, event);
        }
        let waker = vm.pending.waker(fiber, number);
        let task = Waker::from(waker.clone());
        let first = catch_unwind(AssertUnwindSafe(|| {
            let mut future = Box::pin(begin());
            match future.as_mut().poll(&mut Context::from_waker(&task)) {
                Poll::Ready(answer) => First::Ready(answer),
                Poll::Pending => First::Waits(future),
            }
        }));
        drop(task);
        let answer = match first {
            Ok(First::Waits(future)) => {
                let running = Box::new(Running { future, answer: None });
                vm.pending.insert(fiber, number, Some((running, waker)), bytes);
                return Err(Stop::Park);
            }
            Ok(First::Ready(answer)) => Ok(answer),
            Err(panic) => Err(host(panic_text(&*panic))),
        };
        vm.pending.give_back(waker);
        let event = match &vm.pending.log {
            Log::Off => None,
            Log::Record(_) | Log::Replay(_) => {
                let now = vm.moment();
                vm.pending.log.answers(number, None, now)
            }
        };
        self.write(caller, slots, answer, event)
    }

    /// Records a call that begins, or compares it with the one that was recorded.
    fn note_call(&self, vm: &mut Vm, slots: &[u64], number: u64) -> Answer {
        let (digest, now, place) = (self.digest(vm, slots), vm.moment(), vm.scheduler.fiber_id().index());
        vm.pending.log.begins(number, &self.name, digest, now, place).map_err(host)?;
        if vm.pending.log.bytes() > vm.limits.heap_bytes as u64 {
            let why = "out of memory: the recording of answers is larger than the memory limit";
            return Err(Stop::end(Trap::new(TrapKind::OutOfMemory, why)));
        }
        Ok(())
    }

    /// The digest of a call's arguments.
    fn digest(&self, vm: &Vm, slots: &[u64]) -> u64 {
        let Crossing { types, params, .. } = &self.crossing;
        if self.plain {
            return Digest::of_words(&slots[..params.slots]);
        }
        let mut image = Image::new();
        let image = image.zeros(params.words);
        params.gather(slots, image);
        let account = Account::new(vm.limits.heap_bytes, false);
        // SAFETY: the plan is of the types that the front end declared, and the image is one of it. What the
        // slots lead to is kept alive by them, and nothing writes guest memory while it is read.
        let reader = unsafe { Reader::of_image(types, &account, &params.items, image) };
        Digest::of_list(reader, params.items.len())
    }

    /// Reads the arguments: what begins the future, and how many bytes the host holds for it. What all calls
    /// that wait hold is within the memory limit.
    fn arguments<T>(
        &self,
        caller: &mut Caller<'_>,
        slots: &[u64],
        read: impl FnOnce(Source<'_, '_>) -> Result<T, DataError>,
    ) -> Result<(T, u64), Stop> {
        let Crossing { types, params, .. } = &self.crossing;
        let vm = caller.vm();
        let room = (vm.limits.heap_bytes as u64).saturating_sub(vm.pending.bytes());
        let account = Account::new(usize::try_from(room).unwrap_or(usize::MAX), false);
        if self.in_slots.0 {
            // SAFETY: the slots are of the front end's types, which fit. They keep alive what they lead to,
            // and nothing writes guest memory while it is read.
            let begin = read(Source::Slots(unsafe { SlotReader::new(slots, &account) }));
            caller.charge(account.units());
            return Ok((begin.map_err(DataError::stop)?, room - account.left()));
        }
        let mut image = Image::new();
        let image = image.zeros(params.words);
        params.gather(slots, image);
        // SAFETY: the plan is of the types that the front end declared, and the image is one of it. What the
        // slots lead to is kept alive by them, and nothing writes guest memory while it is read.
        let reader = unsafe { Reader::of_image(types, &account, &params.items, image) };
        let begin = reader.structure().and_then(|mut fields| read(Source::Fields(&mut fields)));
        caller.charge(account.units());
        Ok((begin.map_err(DataError::stop)?, room - account.left()))
    }

    /// The call is made again, and its answer is there.
    fn finish<F: Future<Output: HostAnswer + Send> + Send + 'static>(
        &self,
        caller: &mut Caller<'_>,
        slots: &mut [u64],
        answered: Answered,
    ) -> Answer {
        let Answered { call, panic, event } = answered;
        let Some(mut call) = call else {
            let event = event.ok_or_else(|| host("a call has no answer"))?;
            return self.replayed(caller, slots, event);
        };
        if let Some(panic) = panic {
            return self.write::<F::Output>(caller, slots, Err(host(panic)), event);
        }
        let running = call.as_any().downcast_mut::<Running<F>>();
        let answer = running.and_then(|running| running.answer.take());
        let answer = answer.ok_or_else(|| {
            let defect = "the answer of a host call is another function's";
            Stop::end(Trap::new(TrapKind::Internal, defect))
        })?;
        drop(call);
        self.write(caller, slots, Ok(answer), event)
    }

    /// Writes a recorded answer.
    fn replayed(&self, caller: &mut Caller<'_>, slots: &mut [u64], event: usize) -> Answer {
        let value = match &mut caller.vm().pending.log {
            Log::Replay(replay) => replay.value(event),
            Log::Off | Log::Record(_) => None,
        };
        let none = || host(format!("the recording has no value for this answer of {}", self.name));
        write_answer(caller, &self.crossing, slots, Replayed(value.ok_or_else(none)?)).map_err(no_raise)
    }

    /// Writes the results of a call, and keeps them if there is a recording.
    fn write<R: HostAnswer>(
        &self,
        caller: &mut Caller<'_>,
        slots: &mut [u64],
        answer: Result<R, Stop>,
        event: Option<usize>,
    ) -> Answer {
        let Some(event) = event else {
            let answer = answer?;
            let written = match self.in_slots.1 {
                true => put(caller, answer, slots),
                false => write_answer(caller, &self.crossing, slots, answer),
            };
            return written.map_err(no_raise);
        };
        caller.vm().pending.tape = Some(Tape::default());
        let written =
            answer.and_then(|answer| write_answer(caller, &self.crossing, slots, answer)).map_err(no_raise);
        let pending = &mut caller.vm().pending;
        if let Some(tape) = pending.tape.take() {
            pending.log.keep(event, tape.ended(&written));
        }
        written
    }
}

/// A function without a call cannot have begun to raise.
fn no_raise(stop: Stop) -> Stop {
    match stop {
        Stop::Raise => host("an asynchronous host function cannot raise"),
        other => other,
    }
}

/// The code of an asynchronous function over values, whose last result may be an error.
pub(super) fn values_code<F>(crossing: Crossing, function: Arc<F>, fails: bool) -> Box<HostCode>
where
    F: Fn(Vec<Value>) -> ValuesFuture + Send + Sync + 'static,
{
    let code = Code { name: crossing.name.clone(), crossing, in_slots: (false, false), plain: false };
    Box::new(move |caller: &mut Caller<'_>, slots: &mut [u64]| {
        let (function, count) = (function.clone(), code.crossing.params.items.len());
        code.called(caller, slots, |from| {
            let args = match from {
                Source::Fields(fields) => arguments(fields, count)?,
                Source::Slots(_) => return Err(needs_cursor()),
            };
            Ok(move || async move { Answers::new(function(args).await, fails) })
        })
    })
}

macro_rules! async_host_fns {
    ($(($($name:ident)*))*) => { $(
        impl<Func, Fut, $($name: FromGuest),*> AsyncHostFn<($($name,)*)> for Func
        where
            Func: Fn($($name),*) -> Fut + Send + Sync + 'static,
            Fut: Future + Send + 'static,
            Fut::Output: HostAnswer + Send + 'static,
        {
            #[allow(non_snake_case, unused_variables, unused_mut, unused_assignments, clippy::unused_unit)]
            fn bind_async(self) -> Bound {
                let function = Arc::new(self);
                let make = move |crossing: Crossing| -> Box<HostCode> {
                    let function = function.clone();
                    let words = const { Words::EMPTY$(.and(<$name as HostData>::WORDS))* };
                    let data = &crossing.types.data;
                    let takes = words.fit(&crossing.params, data);
                    let gives = <Fut::Output as HostAnswer>::WORDS.fit(&crossing.results, data);
                    let plain = takes && !words.has_references();
                    let code = Code { name: crossing.name.clone(), crossing, in_slots: (takes, gives), plain };
                    Box::new(move |caller: &mut Caller<'_>, slots: &mut [u64]| {
                        let function = &*function;
                        code.called(caller, slots, |from| {
                            let ($($name,)*) = match from {
                                Source::Slots(from) => {
                                    let mut at = 0;
                                    ($({
                                        let value = <$name as FromGuest>::from_slots(from.after(at), Token(()))?;
                                        at += <$name as HostData>::WORDS.slots();
                                        value
                                    },)*)
                                }
                                Source::Fields(fields) => {
                                    ($(<$name as FromGuest>::read(fields.field()?)?,)*)
                                }
                            };
                            Ok(move || function($($name),*))
                        })
                    })
                };
                let mut builder = TypeBuilder::default();
                let params = vec![$($name::host_type(&mut builder)),*];
                let TypeList { types: results, tuple } = <Fut::Output as HostAnswer>::types(Token(()));
                Bound { params, results, tuple, make: Arc::new(make) }
            }
        }
    )* };
}

async_host_fns!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
