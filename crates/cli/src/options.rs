//! Options that several commands share.

use purlin::{Config, Stress, Tier};

/// How programs are compiled.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Compile {
    /// Where code runs: interp (bytecode), native (machine code), or auto (hot code moves to machine code)
    #[arg(long, default_value = "auto", value_name = "TIER")]
    pub(crate) tier: Tier,
    /// Leave out a pass of the optimiser
    #[arg(long = "disable-pass", value_name = "PASS")]
    pub(crate) disable_pass: Vec<String>,
    /// Count loops and recursions only, not what the program does: for comparisons, and for programs that are
    /// trusted
    #[arg(long)]
    pub(crate) no_metering: bool,
    /// Memory that compiling may take, and then the program's heap at once
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = size)]
    pub(crate) memory: usize,
    /// Language of the program [default: by the extension of its files]
    #[arg(long, value_name = "NAME")]
    pub(crate) lang: Option<String>,
}

/// What the compiler may take beyond `--memory`.
pub(crate) const COMPILER_BYTES: u64 = 12 << 20;
/// The part of the budget that source text may be: files are read whole, and kept twice, before compilation
/// begins.
const SOURCE_SHARE: u64 = 4;

impl Compile {
    /// The engine's configuration; `PURLIN_STRESS` comes from the environment.
    pub(crate) fn config(&self) -> Result<Config, String> {
        let stress = match std::env::var("PURLIN_STRESS") {
            Ok(text) => Stress::parse(&text).map_err(|e| format!("PURLIN_STRESS: {e}"))?,
            Err(_) => Stress::default(),
        };
        Ok(Config {
            tier: self.tier,
            stress,
            disabled_passes: self.disable_pass.clone(),
            verify: false,
            eager: false,
            compile_bytes: Some(self.budget()),
            measure: false,
            unmetered: self.no_metering,
            code_bytes: None,
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
        assert_eq!(duration("500ms"), Ok(std::time::Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(std::time::Duration::from_secs(120)));
        assert!(duration("-1s").is_err());
    }
}
