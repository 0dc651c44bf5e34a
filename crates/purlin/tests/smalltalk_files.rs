//! Files of Smalltalk programs by grants: what is granted is read and written, and what is not is an
//! error of Smalltalk's, in every tier with the same output and gas.

#![cfg(feature = "smalltalk")]

mod helpers;

use std::path::Path;

use helpers::Capture;
use purlin::smalltalk::Smalltalk;
use purlin::{Config, Engine, Grants, Limits, SourceFile, Streams, Tier};

fn tiers() -> &'static [Tier] {
    if cfg!(feature = "native") { &[Tier::Interp, Tier::Native, Tier::Auto] } else { &[Tier::Interp] }
}

/// A folder that is taken away at the end of the test: `inside` is granted by tests, `secret` is not.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().expect("a folder");
        for inner in ["inside", "inside/deep", "secret"] {
            std::fs::create_dir(folder.path().join(inner)).expect("a folder");
        }
        std::fs::write(folder.path().join("inside/poem.txt"), "first\nsecond\r\n\nlast").expect("written");
        std::fs::write(folder.path().join("secret/key.txt"), "hidden").expect("written");
        std::os::unix::fs::symlink(folder.path().join("secret"), folder.path().join("inside/link"))
            .expect("a link");
        Folder(folder)
    }

    fn inside(&self) -> std::path::PathBuf {
        self.0.path().join("inside")
    }
}

/// The output and the gas of a program whose relative paths begin at a folder.
fn run(text: &str, grants: &Grants, folder: &Path, tier: Tier) -> (String, u64) {
    let engine = Engine::bare(Config { tier, ..Config::default() }).with_guest(Box::new(Smalltalk));
    let source = SourceFile { name: "files.st".into(), text: text.into() };
    let module = engine.compile(&[source]).unwrap_or_else(|error| panic!("{error}"));
    let output = Capture::default();
    let input = Box::new(std::io::Cursor::new(b"typed in\nmore".to_vec()));
    let streams = Streams { input, output: Box::new(output.clone()), ..Streams::default() };
    let mut isolate = module.isolate((), Limits::default(), streams).expect("an isolate");
    isolate.set_grants(grants.clone().set_working_folder(folder).expect("a folder"));
    isolate.run().unwrap_or_else(|trap| panic!("{trap:?}"));
    (output.text(), isolate.stats().gas)
}

/// The output in every tier, each with a folder of its own.
fn everywhere(text: &str, grants: impl Fn(&Folder) -> Grants) -> String {
    let all: Vec<(String, u64)> = tiers()
        .iter()
        .map(|tier| {
            let folder = Folder::new();
            run(text, &grants(&folder), &folder.inside(), *tier)
        })
        .collect();
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
    all.into_iter().next().expect("there is a tier").0
}

fn reads(folder: &Folder) -> Grants {
    Grants::none().allow_read(folder.inside()).expect("a folder")
}

fn writes(folder: &Folder) -> Grants {
    Grants::none().allow_write(folder.inside()).expect("a folder")
}

#[test]
fn granted_files_are_read() {
    let text = "| s |
s := FileStream open: 'poem.txt' mode: FileStream read.
s nextLine printNl. s peek printNl. s position printNl. s nextLine printNl. s nextLine printNl. s atEnd printNl.
s upToEnd printNl. s atEnd printNl. s next printNl. s nextLine printNl.
s reset. (s next: 5) printNl. s skip: 1. (s upTo: $d) printNl. s size printNl. s contents size printNl. s position printNl.
s position: 2. (s peekFor: $r) printNl. s printNl. s name displayNl. s isOpen printNl. s close. s isOpen printNl. s close.
(File name: 'poem.txt') readStream upToEnd size printNl.
(File name: 'poem.txt') contents size printNl.
'poem.txt' asFile exists printNl. (File exists: 'none.txt') printNl. (File path: 'deep') isDirectory printNl.
(File path: 'poem.txt') size printNl. (File path: 'poem.txt') isFile printNl. (File path: 'a') / 'b.c' printNl.
((File path: 'a') / 'b.c') printNl. ((File path: 'a/b') / 'c') stripPath printNl.
((File path: 'poem.txt') withReadStreamDo: [:f | f linesDo: [:line | line size printNl]. 7]) printNl.
FileStream stdin nextLine printNl. FileStream stdin upToEnd printNl. FileStream stdout nextPutAll: 'out'; nl.";
    let output = everywhere(text, reads);
    let expected = "'first'\n$s\n6\n'second'\n''\nfalse\n'last'\ntrue\nnil\nnil\n'first'\n'secon'\n19\n19\n12\n\
true\n<File poem.txt>\npoem.txt\ntrue\nfalse\n19\n19\ntrue\nfalse\ntrue\n19\ntrue\n'b.c'\n<File a/b.c>\n'c'\n\
5\n6\n0\n4\n7\n'typed in'\n'more'\nout\n";
    assert_eq!(output, expected);
}

