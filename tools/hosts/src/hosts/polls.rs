//! What happens to a call whose initialisation is stopped, at each place where it can be.

use purlin::{Limits, Streams, TrapKind};

use crate::common::{
    Outcome, compile, ends, holds, in_tiers, isolate, isolate_of, refused, same, some_trap, well, with_gas,
};

const INIT: &str = "import \"strings\"\n\
    var names = map[string]int64{}\n\
    var list []string\n\
    var done = make(chan int64, 8)\n\
    func fill(n int) { defer func() { if recover() != nil { done <- int64(n) } }(); for i := 0; i < n; i++ { list = append(list, strings.Repeat(\"x\", i)) }; var none []int; none[n]++ }\n\
    func init() { go fill(3); for i := 0; i < 20; i++ { names[strings.Repeat(\"n\", i)] = int64(i) }; names[\"sum\"] = <-done }\n\
    func Sum(text string) (string, int64) { s := int64(len(list)); for _, n := range names { s += n }; return text, s }";

pub(crate) fn out_of_gas() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], INIT)?;
        let sum = module.function::<(&str,), (String, i64)>("Sum").map_err(|t| t.message)?;
        let mut whole = isolate(&module)?;
        let expected = well(sum.call(&mut whole, ("text",)))?;
        same(expected.1, 196)?;
        let all = whole.stats().gas;
        let mut stops = std::collections::BTreeSet::new();
        for gas in 0..=all {
            let mut i = isolate_of(&module, (), with_gas(gas))?;
            let mut result = sum.call(&mut i, ("text",));
            if gas < all / 2 {
                holds(result.is_err(), format!("{gas} of {all} units were enough"))?;
            }
            stops.insert(i.stats().gas);
            let mut turn = gas;
            while let Err(trap) = &result {
                same(trap.kind, TrapKind::OutOfGas)?;
                turn += 1;
                refused(i.resume_call::<i64>(), "returns (string, int64), not i64")?;
                if turn % 16 == 15 {
                    i.reset();
                    i.refuel(10 * all);
                    result = sum.call(&mut i, ("text",));
                    continue;
                }
                // One unit at a time in some isolates, more in others.
                i.refuel(if gas % 7 == 0 { 1 } else { all / 3 });
                result = i.resume_call();
                if gas % 7 == 0 && turn > gas + 60 {
                    i.refuel(10 * all);
                }
            }
            same(well(result)?, expected.clone())?;
            same(i.stats().gas, all)?;
        }
        holds(stops.len() > 20, format!("stopped at {} places only", stops.len()))
    })
}

const EXITS: &str = "import (\"os\"; \"strconv\")\n\
    var table map[int64]int64\n\
    var stop = -1\n\
    func step(n int) { if n == stop { os.Exit(n) } }\n\
    func init() {\n\
    \tif len(os.Args) > 1 { stop, _ = strconv.Atoi(os.Args[1]) }\n\
    \tdefer step(30)\n\
    \tfor i := 0; i < 20; i++ { step(i) }\n\
    \tc := make(chan int)\n\
    \tgo func() { defer step(22); step(21); c <- 1 }()\n\
    \t<-c\n\
    \tstep(23)\n\
    \tfunc() { defer func() { recover(); step(24) }(); step(25); panic(1) }()\n\
    }\n\
    func init() { table = map[int64]int64{1: 7}; step(31) }\n\
    func Look() int64 { step(40); return table[1] }";

pub(crate) fn exits() -> Outcome {
    in_tiers(|tier| {
        let module = compile(tier, &[], EXITS)?;
        for code in (0..20).chain([21, 23, 24, 25, 30, 31]) {
            let mut i = isolate(&module)?;
            i.set_args(vec!["program".into(), code.to_string()]);
            let trap = ends(i.call::<_, i64>("Look", ()), TrapKind::Exit(code))?;
            holds(!trap.message.is_empty(), "no message")?;
            for _ in 0..2 {
                refused(i.call::<_, i64>("Look", ()), "not initialised")?;
                refused(i.run(), "reset the isolate")?;
                holds(i.resume().is_err() && i.resume_call::<i64>().is_err(), "an exit was resumed")?;
            }
            i.reset();
            holds(i.run().is_err() == (code != 0), "a run ends with its code")?;
            i.reset();
            i.set_args(vec![]);
            same(well(i.call::<_, i64>("Look", ()))?, 7)?;
            well(i.run())?;
        }
        // After initialisation, an exit ends the call, and the globals are whole.
        let mut i = isolate(&module)?;
        i.set_args(vec!["program".into(), "40".into()]);
        ends(i.call::<_, i64>("Look", ()), TrapKind::Exit(40)).map(|_| ())
    })
}

pub(crate) fn failing() -> Outcome {
    let bodies = [
        "panic(1)",
        "var p *int; *p = 1",
        "select {}",
        "runtime.Goexit()",
        "os.Exit(3)",
        "defer os.Exit(4); panic(2)",
        "for { kept = append(kept, make([]byte, 1<<20)...) }",
        "var f func(int) int; f = func(n int) int { return f(n+1) + 1 }; println(f(0))",
        "for { println(\"text\") }",
        "go func() { panic(5) }(); select {}",
    ];
    in_tiers(|tier| {
        for body in bodies {
            let text = format!(
                "import (\"os\"; \"runtime\")\nvar kept []byte\nvar _, _ = os.Args, runtime.GC\nvar x = f()\n\
                 func f() int64 {{ if len(os.Args) > 1 {{ return 9 }}; return g() }}\n\
                 func g() int64 {{ {body}; return 1 }}\nfunc Get() int64 {{ return x }}"
            );
            let module = compile(tier, &[], &text).map_err(|why| format!("{body}: {why}"))?;
            let limits = Limits {
                heap_bytes: 16 << 20,
                stack_bytes: 1 << 20,
                output_bytes: Some(1_000),
                ..Limits::default()
            };
            let mut i = module.isolate((), limits, Streams::default()).map_err(|e| e.to_string())?;
            for _ in 0..2 {
                some_trap(i.call::<_, i64>("Get", ())).map_err(|why| format!("{body}: {why}"))?;
                refused(i.call::<_, i64>("Get", ()), "not initialised")?;
                i.reset();
            }
            some_trap(i.run()).map_err(|why| format!("{body}: {why}"))?;
            i.reset();
            i.set_args(vec!["program".into(), "on".into()]);
            same(well(i.call::<_, i64>("Get", ()))?, 9)?;
        }
        Ok(())
    })
}
