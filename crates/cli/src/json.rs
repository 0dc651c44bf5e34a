//! `purlin json`: JSON in a pipe. Reads in blocks and writes in blocks, so files may be larger than memory;
//! knows no tree.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use purlin::json::{Error, Event, ReadOptions, Reader, WriteError, WriteOptions, Writer, squeeze};

use crate::exit::{self, Failure, Outcome};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin json fmt data.json          each value and member on a line of its own
  curl -s URL | purlin json min -    no white space; one line for each value
  purlin json check data.json        exit code 1 and the place if it is not JSON
  purlin json check --lines log.jsonl
  purlin json lines list.json        each element of an array as a line
Several values may follow each other (JSON Lines, concatenated JSON), but for `check` without `--lines`.";

/// Format, minify, check or split JSON
#[derive(Args)]
#[command(subcommand_required = true, arg_required_else_help = false)]
pub(crate) struct Json {
    #[command(subcommand)]
    what: What,
    /// How deep arrays and objects may nest
    #[arg(long, global = true, default_value_t = purlin::json::DEFAULT_DEPTH, value_name = "LEVELS")]
    depth: usize,
    /// Accept comments, and a comma after the last element
    #[arg(long, global = true)]
    relaxed: bool,
}

#[derive(Subcommand)]
enum What {
    /// Print each value and member on a line of its own
    Fmt {
        #[command(flatten)]
        input: Input,
        /// Spaces a level
        #[arg(long, default_value_t = 2, value_name = "SPACES")]
        indent: usize,
    },
    /// Print without white space, one line for each value
    Min {
        #[command(flatten)]
        input: Input,
    },
    /// Say what is wrong, and where: exit code 1 if it is not one value
    Check {
        #[command(flatten)]
        input: Input,
        /// Accept one or more values after each other (JSON Lines, concatenated JSON)
        #[arg(long)]
        lines: bool,
    },
    /// Print each element of an array, or each value, as a line
    Lines {
        #[command(flatten)]
        input: Input,
    },
}

#[derive(Args)]
struct Input {
    /// The file, or `-` for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

impl What {
    fn file(&self) -> &Path {
        match self {
            What::Fmt { input, .. } | What::Min { input } => &input.file,
            What::Check { input, .. } | What::Lines { input } => &input.file,
        }
    }
}

/// How much is read at once.
const BLOCK: usize = 512 << 10;

/// What ends the work.
enum Stop {
    Wrong(Error),
    Input(io::Error),
    Output(io::Error),
    Write(WriteError),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Wrong(error)
    }
}

impl From<WriteError> for Stop {
    fn from(error: WriteError) -> Stop {
        match error {
            WriteError::Io(error) => Stop::Output(error),
            other => Stop::Write(other),
        }
    }
}

impl Json {
    pub(crate) fn execute(self) -> Outcome {
        let file = self.what.file().display();
        let failure = match self.run() {
            Ok(()) => return Ok(exit::OK),
            // The reader of the output has seen enough.
            Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(exit::OK),
            Err(Stop::Wrong(error)) => Failure::new(exit::COMPILE, format!("{file}: {error}")),
            Err(Stop::Input(error)) => Failure::new(exit::USAGE, format!("{file}: {error}")),
            Err(Stop::Output(error)) => Failure::new(exit::INTERNAL, format!("purlin json: {error}")),
            Err(Stop::Write(error)) => Failure::new(exit::INTERNAL, format!("purlin json: {error}")),
        };
        Err(failure)
    }

    fn run(&self) -> Result<(), Stop> {
        let file = self.what.file();
        let input: Box<dyn Read> = if file.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(file).map_err(Stop::Input)?)
        };
        let read = ReadOptions {
            many: !matches!(self.what, What::Check { lines: false, .. }),
            depth: self.depth,
            comments: self.relaxed,
            trailing_comma: self.relaxed,
            ..ReadOptions::default()
        };
        let blocks = Blocks { input, buffer: vec![0; BLOCK], filled: 0, ended: false };
        match self.what {
            What::Check { .. } => check(blocks, read),
            What::Min { .. } => self.min(blocks, read),
            What::Fmt { indent, .. } => {
                let options = WriteOptions { indent: " ".repeat(indent), ..WriteOptions::pretty() };
                self.copy(blocks, read, options, false)
            }
            What::Lines { .. } => self.copy(blocks, read, WriteOptions::compact(), true),
        }
    }

    fn writer(&self, options: WriteOptions) -> Writer<purlin::json::Blocks<io::Stdout>> {
        // `lock` is not needed: one thread writes, in large blocks.
        Writer::to_io(io::stdout(), WriteOptions { many: true, depth: self.depth, ..options })
    }

    /// Every value through the reader and the writer.
    fn copy(
        &self,
        mut blocks: Blocks,
        read: ReadOptions,
        options: WriteOptions,
        split: bool,
    ) -> Result<(), Stop> {
        let mut reader = Reader::new(read);
        let mut values = Values::new(self.writer(options), split);
        loop {
            let ended = !blocks.read()?;
            let chunk = &blocks.buffer[..blocks.filled];
            if let Err(stop) = values.take(&mut reader, chunk, ended) {
                return values.break_off(stop);
            }
            blocks.filled = 0;
            if ended {
                return values.finish();
            }
        }
    }

    /// Whole lines by the fast way where they are whole values; what is not, by `copy`'s.
    fn min(&self, mut blocks: Blocks, read: ReadOptions) -> Result<(), Stop> {
        let mut reader = Reader::new(read.clone());
        let mut values = Values::new(self.writer(WriteOptions::compact()), false);
        let mut out = Vec::new();
        let mut fast = !self.relaxed;
        loop {
            let ended = !blocks.read()?;
            let text = &blocks.buffer[..blocks.filled];
            // The line that the block does not end waits for the next one, unless it fills the block.
            let cut = match text.iter().rposition(|b| *b == b'\n') {
                Some(newline) if !ended => newline + 1,
                _ => text.len(),
            };
            let whole = &text[..cut];
            out.clear();
            let squeezed =
                fast && reader.is_between_values() && squeeze(whole, &mut out, self.depth).is_some();
            if squeezed {
                values.writer.end_line()?;
                io::stdout().write_all(&out).map_err(Stop::Output)?;
                // For the places of later errors.
                reader.skip_whole_values(whole);
            } else {
                if let Err(stop) = values.take(&mut reader, whole, ended) {
                    return values.break_off(stop);
                }
                // A text of one large value would be looked at twice for nothing.
                fast &= reader.is_between_values();
            }
            blocks.keep_from(cut);
            if ended {
                return values.finish();
            }
        }
    }
}