#[test]
fn granted_files_are_written() {
    let text = "| s |
s := FileStream open: 'new.txt' mode: FileStream write.
s nextPutAll: 'one'; nl; print: 2; nextPut: $x; << 'y'; tab; display: 3. s position printNl. s close.
(File name: 'new.txt') contents printNl.
((File name: 'new.txt') appendStream) nextPutAll: 'end'; close.
(File name: 'new.txt') contents printNl.
s := FileStream open: 'new.txt' mode: FileStream readWrite. s next printNl. s nextPutAll: 'NE'. s upToEnd printNl. s setToEnd. s nextPut: $!. s contents printNl. s close.
s := FileStream open: 'other.txt' mode: FileStream create. s nextPutAll: #symbol. s reset. s upToEnd printNl. s close.
(File name: 'other.txt') withWriteStreamDo: [:f | f nextPutAll: 'again']. (File name: 'other.txt') contents printNl.
(File name: 'other.txt') remove. (File exists: 'other.txt') printNl.
s := (File name: 'big.txt') writeStream. s nextPutAll: (String new: 3000000 withAll: $a). s close. (File name: 'big.txt') size printNl.
(File name: 'big.txt') contents size printNl.";
    let output = everywhere(text, writes);
    let expected = "9\n'one\n2xy\t3'\n'one\n2xy\t3end'\n$o\n'\n2xy\t3end'\n'oNE\n2xy\t3end!'\n'symbol'\n'again'\n\
false\n3000000\n3000000\n";
    assert_eq!(output, expected);
}

/// Each is an error of its statement's, whose text says why.
#[test]
fn what_is_not_granted_is_an_error() {
    let text = "
FileStream open: 'poem.txt' mode: FileStream read.
(FileStream open: 'poem.txt' mode: 'r' ifFail: [:why | why]) printNl.
(FileStream open: 'new.txt' mode: 'w' ifFail: [:why | why]) printNl.
(FileStream open: 'poem.txt' mode: 'r' ifFail: ['failed']) printNl.
(File name: 'poem.txt') readStream.
(File name: 'poem.txt') exists printNl.
(File name: 'poem.txt') remove.
([(File name: 'poem.txt') contents] on: SystemExceptions.FileError do: [:e | e return: e messageText]) printNl.
'end' displayNl.";
    let denied = "could not open poem.txt: reading it is not granted\n";
    let expected = format!(
        "Object: poem.txt error: {denied}'reading it is not granted'\n'writing it is not granted'\n'failed'\n\
Object: poem.txt error: {denied}false\nObject: poem.txt error: could not remove poem.txt: writing it is not granted\n\
'{}'\nend\n",
        denied.trim_end()
    )
    .replace("Object: poem.txt", "Object: 'poem.txt'");
    assert_eq!(everywhere(text, |_| Grants::none()), expected);
}

#[test]
fn no_path_leads_out_of_what_is_granted() {
    let text = "
#('../secret/key.txt' 'link/key.txt' 'deep/../../secret/key.txt' '/etc/passwd' '' 'deep' 'none/x' 'link' 'deep/../poem.txt') do: [:path |
    ((FileStream open: path mode: 'r' ifFail: [:why | why]) printString) displayNl].
(FileStream open: 'poem.txt' mode: 'w' ifFail: [:why | why]) printNl.
(FileStream open: 'poem.txt' mode: 'x' ifFail: [:why | why]) printNl.
(FileStream open: 3 mode: 'r' ifFail: [:why | why]) printNl.
'end' displayNl.";
    let output = everywhere(text, reads);
    let denied = "'reading it is not granted'\n";
    let expected = format!(
        "{}{denied}'there is no such file'\n'it is a folder'\n'there is no such file'\n{denied}<File deep/../poem.txt>\n\
'writing it is not granted'\n",
        denied.repeat(3)
    );
    assert!(output.starts_with(&expected), "{output}");
    assert!(
        output.contains("this is no mode of files") && output.ends_with("'there is no such file'\nend\n"),
        "{output}"
    );
}

#[test]
fn misused_files_are_errors() {
    let text = "| s all |
s := FileStream open: 'poem.txt' mode: FileStream read.
s nextPutAll: 'no'. s close. s next. s size. s nextPutAll: 'no'. s position: 3.
s := FileStream open: 'out.txt' mode: FileStream write. s next. s position: 100. s close.
FileStream new. (FileStream open: 'poem.txt' mode: nil) printNl.
s := FileStream basicNew. s next. s close. s nextPut: $a. s size.
#(-1 0 1 255 1000000 nil 3.5 'x') do: [:handle | {s piece: handle from: 0. s piece: 0 from: handle. s write: 'a' in: handle from: 0. s close: handle. s sizeOf: handle} size = 5].
all := (1 to: 300) collect: [:n | FileStream open: 'poem.txt' mode: 'r' ifFail: [:why | why]].
(all count: [:each | each isString]) printNl. all last printNl.
'end' displayNl.";
    let output = everywhere(text, writes);
    let errors = output.matches(" error: ").count();
    assert!(errors >= 10, "{errors}: {output}");
    assert!(output.ends_with("44\n'256 files are open already'\nend\n"), "{output}");
}
