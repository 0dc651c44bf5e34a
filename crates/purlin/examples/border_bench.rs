//! What crossing between host and guest costs: nanoseconds a call, the best of many short rounds, so that
//! what else the machine does meanwhile falls into others. `border_bench 1` is one round, for tools that
//! count instructions.

mod measuring;

use std::hint::black_box;

use measuring::{EMPTY, Loop, in_tiers};
use purlin::{HostData, HostPackage, Isolate};

#[derive(HostData, Clone)]
struct Order {
    item: String,
    amount: i64,
    price: f64,
}

const DECLARATIONS: &str = r#"type Order struct {
	Item   string
	Amount int64
	Price  float64
}

func Add(a, b int64) int64 { return a + b }

func Len(s string) int64 { return int64(len(s)) }

func Echo(s string) string { return s }

func Name(n int64) string { return "twenty bytes of text" }

func Total(o Order) float64 { return float64(o.Amount) * o.Price }

func Sum(list []int64) (n int64) {
	for _, v := range list {
		n += v
	}
	return
}
"#;

const LOOPS: [Loop; 6] = [
    Loop::new("CallAdd", "guest calls host: two integers", "", "s = bench.Add(s, i)"),
    Loop::new("CallState", "guest calls host: state and an integer", "", "s = bench.Count(i)"),
    Loop::new(
        "CallLen",
        "guest calls host: a string of 20 bytes, lent",
        "text := \"twenty bytes of text\"",
        "s += bench.Len(text)",
    ),
    Loop::new(
        "CallSize",
        "guest calls host: a slice of 20 bytes, lent",
        "bytes := []byte(\"twenty bytes of text\")",
        "s += bench.Size(bytes)",
    ),
    Loop::new(
        "CallName",
        "guest calls host: a string of 20 bytes as result",
        "",
        "s += int64(len(bench.Name(i)))",
    ),
    Loop::new(
        "CallEcho",
        "guest calls host: a string of 20 bytes, there and back",
        "text := \"twenty bytes of text\"",
        "s += int64(len(bench.Echo(text)))",
    ),
];

/// The best of many rounds of `n` calls, in nanoseconds a call.
fn best(n: u64, round: impl FnMut()) -> f64 {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(400);
    measuring::best(rounds, n, round)
}

/// Calls by the guest: a loop there, less an empty one.
fn from_guest(isolate: &mut Isolate<i64>) {
    const N: i64 = 10_000;
    let mut loop_of = |name: &str| {
        let function = isolate.module().function::<(i64,), i64>(name).expect(name);
        best(N as u64, || {
            black_box(function.call(isolate, (N,)).expect(name));
        })
    };
    let empty = loop_of(EMPTY.name);
    for Loop { name, what, .. } in &LOOPS {
        println!("{what:58} {:6.1} ns", loop_of(name) - empty);
    }
}

fn from_host(isolate: &mut Isolate<i64>) {
    const N: u64 = 4_000;
    let module = isolate.module().clone();
    let print = |what: &str, ns: f64| println!("{what:58} {ns:6.1} ns");
    let add = module.function::<(i64, i64), i64>("Add").expect("Add");
    let ns = best(N, || (0..N as i64).for_each(|n| drop(black_box(add.call(isolate, (n, 1))))));
    print("host calls guest: two integers", ns);
    let ns =
        best(N, || (0..N as i64).for_each(|n| drop(black_box(isolate.call::<_, i64>("Add", (n, 1i64))))));
    print("host calls guest by name: two integers", ns);
    let text = "twenty bytes of text";
    let len = module.function::<(&str,), i64>("Len").expect("Len");
    print(
        "host calls guest: a string of 20 bytes",
        best(N, || (0..N).for_each(|_| drop(black_box(len.call(isolate, (text,)))))),
    );
    let name = module.function::<(i64,), String>("Name").expect("Name");
    print(
        "host calls guest: a string of 20 bytes as result",
        best(N, || (0..N as i64).for_each(|n| drop(black_box(name.call(isolate, (n,)))))),
    );
    let echo = module.function::<(&str,), String>("Echo").expect("Echo");
    print(
        "host calls guest: a string of 20 bytes, there and back",
        best(N, || (0..N).for_each(|_| drop(black_box(echo.call(isolate, (text,)))))),
    );
    let order = Order { item: "pen".into(), amount: 3, price: 1.5 };
    let total = module.function::<(&Order,), f64>("Total").expect("Total");
    print(
        "host calls guest: a structure of three fields",
        best(N, || (0..N).for_each(|_| drop(black_box(total.call(isolate, (&order,)))))),
    );
    let list: Vec<i64> = (0..1000).collect();
    let sum = module.function::<(&[i64],), i64>("Sum").expect("Sum");
    print(
        "host calls guest: a slice of 1000 integers",
        best(200, || (0..200).for_each(|_| drop(black_box(sum.call(isolate, (&list[..],)))))),
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let package = HostPackage::new("host/bench")
        .function("Add", |a: i64, b: i64| a.wrapping_add(b))
        .function("Count", |count: &mut i64, n: i64| {
            *count += n;
            *count
        })
        .function("Len", |text: &str| text.len() as i64)
        .function("Size", |bytes: &[u8]| bytes.len() as i64)
        .function("Name", |_: i64| "twenty bytes of text")
        .function("Echo", |text: &str| text.to_string());
    in_tiers(&package, DECLARATIONS, &LOOPS, 0i64, |isolate| {
        from_guest(isolate);
        from_host(isolate);
        Ok(())
    })
}
