//! Fuzzing of reader and writer as plain loops: random texts, bent and broken, read whole and in chunks at
//! every level, and random values written in every layout; sources end where a page does, allocations end
//! in a fence, and memory is counted. A run takes a second each unless `PURLIN_JSON_FUZZ` gives the
//! seconds.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

use common::{Random, SHAPES, made_files, read_whole, real_files, shape};
use purlin_json::{
    Document, FloatLayout, Level, NonFinite, ReadOptions, Reader, WriteError, WriteOptions, Writer,
};

/// The system's allocator, with a count of what this thread holds and of the most it has held.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(change: isize) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + change);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

/// What stands behind every allocation, and must still stand there when it is given back: a kernel that
/// writes too far is found.
const FENCE: [u8; 64] = [0xA5; 64];

/// The layout with room for the fence.
fn fenced(layout: Layout) -> Layout {
    Layout::from_size_align(layout.size() + FENCE.len(), layout.align()).expect("not that large")
}

/// # Safety
/// `at` is an allocation of this allocator with this layout, or null.
unsafe fn put_fence(at: *mut u8, size: usize) {
    if !at.is_null() {
        // SAFETY: there is room for the fence behind `size` bytes.
        unsafe { at.add(size).cast::<[u8; 64]>().write_unaligned(FENCE) };
    }
}

/// # Safety
/// As [`put_fence`], not null.
unsafe fn check_fence(at: *mut u8, size: usize) {
    // SAFETY: the fence stands behind `size` bytes.
    if unsafe { at.add(size).cast::<[u8; 64]>().read_unaligned() } != FENCE {
        // Nothing can be trusted any more, not even a panic.
        eprintln!("something was written behind the end of {size} bytes");
        std::process::abort();
    }
}

// SAFETY: everything is passed on to the system's allocator, with room for the fence.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: by the caller.
        unsafe {
            let at = System.alloc(fenced(layout));
            put_fence(at, layout.size());
            at
        }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: by the caller.
        unsafe {
            check_fence(at, layout.size());
            System.dealloc(at, fenced(layout));
        }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: by the caller.
        unsafe {
            check_fence(at, layout.size());
            let at = System.realloc(at, fenced(layout), size + FENCE.len());
            put_fence(at, size);
            at
        }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What `f` holds at its peak beyond what was held before.
fn peak<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.with(Cell::get);
    MOST.with(|most| most.set(before));
    let result = f();
    (result, (MOST.with(Cell::get) - before).max(0) as usize)
}

fn until() -> Instant {
    let seconds = std::env::var("PURLIN_JSON_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    Instant::now() + Duration::from_secs(seconds)
}

fn seed() -> u64 {
    std::env::var("PURLIN_JSON_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0x1234_5678_9ABC_DEF1)
}

/// A piece of a good text, bent: bytes changed, cut out, doubled, or words of the grammar put in.
fn bend(text: &[u8], random: &mut Random) -> Vec<u8> {
    const WORDS: &[&[u8]] = &[
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\"",
        b"\\",
        b"\\u",
        b"\\ud800",
        b"null",
        b"true",
        b"1e999",
        b"-",
        b"0.",
        b"\x00",
        b"\xFF",
        b"\xE2\x80\xA8",
        b"\xF0\x9F",
        b"//",
        b"/*",
        b"NaN",
        b" ",
        b"\n",
        b"[[[[[[[[",
        b"]]]]]]]]",
        b"12345678901234567890123",
        b"0.1234567890123456789012345e-300",
    ];
    let length = [40, 200, 3000, 20_000][random.below(4)].min(text.len());
    let from = if random.below(3) == 0 { 0 } else { random.below(text.len() - length + 1) };
    let mut bent = text[from..from + length].to_vec();
    for _ in 0..random.below(4) {
        let at = random.below(bent.len() + 1);
        match random.below(5) {
            0 if at < bent.len() => bent[at] = random.next() as u8,
            1 if at < bent.len() => bent[at] ^= 1 << random.below(8),
            2 => bent.truncate(at),
            3 => {
                let end = (at + random.below(30)).min(bent.len());
                bent.drain(at..end);
            }
            _ => {
                let word = WORDS[random.below(WORDS.len())];
                bent.splice(at..at, word.iter().copied());
            }
        }
    }
    // Often closed, so that the walk over the index has something to do.
    if random.below(2) == 0 {
        close(&mut bent);
    }
    bent
}

/// Ends an open string and closes what is open, so that a text that was cut is often a good one.
fn close(text: &mut Vec<u8>) {
    let (mut open, mut string, mut escaped) = (Vec::new(), false, false);
    for byte in text.iter() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if string => escaped = true,
            b'"' => string = !string,
            b'{' if !string => open.push(b'}'),
            b'[' if !string => open.push(b']'),
            b'}' | b']' if !string => {
                open.pop();
            }
            _ => {}
        }
    }
    if string {
        text.push(b'"');
    }
    while text.last().is_some_and(|b| matches!(b, b',' | b':' | b' ' | b'-' | b'.' | b'e')) {
        text.pop();
    }
    text.extend(open.iter().rev());
}

