//! Much data, deep data, data that contains itself, and little room for it.

use std::time::{Duration, Instant};

use purlin::{HostData, HostPackage, Limits, TrapKind};

use crate::common::{
    Outcome, compile, ends, holds, in_tiers, isolate, isolate_of, refused, same, some_trap, well,
};

fn package() -> HostPackage {
    HostPackage::new("host/big")
        .function("Make", |n: u64| "x".repeat(n as usize))
        .function("Bytes", |n: u64| vec![7u8; n as usize])
        .function("Words", |n: u64| vec![String::from("word"); n as usize])
        .function("Len", |text: &str| text.len() as i64)
        .function("Sum", |bytes: &[u8]| bytes.iter().map(|b| i64::from(*b)).sum::<i64>())
        .function("Count", |words: Vec<String>| words.len() as i64)
}

const CROSSING: &str = "import (\"host/big\"; \"strings\")\n\
    func Echo(s string) string { return s }\n\
    func EchoAll(s []string) []string { return s }\n\
    func Make(n uint64) int64 { return int64(len(big.Make(n))) }\n\
    func Bytes(n uint64) int64 { return int64(len(big.Bytes(n))) }\n\
    func Words(n uint64) int64 { return int64(len(big.Words(n))) }\n\
    func Len(n int64) int64 { return big.Len(strings.Repeat(\"x\", int(n))) }\n\
    func Sum(n int64) int64 { return big.Sum(make([]byte, n)) }\n\
    func Count(n int64) int64 { return big.Count(make([]string, n)) }\n\
    func Add(a, b int64) int64 { return a + b }";

pub(crate) fn huge() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[package()], CROSSING)?;
        let limits = Limits { heap_bytes: 256 << 20, ..Limits::default() };
        let mut i = isolate_of(&module, (), limits)?;
        let text = "ab".repeat(10 << 20);
        same(well(i.call::<_, String>("Echo", (text.as_str(),)))?.len(), text.len())?;
        let all = vec!["abc".to_string(); 300_000];
        same(well(i.call::<_, Vec<String>>("EchoAll", (&all,)))?, all)?;
        for (name, n) in [("Make", 20_000_000u64), ("Bytes", 20_000_000), ("Words", 200_000)] {
            same(well(i.call::<_, i64>(name, (n,)))?, n as i64)?;
        }
        same(well(i.call::<_, i64>("Len", (20_000_000i64,)))?, 20_000_000)?;
        same(well(i.call::<_, i64>("Sum", (20_000_000i64,)))?, 0)?;
        same(well(i.call::<_, i64>("Count", (1_000_000i64,)))?, 1_000_000)?;
        holds(i.stats().live_bytes <= 256 << 20, "more is alive than may be")
    })
}

pub(crate) fn tiny_heaps() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[package()], CROSSING)?;
        for heap_bytes in [0, 1, 4_096, 64 << 10, 200_000, 1 << 20] {
            let mut i = isolate_of(&module, (), Limits { heap_bytes, ..Limits::default() })?;
            for round in 0..2 {
                let big = "y".repeat(heap_bytes.max(1 << 16) * 2);
                ends(i.call::<_, String>("Echo", (big.as_str(),)), TrapKind::OutOfMemory)?;
                ends(
                    i.call::<_, Vec<String>>("EchoAll", (vec!["word"; heap_bytes.max(1 << 16) / 8],)),
                    TrapKind::OutOfMemory,
                )?;
                let n = heap_bytes.max(1 << 16) as u64 * 2;
                for name in ["Make", "Bytes", "Words"] {
                    ends(i.call::<_, i64>(name, (n,)), TrapKind::OutOfMemory)?;
                }
                some_trap(i.call::<_, i64>("Count", (n as i64,)))?;
                // What needs no memory is well, if its stack has room.
                match i.call::<_, i64>("Add", (2i64, 3i64)) {
                    Ok(5) => {}
                    Err(trap) if heap_bytes < 200_000 => {
                        let little = matches!(trap.kind, TrapKind::OutOfMemory | TrapKind::StackOverflow);
                        holds(little, format!("{trap:?}"))?;
                    }
                    other => return Err(format!("heap {heap_bytes}: {other:?}")),
                }
                if round == 0 {
                    i.reset();
                }
            }
        }
        Ok(())
    })
}

/// A list, which a guest can close to a ring.
#[derive(HostData, Default)]
struct Node {
    value: i64,
    next: Option<Box<Node>>,
}

impl Node {
    fn list(n: i64) -> Node {
        (0..n).fold(Node::default(), |next, value| Node { value, next: Some(Box::new(next)) })
    }

