//! Runs Smalltalk.
use purlin::{Config, Engine, Limits, SourceFile, Streams, smalltalk::Smalltalk};
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let engine = Engine::bare(Config::default()).with_guest(Box::new(Smalltalk));
    let source = SourceFile { name: name.clone(), text: std::fs::read_to_string(&name).unwrap().into() };
    match engine.compile(&[source]) {
        Err(e) => println!("{}", e),
        Ok(module) => {
            let mut isolate = module.isolate((), Limits::default(), Streams { output: Box::new(std::io::stdout()), errors: Box::new(std::io::stderr()), ..Streams::default() }).unwrap();
            if let Err(e) = isolate.run() { println!("ended: {e:?}"); }
        }
    }
}
