//! Streams that fail, panic, or say something else than they did.

use std::io::{self, ErrorKind, Read, Write};

use purlin::{Isolate, Module, Streams, TrapKind};

use crate::common::{Outcome, compile, ends, holds, in_tiers, panics, same, some_trap, well};

/// What a stream does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Fails,
    Panics,
    /// Says that nothing was written or read, for ever.
    Nothing,
    /// Says that more was written or read than there was.
    More,
    /// Says that an immense number of bytes was.
    Immense,
    WouldBlock,
    /// Is interrupted now and then, which is no failure.
    Interrupted,
    /// Panics when it is flushed.
    Flush,
}

struct Bad {
    fault: Fault,
    turn: usize,
}

impl Bad {
    fn answer(&mut self, len: usize) -> io::Result<usize> {
        self.turn += 1;
        match self.fault {
            Fault::Fails => Err(io::Error::other("it fails")),
            Fault::Panics => panic!("a stream panicked"),
            Fault::Nothing => Ok(0),
            Fault::More => Ok(len + 1),
            Fault::Immense => Ok(usize::MAX),
            Fault::WouldBlock => Err(ErrorKind::WouldBlock.into()),
            Fault::Interrupted if !self.turn.is_multiple_of(3) => Err(ErrorKind::Interrupted.into()),
            Fault::Interrupted | Fault::Flush => Ok(len),
        }
    }
}

impl Write for Bad {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answer(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.fault == Fault::Flush {
            panic!("a flush panicked");
        }
        Ok(())
    }
}

impl Read for Bad {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(b'r');
        self.answer(buffer.len())
    }
}

const PRINTS: &str = "import (\"bufio\"; \"fmt\"; \"io\"; \"log\"; \"os\")\n\
    func Println() { fmt.Println(\"text\", 1, 2.5) }\n\
    func Builtin() { print(\"text\"); println(1, true, 2.5) }\n\
    func Buffered() { w := bufio.NewWriter(os.Stdout); fmt.Fprintf(w, \"%d\\n\", 7); if w.Flush() != nil { panic(\"unseen\") } }\n\
    func Written() { os.Stdout.WriteString(\"text\"); os.Stdout.Write([]byte(\"more\")); os.Stderr.WriteString(\"error\") }\n\
    func Logged() { log.Print(\"text\") }\n\
    func Deferred() { defer func() { recover(); fmt.Println(\"deferred\") }(); panic(1) }\n\
    func ReadAll() int64 { b, err := io.ReadAll(io.LimitReader(os.Stdin, 100)); if err != nil { return -1 }; return int64(len(b)) }\n\
    func Line() int64 { s, _ := bufio.NewReader(io.LimitReader(os.Stdin, 100)).ReadString('\\n'); return int64(len(s)) }\n\
    func Scan() int64 { s := bufio.NewScanner(io.LimitReader(os.Stdin, 100)); n := int64(0); for s.Scan() { n += int64(len(s.Bytes())) }; return n }\n\
    func Small() int64 { var b [3]byte; n, _ := os.Stdin.Read(b[:]); for i := 0; i < n; i++ { b[i]++ }; return int64(n) }\n\
    func Fscan() int64 { var s string; fmt.Fscan(io.LimitReader(os.Stdin, 10), &s); return int64(len(s)) }\n\
    func Add(a, b int64) int64 { return a + b }";

fn with(module: &Module, fault: Fault) -> Result<Isolate<()>, String> {
    let bad = || Bad { fault, turn: 0 };
    let streams = Streams { input: Box::new(bad()), output: Box::new(bad()), errors: Box::new(bad()) };
    let limits = purlin::Limits { gas: Some(50_000_000), ..purlin::Limits::default() };
    module.isolate((), limits, streams).map_err(|e| e.to_string())
}

pub(crate) fn writers() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], PRINTS)?;
        for name in ["Println", "Builtin", "Buffered", "Written", "Logged", "Deferred"] {
            for fault in
                [Fault::Fails, Fault::Nothing, Fault::WouldBlock, Fault::Panics, Fault::More, Fault::Immense]
            {
                let mut i = with(&module, fault)?;
                let trap =
                    some_trap(i.call::<_, ()>(name, ())).map_err(|e| format!("{name} {fault:?}: {e}"))?;
                let kind = if matches!(fault, Fault::Fails | Fault::Nothing | Fault::WouldBlock) {
                    TrapKind::Io
                } else {
                    TrapKind::Host
                };
                same(trap.kind, kind).map_err(|e| format!("{name} {fault:?}: {e}: {trap:?}"))?;
                i.set_streams(Streams::default());
                i.reset();
                well(i.call::<_, ()>(name, ()))?;
            }
            well(with(&module, Fault::Interrupted)?.call::<_, ()>(name, ()))?;
        }
        // A flush is the host's, at the end of a call once something was written; its panic is the host's,
        // and the isolate is whole.
        let mut i = with(&module, Fault::Flush)?;
        same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)?;
        same(panics(|| i.call::<_, ()>("Println", ()))?, "a flush panicked")?;
        for _ in 0..3 {
            same(panics(|| i.call::<_, i64>("Add", (1i64, 2i64)))?, "a flush panicked")?;
        }
        i.set_streams(Streams::default());
        same(well(i.call::<_, i64>("Add", (1i64, 2i64)))?, 3)
    })
}

pub(crate) fn readers() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], PRINTS)?;
        for name in ["ReadAll", "Line", "Scan", "Small", "Fscan"] {
            for fault in [Fault::Fails, Fault::WouldBlock, Fault::Panics, Fault::More, Fault::Immense] {
                let mut i = with(&module, fault)?;
                let trap =
                    some_trap(i.call::<_, i64>(name, ())).map_err(|e| format!("{name} {fault:?}: {e}"))?;
                let kind = if fault == Fault::Panics { TrapKind::Host } else { TrapKind::Io };
                same(trap.kind, kind).map_err(|e| format!("{name} {fault:?}: {e}: {trap:?}"))?;
                i.set_streams(Streams::default());
                i.reset();
                same(well(i.call::<_, i64>(name, ()))?, 0)?;
            }
            same(well(with(&module, Fault::Nothing)?.call::<_, i64>(name, ()))?, 0)?;
            let read = well(with(&module, Fault::Interrupted)?.call::<_, i64>(name, ()))?;
            holds([3, 10, 100].contains(&read), format!("{name} has read {read} bytes"))?;
        }
        let mut i = with(&module, Fault::Fails)?;
        ends(i.call::<_, i64>("Small", ()), TrapKind::Io).map(|_| ())
    })
}