    fn len(&self) -> i64 {
        1 + self.next.as_ref().map_or(0, |next| next.len())
    }
}

/// A tree, which a guest can share parts of.
#[derive(HostData, Default)]
struct Tree {
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

impl Tree {
    fn size(&self) -> i64 {
        1 + [&self.left, &self.right].into_iter().flatten().map(|tree| tree.size()).sum::<i64>()
    }
}

const DEEP: &str = "import \"host/deep\"\n\
    type N = deep.Node\ntype T = deep.Tree\n\
    func Length(n *N) int64 { s := int64(0); for ; n != nil; n = n.Next { s++ }; return s }\n\
    func List(n int64) *N { var list *N; for i := int64(0); i < n; i++ { list = &N{Value: i, Next: list} }; return list }\n\
    func Ring(n int64) *N { list := List(n); last := list; for last.Next != nil { last = last.Next }; last.Next = list; return list }\n\
    func Shared(n int64) *T { var t *T; for i := int64(0); i < n; i++ { t = &T{Left: t, Right: t} }; return t }\n\
    func Own() *T { t := &T{}; t.Left = t; t.Right = t; return t }\n\
    func GiveList(n int64) int64 { return deep.Length(*List(n)) }\n\
    func GiveRing(n int64) int64 { return deep.Length(*Ring(n)) }\n\
    func GiveShared(n int64) int64 { return deep.Size(*Shared(n)) }\n\
    func GiveOwn() int64 { return deep.Size(*Own()) }\n\
    func TakeList(n int64) int64 { list := deep.List(n); return Length(&list) }";

fn deep() -> HostPackage {
    HostPackage::new("host/deep")
        .function("Length", |list: Node| list.len())
        .function("Size", |tree: Tree| tree.size())
        .function("List", Node::list)
}

pub(crate) fn nested() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[deep()], DEEP)?;
        let mut i = isolate(&module)?;
        for n in [1i64, 100, 250] {
            same(well(i.call::<_, i64>("Length", (Some(Node::list(n - 1)),)))?, n)?;
            same(well(i.call::<_, Option<Node>>("List", (n,)))?.map(|list| list.len()), Some(n))?;
            same(well(i.call::<_, i64>("GiveList", (n,)))?, n)?;
            same(well(i.call::<_, i64>("TakeList", (n - 1,)))?, n)?;
        }
        for n in [300i64, 5_000, 10_000] {
            refused(i.call::<_, i64>("Length", (Some(Node::list(n)),)), "nested deeper")?;
            refused(i.call::<_, i64>("GiveList", (n,)), "nested deeper")?;
            refused(i.call::<_, i64>("TakeList", (n,)), "nested deeper")?;
            refused(i.call::<_, Option<Node>>("List", (n,)).map(|_| ()), "nested deeper")?;
        }
        refused(i.call::<_, i64>("GiveList", (1_000_000i64,)), "nested deeper")?;
        same(well(i.call::<_, i64>("GiveList", (3i64,)))?, 3)
    })
}

pub(crate) fn cyclic() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[deep()], DEEP)?;
        let limits = Limits { heap_bytes: 8 << 20, ..Limits::default() };
        let mut i = isolate_of(&module, (), limits)?;
        for n in [1i64, 2, 100, 10_000] {
            refused(i.call::<_, i64>("GiveRing", (n,)), "nested deeper")?;
            refused(i.call::<_, Option<Node>>("Ring", (n,)).map(|_| ()), "nested deeper")?;
        }
        refused(i.call::<_, Option<Tree>>("Own", ()).map(|_| ()), "").or_else(|_| {
            ends(i.call::<_, Option<Tree>>("Own", ()).map(|_| ()), TrapKind::OutOfMemory).map(|_| ())
        })?;
        some_trap(i.call::<_, i64>("GiveOwn", ()))?;
        same(well(i.call::<_, i64>("GiveShared", (10i64,)))?, 1_023)?;
        // 2^30 values for the host, and 30 for the guest: bounded by the limit of memory, and in time.
        for n in [30i64, 60, 200] {
            let begun = Instant::now();
            ends(i.call::<_, i64>("GiveShared", (n,)), TrapKind::OutOfMemory)?;
            ends(i.call::<_, Option<Tree>>("Shared", (n,)).map(|_| ()), TrapKind::OutOfMemory)?;
            holds(begun.elapsed() < Duration::from_secs(20), "a bounded crossing took long")?;
        }
        same(well(i.call::<_, i64>("GiveList", (3i64,)))?, 3)
    })
}
