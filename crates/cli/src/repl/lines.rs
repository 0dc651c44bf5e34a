//! Where lines of inputs come from: a terminal, at which they are edited, or a pipe or file, from which they
//! are read without prompts. Knows nothing of what an input is.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read as _, Stdin};
use std::path::PathBuf;
use std::rc::Rc;

use purlin::repl::Repl;
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

/// What was read.
pub(super) enum Line {
    /// A line, without its end.
    Text(String),
    /// A person has given up what was begun.
    Cancelled,
    End,
}

pub(super) enum Lines {
    Terminal(Box<Terminal>),
    Pipe(Pipe),
}

impl Lines {
    /// The next line, which begins an input or continues one.
    ///
    /// # Errors
    /// The line cannot be read.
    pub(super) fn next(&mut self, continues: bool) -> io::Result<Line> {
        match self {
            Lines::Terminal(terminal) => terminal.next(continues),
            Lines::Pipe(pipe) => pipe.next(),
        }
    }

    /// Keeps a whole input for the sessions to come, at a terminal.
    pub(super) fn keep(&mut self, input: &str) {
        if let Lines::Terminal(terminal) = self {
            terminal.keep(input);
        }
    }
}

/// Standard input that is no terminal.
pub(super) struct Pipe {
    input: BufReader<Stdin>,
    /// Bytes that all further lines may have.
    left: u64,
}

impl Pipe {
    /// A pipe of which so many bytes are read at most: what is known of names grows with them.
    pub(super) fn new(most: u64) -> Pipe {
        Pipe { input: BufReader::new(io::stdin()), left: most }
    }

    fn next(&mut self) -> io::Result<Line> {
        let mut bytes = Vec::new();
        (&mut self.input).take(self.left + 1).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(Line::End);
        }
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(|| io::Error::other("there is more of it than --memory allows"))?;
        let mut text = String::from_utf8(bytes).map_err(|_| io::Error::other("a line is not UTF-8"))?;
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Ok(Line::Text(text))
    }
}

/// A terminal at which lines are edited.
pub(super) struct Terminal {
    editor: Editor<Words, FileHistory>,
    history: Option<PathBuf>,
    /// Before the first line of an input, and before the others.
    prompts: [String; 2],
}

/// Completes words by what the session knows.
struct Words(Rc<RefCell<Repl>>);

impl Terminal {
    /// The terminal of a session in a language.
    ///
    /// # Errors
    /// The terminal cannot be set up.
    pub(super) fn open(
        language: &str,
        repl: Rc<RefCell<Repl>>,
        history: Option<PathBuf>,
    ) -> io::Result<Terminal> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(told)?;
        editor.set_helper(Some(Words(repl)));
        if let Some(path) = &history {
            // The first session of a person finds no file.
            let _ = editor.load_history(path);
        }
        let prompts = [format!("{language}> "), format!("{:.>1$}> ", "", language.len())];
        Ok(Terminal { editor, history, prompts })
    }

    fn next(&mut self, continues: bool) -> io::Result<Line> {
        match self.editor.readline(&*self.prompts[usize::from(continues)]) {
            Ok(text) => Ok(Line::Text(text)),
            Err(ReadlineError::Interrupted) => Ok(Line::Cancelled),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(told(error)),
        }
    }

    /// Keeps an input at once: a session may end in any way. That a file cannot be written is said once.
    fn keep(&mut self, input: &str) {
        let added = self.editor.add_history_entry(input).unwrap_or(false);
        let Some(path) = self.history.clone().filter(|_| added) else { return };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let written = folder.map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = written.and_then(|()| self.editor.append_history(&path).map_err(told)) {
            say!("purlin: no history in {}: {error}", path.display());
            self.history = None;
        }
    }
}

fn told(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.borrow().complete(&line[..pos]))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}