/// Memory whose last byte is followed by a page that may not be touched; elsewhere than on Linux, any memory.
#[cfg(target_os = "linux")]
struct Edge(*mut u8, usize);

#[cfg(target_os = "linux")]
impl Edge {
    fn new(size: usize) -> Edge {
        // SAFETY: fresh pages, the last of which is taken away again.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let rights = libc::PROT_READ | libc::PROT_WRITE;
            let at = libc::mmap(std::ptr::null_mut(), size + 4096, rights, flags, -1, 0);
            assert_ne!(at, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(at.cast::<u8>().add(size).cast(), 4096, libc::PROT_NONE), 0);
            Edge(at.cast(), size)
        }
    }

    fn put(&mut self, bytes: &[u8]) -> &[u8] {
        assert!(bytes.len() <= self.1);
        // SAFETY: within the pages; lent until the next call.
        unsafe {
            let at = self.0.add(self.1 - bytes.len());
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len());
            std::slice::from_raw_parts(at, bytes.len())
        }
    }
}

#[cfg(not(target_os = "linux"))]
struct Edge(Vec<u8>);

#[cfg(not(target_os = "linux"))]
impl Edge {
    fn new(_: usize) -> Edge {
        Edge(Vec::new())
    }

    fn put(&mut self, bytes: &[u8]) -> &[u8] {
        self.0 = bytes.to_vec();
        &self.0
    }
}

impl Edge {
    fn put_text(&mut self, text: &str) -> &str {
        std::str::from_utf8(self.put(text.as_bytes())).expect("a copy")
    }
}

fn random_read_options(random: &mut Random) -> ReadOptions {
    let mut flag = |n: usize| random.below(n) == 0;
    let mut options = ReadOptions {
        comments: flag(8),
        trailing_comma: flag(8),
        nan: flag(8),
        control_characters: flag(6),
        many: flag(8),
        ..ReadOptions::default()
    };
    if flag(10) {
        options.depth = 3;
    }
    options.duplicate_keys = match random.below(12) {
        0 => purlin_json::DuplicateKeys::Error,
        1 => purlin_json::DuplicateKeys::First,
        2 => purlin_json::DuplicateKeys::Last,
        _ => purlin_json::DuplicateKeys::Keep,
    };
    options
}

#[test]
fn reader() {
    let mut random = Random(seed());
    let mut texts: Vec<Vec<u8>> = made_files().into_iter().map(|f| f.1).collect();
    texts.extend(real_files().into_iter().map(|f| f.1));
    let mut edge = Edge::new(1 << 20);
    let levels = Level::available();
    let (end, mut runs, mut good) = (until(), 0u64, 0u64);
    while Instant::now() < end {
        if runs.is_multiple_of(1000) {
            large_tree(&mut random, &levels);
        }
        let bent = bend(&texts[random.below(texts.len())], &mut random);
        let options = random_read_options(&mut random);
        let text = edge.put(&bent);
        let (said, error) = read_whole(text, &options);
        let size = [1, 2, 7, 64, 1000][random.below(5)];
        read_in_chunks(text, &options, size, &said, error.as_ref());
        let single = ReadOptions { many: false, ..options.clone() };
        let (_, most) = peak(|| Document::parse_with(text, &single).is_ok());
        assert!(most <= 3 * text.len() + (1 << 20), "{most} bytes for a tree of {}", text.len());
        // Types take it or refuse it, without a panic.
        #[cfg(feature = "serde")]
        drop(purlin_json::typed::from_text_with::<serde_json::Value>(text, &single));
        for level in &levels {
            Level::force(*level);
            match (Document::parse_with(text, &single), &error) {
                (Ok(document), _) => {
                    assert!(options.many || error.is_none(), "{level:?} {:?}", String::from_utf8_lossy(text));
                    let write = WriteOptions { non_finite: NonFinite::Literal, ..WriteOptions::default() };
                    let mut out = Vec::new();
                    document.write_onto(&mut out, &write).unwrap();
                    let again = ReadOptions { nan: true, ..ReadOptions::default() };
                    assert!(Document::parse_with(&out, &again).is_ok());
                    good += 1;
                }
                // A tree also decodes its numbers, and finds one that is too large before what is wrong after
                // it.
                (Err(tree), _) if tree.kind == purlin_json::ErrorKind::NumberRange => {}
                (Err(tree), error) if !options.many => {
                    let kind = error.as_ref().map(|e| e.kind);
                    assert_eq!(Some(tree.kind), kind, "{}", String::from_utf8_lossy(text));
                }
                (Err(_), _) => {}
            }
        }
        runs += 1;
    }
    println!("reader: {runs} texts, {good} trees");
}

