//! Options that several commands share.

use std::ffi::OsString;

use purlin::{Config, Stress, Tier};

/// The heading of options for measurements and for work on Purlin itself, which `-h` leaves out.
pub(crate) const MEASURING: &str = "Measuring";

/// How programs are compiled.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Compile {
    /// Memory that compiling may take, and then the program's heap at once
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = size)]
    pub(crate) memory: usize,
    /// Language of the program [default: by the extension of its files]
    #[arg(long, value_name = "NAME")]
    pub(crate) lang: Option<String>,
    /// Folders where what a program names is looked for, separated by colons; the program is then a name in
    /// one of them: a class of SOM's (also -cp)
    #[arg(long, value_name = "DIR:DIR")]
    pub(crate) class_path: Option<String>,
    /// Where code runs: interp (bytecode), native (machine code), or auto (hot code moves to machine code)
    #[arg(long, default_value = "auto", value_name = "TIER", help_heading = MEASURING, hide_short_help = true)]
    pub(crate) tier: Tier,
    /// Leave out a pass of the optimiser
    #[arg(long = "disable-pass", value_name = "PASS", help_heading = MEASURING, hide_short_help = true)]
    pub(crate) disable_pass: Vec<String>,
    /// Count loops and recursions only, not what the program does: for comparisons, and for programs that are
    /// trusted
    #[arg(long, help_heading = MEASURING, hide_short_help = true)]
    pub(crate) no_metering: bool,
    /// Look for data races, and report them on standard error
    #[arg(long)]
    pub(crate) race: bool,
    /// Do equal work in each run: compile what is hot at once, with fixed hash keys and addresses, and keep
    /// nothing for the next run
    #[arg(long, help_heading = MEASURING, hide_short_help = true)]
    pub(crate) deterministic: bool,
}

/// What the compiler may take beyond `--memory`.
pub(crate) const COMPILER_BYTES: u64 = 12 << 20;
/// The part of the budget that source text may be: files are read whole, and kept twice, before compilation
/// begins.
const SOURCE_SHARE: u64 = 4;

impl Compile {
    /// The engine's configuration; `PURLIN_STRESS` comes from the environment.
    pub(crate) fn config(&self) -> Result<Config, String> {
        Ok(Config {
            tier: self.tier,
            stress: stress_of_environment()?,
            disabled_passes: self.disable_pass.clone(),
            verify: false,
            eager: false,
            compile_bytes: Some(self.budget()),
            measure: false,
            unmetered: self.no_metering,
            races: self.race,
            code_bytes: None,
            deterministic: self.deterministic,
            count_bytecodes: false,
        })
    }

    /// Bytes that all source files together may have.
    pub(crate) fn source_bytes(&self) -> u64 {
        self.budget() / SOURCE_SHARE
    }

    fn budget(&self) -> u64 {
        self.memory as u64 + COMPILER_BYTES
    }
}

/// Arguments of a command in which `-cp` is what it is called in full. Only before the first word that is no
/// option: what comes after may be the program's.
pub(crate) fn with_class_path(args: Vec<OsString>) -> Vec<OsString> {
    let (mut is_open, mut takes_value) = (true, false);
    let rename = |(n, arg): (usize, OsString)| {
        let text = arg.to_string_lossy();
        let short = is_open && text == "-cp";
        // The value of an option ends no options.
        is_open &= n < 2 || takes_value || text.starts_with('-');
        takes_value = text == "-cp" || text.starts_with("--") && !text.contains('=');
        if short { OsString::from("--class-path") } else { arg }
    };
    args.into_iter().enumerate().map(rename).collect()
}

/// The stress modes that `PURLIN_STRESS` names.
pub(crate) fn stress_of_environment() -> Result<Stress, String> {
    match std::env::var("PURLIN_STRESS") {
        Ok(text) => Stress::parse(&text).map_err(|e| format!("PURLIN_STRESS: {e}")),
        Err(_) => Ok(Stress::default()),
    }
}

/// Reads `1000`, `64K`, `512M`, `2G`.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.trim_end_matches(['B', 'b']).char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        Some(_) | None => (text, 1),
    };
    let number: usize =
        digits.parse().map_err(|_| format!("{text:?} is not a size (1000, 64K, 512M, 2G)"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is too large"))
}

/// A size as [`size`] reads it, with the largest unit that divides it.
pub(crate) fn shown_size(bytes: usize) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")];
    let found = units.iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
    found.map_or_else(|| bytes.to_string(), |(unit, name)| format!("{}{name}", bytes / unit))
}

/// Reads `1000`, `20k`, `5M`, `2G`: a number of something that is counted, so a k is 1000.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000),
        Some((at, 'm' | 'M')) => (&text[..at], 1_000_000),
        Some((at, 'g' | 'G')) => (&text[..at], 1_000_000_000),
        Some(_) | None => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| format!("{text:?} is not a number (1000, 20k, 5M, 2G)"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is too large"))
}

/// Reads `500ms`, `10s`, `2m`, or seconds as a number.
pub(crate) fn duration(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || format!("{text:?} is not a duration (500ms, 10s, 2m)");
    let (digits, scale) = if let Some(n) = text.strip_suffix("ms") {
        (n, 0.001)
    } else if let Some(n) = text.strip_suffix('s') {
        (n, 1.0)
    } else if let Some(n) = text.strip_suffix('m') {
        (n, 60.0)
    } else {
        (text, 1.0)
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    std::time::Duration::try_from_secs_f64(number * scale).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_durations() {
        assert_eq!(size("1000"), Ok(1000));
        assert_eq!(size("64K"), Ok(64 << 10));
        assert_eq!(size("512MB"), Ok(512 << 20));
        assert!(size("x").is_err());
        assert!(size("99999999999G").is_err());
        for (bytes, shown) in
            [(0, "0"), (1000, "1000"), (64 << 10, "64K"), (3 << 29, "1536M"), (2 << 30, "2G")]
        {
            assert_eq!((&*shown_size(bytes), size(shown)), (shown, Ok(bytes)));
        }
        assert_eq!((count("7"), count("20k"), count("5M")), (Ok(7), Ok(20_000), Ok(5_000_000)));
        assert_eq!(count("2G"), Ok(2_000_000_000));
        for wrong in ["", "k", "-1", "1.5M", "5T", "99999999999999G", "é"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert_eq!(duration("500ms"), Ok(std::time::Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(std::time::Duration::from_secs(120)));
        assert!(duration("-1s").is_err());
    }
}
