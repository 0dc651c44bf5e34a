//! Queries with functions in Go, from standard input, each up to a line that ends with a semicolon.

use std::io::{self, BufRead as _};

use purlin_datafusion::{Options, context};

#[tokio::main]
async fn main() -> io::Result<()> {
    let context = context(Options::default());
    let mut statement = String::new();
    for line in io::stdin().lock().lines() {
        statement += &format!("{}\n", line?);
        let Some(query) = statement.trim_end().strip_suffix(';') else { continue };
        match context.sql(query).await {
            Ok(frame) => match frame.show().await {
                Ok(()) => {}
                Err(error) => eprintln!("{error}"),
            },
            Err(error) => eprintln!("{error}"),
        }
        statement.clear();
    }
    Ok(())
}