/// Reads a text in chunks, from memory of their own each, and counts the memory that the reader takes.
fn read_in_chunks(
    text: &[u8],
    options: &ReadOptions,
    size: usize,
    said: &str,
    error: Option<&purlin_json::Error>,
) {
    let place = |e: &purlin_json::Error| (e.kind, e.offset, e.line, e.column);
    let mut chunked = String::new();
    let mut wrong = None;
    let mut reader = Reader::new(options.clone());
    for chunk in text.chunks(size) {
        if let Err(error) = common::trace(&mut reader.feed(chunk), &mut chunked) {
            wrong = Some(error);
            break;
        }
    }
    let wrong = wrong.or_else(|| common::trace(&mut reader.finish(&[]), &mut chunked).err());
    assert!(chunked == said, "in chunks of {size}: {:?}", String::from_utf8_lossy(text));
    assert_eq!(wrong.as_ref().map(place), error.map(place), "{:?}", String::from_utf8_lossy(text));
    // Memory of the reader alone, without what this test makes of its events.
    let ((), most) = peak(|| {
        let mut reader = Reader::new(options.clone());
        for chunk in text.chunks(size.max(64)) {
            let mut feed = reader.feed(chunk);
            while let Ok(Some(_)) = feed.next() {}
        }
        let mut feed = reader.finish(&[]);
        while let Ok(Some(_)) = feed.next() {}
    });
    assert!(most <= 3 * text.len() + (1 << 20), "{most} bytes for a text of {}", text.len());
}

