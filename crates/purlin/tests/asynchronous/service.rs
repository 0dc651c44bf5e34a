//! What answers in the tests: futures that other threads make ready, in any order, and executors.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// Runs a future on this thread, by hand.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return answer;
        }
        thread::park();
    }
}

/// Runs a future on an executor with one thread.
pub(crate) fn on_one_thread<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

/// Runs a future as a task of an executor with several threads.
pub(crate) fn on_many_threads<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(3).enable_time().build().unwrap();
    runtime.block_on(async { tokio::spawn(future).await.unwrap() })
}

/// A generator of numbers for orders and delays.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// A request that waits for its answer.
#[derive(Clone, Default)]
struct Request(Arc<Mutex<(bool, Option<Waker>)>>);

impl Future for Request {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.lock().unwrap();
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(cx.waker().clone());
        Poll::Pending
    }
}

/// Answers requests from threads of its own, in an order of chance.
#[derive(Clone, Default)]
pub(crate) struct Service {
    open: Arc<Mutex<Vec<Request>>>,
    pub(crate) asked: Arc<AtomicUsize>,
}

impl Service {
    /// With so many threads, which end with the last of those that ask.
    pub(crate) fn new(threads: u64) -> Service {
        let service = Service::default();
        for seed in 0..threads {
            let open = Arc::downgrade(&service.open);
            thread::spawn(move || {
                let mut chance = Chance(seed * 7 + 1);
                while let Some(open) = open.upgrade() {
                    let request = {
                        let mut open = open.lock().unwrap();
                        let len = open.len();
                        (len > 0).then(|| open.swap_remove(chance.below(len)))
                    };
                    match request {
                        None => thread::sleep(Duration::from_micros(50)),
                        Some(request) => answer(&request),
                    }
                }
            });
        }
        service
    }

    /// A request, answered at some time.
    pub(crate) fn ask(&self) -> impl Future<Output = ()> + Send + use<> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let request = Request::default();
        self.open.lock().unwrap().push(request.clone());
        request
    }

    /// Answers all requests now; how many there were.
    pub(crate) fn answer_all(&self) -> usize {
        let all = std::mem::take(&mut *self.open.lock().unwrap());
        all.iter().for_each(answer);
        all.len()
    }

    /// Answers the one request there is, once there is one: on a busy machine it comes late.
    pub(crate) fn answer_one(&self) {
        while self.open() == 0 {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(self.answer_all(), 1);
    }

    /// How many wait.
    pub(crate) fn open(&self) -> usize {
        self.open.lock().unwrap().len()
    }
}

fn answer(request: &Request) {
    let waker = {
        let mut state = request.0.lock().unwrap();
        state.0 = true;
        state.1.take()
    };
    waker.into_iter().for_each(Waker::wake);
}

/// A future that is pending so many times, and woken each time before it returns.
pub(crate) struct Turns(pub(crate) u32);

impl Future for Turns {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.0 == 0 {
            return Poll::Ready(());
        }
        self.0 -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// Counts the futures that exist.
#[derive(Clone, Default)]
pub(crate) struct Census(Arc<AtomicUsize>);

pub(crate) struct Counted(Arc<AtomicUsize>);

impl Census {
    pub(crate) fn one(&self) -> Counted {
        self.0.fetch_add(1, Ordering::SeqCst);
        Counted(self.0.clone())
    }

    pub(crate) fn alive(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Calls `f` after a time, on another thread.
pub(crate) fn after(time: Duration, f: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        thread::sleep(time);
        f();
    })
}

/// Waits until something holds, at most ten seconds.
pub(crate) fn until(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(10), "it does not come");
        thread::sleep(Duration::from_micros(100));
    }
}
