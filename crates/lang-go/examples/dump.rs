use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let quiet = args[0] == "-q";
    let mut bad = 0;
    for a in args.iter().filter(|a| *a != "-q") {
        let files: Vec<(String, Arc<str>)> = a.split(',').map(|a| (a.to_string(), std::fs::read_to_string(a).unwrap().into())).collect();
        let mut sources = purlin_base::SourceMap::new();
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| purlin_lang_go::compile(&mut sources, &files, &[])));
        match r {
            Err(_) => { println!("PANIC {a}"); bad += 1; }
            Ok(Err(ds)) => { bad += 1; println!("ERR {a}"); for d in ds.iter().take(3) { println!("   {}", d.render(&sources)); } }
            Ok(Ok(out)) => {
                match purlin_ir::verify::module(&out.module) { Ok(()) => {}, Err(e) => { bad += 1; println!("VERIFY {a}: {e}"); } }
                let missing: Vec<_> = out.module.natives.values().map(|n| n.name.clone()).filter(|n| !n.starts_with("rt.") && !out.natives.iter().any(|(m, _)| m == n)).collect();
                if !missing.is_empty() { println!("MISSING {a} {missing:?}"); }
                if !quiet { println!("{}", purlin_ir::print::module(&out.module)); }
            }
        }
    }
    println!("{bad} bad");
}