/// Trees of some megabytes of what takes most memory, good or broken: what they use, and also what was only
/// reserved for them.
fn large_tree(random: &mut Random, levels: &[Level]) {
    let name = SHAPES[random.below(SHAPES.len())];
    let mut text = shape(name, 1000 + random.below(5 << 20)).into_bytes();
    for _ in 0..random.below(3) {
        let at = random.below(text.len());
        text[at] = b"[]{},:\"\\0 \n\xFF"[random.below(12)];
    }
    let options =
        ReadOptions { depth: 1 << 23, trailing_comma: random.below(4) == 0, ..ReadOptions::default() };
    let mut all = Vec::new();
    for level in levels {
        Level::force(*level);
        let (document, reserved) = peak(|| Document::parse_with(&text, &options));
        // Three times the text for the tape and once for what its escapes say.
        assert!(
            reserved <= 4 * text.len() + (1 << 20),
            "{name}: {reserved} bytes reserved for {}",
            text.len()
        );
        if let Ok(document) = &document {
            let used = document.memory();
            assert!(used <= 3 * text.len() + 16, "{name}: {used} bytes used for {}", text.len());
        }
        all.push(document.map_err(|e| (e.kind, e.offset)).map(|d| {
            let mut out = Vec::new();
            d.write_onto(&mut out, &WriteOptions { depth: 1 << 23, ..WriteOptions::default() }).unwrap();
            out
        }));
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{name} {}", text.len());
}

fn random_text(random: &mut Random) -> String {
    let kinds = if random.below(20) == 0 { 5 } else { 4 };
    let longest = [4, 20, 80, 400, 40_000][random.below(kinds)];
    let length = random.below(longest + 1);
    let mut text = String::new();
    while text.len() < length {
        let any = random.next();
        text.push(match any % 40 {
            0 => char::from((any >> 20) as u8 & 0x7F),
            1 => '"',
            2 => '\\',
            3 => char::from_u32((any >> 20) as u32 % 0x11_0000).unwrap_or('\u{2029}'),
            _ => char::from(b'#' + (any >> 20) as u8 % 80),
        });
    }
    text
}

fn random_write_options(random: &mut Random) -> WriteOptions {
    let mut flag = |n: usize| random.below(n) == 0;
    let mut options = if flag(3) { WriteOptions::pretty() } else { WriteOptions::compact() };
    options.ascii_only = flag(4);
    options.script_safe = flag(4);
    options.html_safe = flag(4);
    options.sort_keys = flag(4);
    options.unique_keys = flag(4);
    options.non_finite = NonFinite::Null;
    let layouts = [FloatLayout::Rust, FloatLayout::Go, FloatLayout::EcmaScript, FloatLayout::Smalltalk];
    options.floats = layouts[random.below(4)];
    options
}

/// Random calls, mostly in order; the bytes of the strings they passed.
fn random_calls<S: purlin_json::Sink>(
    writer: &mut Writer<S>,
    random: &mut Random,
    edge: &mut Edge,
) -> (usize, Result<(), WriteError>) {
    let mut open = Vec::new();
    let mut bytes = 0;
    let mut calls = 1 + random.below(60);
    loop {
        let outcome = (|| {
            if open.last() == Some(&true) && calls > 0 {
                let key = random_text(random);
                bytes += key.len() + 4;
                writer.key(edge.put_text(&key))?;
            }
            if calls == 0 {
                return match open.pop() {
                    Some(true) => writer.end_object(),
                    _ => writer.end_array(),
                };
            }
            calls -= 1;
            bytes += 24;
            match random.below(if open.is_empty() { 2 } else { 10 }) {
                0 => {
                    open.push(true);
                    writer.begin_object()
                }
                1 => {
                    open.push(false);
                    writer.begin_array()
                }
                2 => writer.f64(f64::from_bits(random.next())),
                3 => writer.i64(random.next() as i64 >> (random.next() % 64)),
                4 => writer.u64(random.next()),
                5 => writer.null(),
                6 => writer.fragment("{\"a\":[1, 2]}"),
                _ => {
                    let text = random_text(random);
                    bytes += text.len() + 4;
                    writer.string(edge.put_text(&text))
                }
            }
        })();
        if outcome.is_err() || open.is_empty() {
            return (bytes, outcome);
        }
    }
}

#[test]
fn writer() {
    let mut random = Random(seed() ^ 0x5555);
    let mut edge = Edge::new(1 << 20);
    let levels = Level::available();
    let (end, mut runs) = (until(), 0u64);
    while Instant::now() < end {
        Level::force(levels[random.below(levels.len())]);
        let options = random_write_options(&mut random);
        let start = random.0;
        let mut writer = Writer::new(options.clone());
        let (_, outcome) = random_calls(&mut writer, &mut random, &mut edge);
        if let Err(error) = &outcome {
            assert!(matches!(error, WriteError::DuplicateKey(_)), "{error}");
        }
        // The same calls into a stream.
        let level = levels[random.below(levels.len())];
        Level::force(level);
        let mut stream = Writer::to_io(Vec::new(), options.clone());
        let (_, streamed) = random_calls(&mut stream, &mut Random(start), &mut edge);
        // And into one that keeps nothing, with memory counted. (Objects that are sorted are kept, by their
        // nature.)
        let unsorted = WriteOptions { sort_keys: false, ..options.clone() };
        let (bytes, most) = peak(|| {
            let mut writer = Writer::to_io(std::io::sink(), unsorted);
            random_calls(&mut writer, &mut Random(start), &mut edge).0
        });
        assert!(most <= 3 * bytes + (1 << 20), "{most} bytes for {bytes}");
        if outcome.is_ok() {
            let text = writer.finish().unwrap();
            streamed.unwrap();
            assert!(text == stream.finish().unwrap(), "{level:?}");
            assert!(!options.ascii_only || text.is_ascii());
            let (_, error) = read_whole(&text, &ReadOptions::default());
            assert!(error.is_none(), "{}", error.unwrap());
            let document = Document::parse(&text).unwrap();
            // What was read, written in the same way, is the same text, but for members with the same key,
            // whose order among themselves sorting keeps too.
            let mut out = Vec::new();
            let plain = WriteOptions { unique_keys: false, ..options };
            document.write_onto(&mut out, &plain).unwrap();
            assert!(Document::parse(&out).is_ok());
        }
        runs += 1;
    }
    println!("writer: {runs} texts");
}