fn check(mut blocks: Blocks, read: ReadOptions) -> Result<(), Stop> {
    let mut reader = Reader::new(read);
    let mut any = false;
    loop {
        let ended = !blocks.read()?;
        let chunk = &blocks.buffer[..blocks.filled];
        let mut feed = if ended { reader.finish(chunk) } else { reader.feed(chunk) };
        while let Some(event) = feed.next()? {
            // A float beyond all floats is not what anyone means to send.
            if let Event::Number(number) = event
                && let Err(kind) = number.decode(purlin::json::BigNumbers::Digits)
            {
                let length = number.text().len();
                return Err(feed.error_before(kind, length).into());
            }
            any = true;
        }
        blocks.filled = 0;
        if ended {
            return if any { Ok(()) } else { nothing() };
        }
    }
}

/// A file without any value is no JSON.
fn nothing() -> Result<(), Stop> {
    let mut empty = Reader::new(ReadOptions::default());
    let mut feed = empty.finish(b"");
    feed.next().map(|_| ()).map_err(Stop::Wrong)
}

/// What is read, a block at a time.
struct Blocks {
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    filled: usize,
    ended: bool,
}

impl Blocks {
    /// Fills the buffer as far as it goes; false at the end of the input.
    fn read(&mut self) -> Result<bool, Stop> {
        while self.filled < self.buffer.len() && !self.ended {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Stop::Input(error)),
            }
        }
        Ok(!self.ended)
    }

    /// What has been used goes; the rest moves to the front.
    fn keep_from(&mut self, used: usize) {
        self.buffer.copy_within(used..self.filled, 0);
        self.filled -= used;
    }
}

/// Events as text.
struct Values {
    writer: Writer<purlin::json::Blocks<io::Stdout>>,
    /// The elements of an outermost array are values of their own.
    split: bool,
    /// Within such an array.
    splitting: bool,
    depth: usize,
}

impl Values {
    fn new(writer: Writer<purlin::json::Blocks<io::Stdout>>, split: bool) -> Values {
        Values { writer, split, splitting: false, depth: 0 }
    }

    fn take(&mut self, reader: &mut Reader, chunk: &[u8], last: bool) -> Result<(), Stop> {
        let mut feed = if last { reader.finish(chunk) } else { reader.feed(chunk) };
        while let Some(event) = feed.next()? {
            let writer = &mut self.writer;
            match event {
                Event::BeginArray => {
                    self.splitting |= self.split && self.depth == 0;
                    self.depth += 1;
                    if self.depth > self.splitting as usize {
                        writer.begin_array()?;
                    }
                }
                Event::EndArray => {
                    if self.depth > self.splitting as usize {
                        writer.end_array()?;
                    } else {
                        self.splitting = false;
                    }
                    self.depth -= 1;
                }
                Event::BeginObject => {
                    self.depth += 1;
                    writer.begin_object()?;
                }
                Event::EndObject => {
                    self.depth -= 1;
                    writer.end_object()?;
                }
                Event::Key(key) => writer.raw_key(key)?,
                Event::String(text) => writer.raw_string(text)?,
                Event::Number(number) => writer.trusted_fragment(number.text())?,
                Event::Bool(value) => writer.bool(value)?,
                Event::Null => writer.null()?,
            }
        }
        Ok(())
    }

    /// What came before something wrong is written, as far as it is whole values.
    fn break_off(self, stop: Stop) -> Result<(), Stop> {
        if let Stop::Wrong(_) = stop {
            self.writer.break_off()?;
        }
        Err(stop)
    }

    fn finish(mut self) -> Result<(), Stop> {
        self.writer.end_line()?;
        self.writer.finish()?;
        Ok(())
    }
}
