//! Numbers and text as reports show them, and the quoting of HTML and JSON. Knows nothing of profiles.

use super::Measure;

/// Text inside HTML or SVG, in attributes too.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A string of JSON, with its quotes. It may also stand in a script of an HTML page.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' || c == '<' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A value with its unit, in three digits or a little more.
pub(super) fn shown(measure: Measure, value: i64) -> String {
    let scaled = |value: f64, units: &[&str], step: f64| {
        let (mut value, mut n) = (value, 0);
        while value.abs() >= step && n + 1 < units.len() {
            value /= step;
            n += 1;
        }
        let digits = if n == 0 || value.abs() >= 100.0 { 0 } else { 1 };
        format!("{value:.digits$}{}", units[n])
    };
    match measure {
        Measure::Gas => scaled(value as f64, &["", "k", "M", "G", "T"], 1000.0),
        Measure::Time => scaled(value as f64, &[" ns", " µs", " ms", " s"], 1000.0),
        Measure::Memory => scaled(value as f64, &[" B", " KiB", " MiB", " GiB", " TiB"], 1024.0),
    }
}

/// What a measure is called.
pub(super) fn noun(measure: Measure) -> &'static str {
    match measure {
        Measure::Gas => "gas",
        Measure::Time => "CPU time",
        Measure::Memory => "bytes allocated",
    }
}

/// A part of a whole in percent.
pub(super) fn percent(part: i64, whole: i64) -> String {
    if whole == 0 { "0.0%".to_owned() } else { format!("{:.1}%", part as f64 * 100.0 / whole as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_quotes() {
        assert_eq!(html("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
        assert_eq!(json("</script>\"\\\n"), "\"\\u003c/script>\\\"\\\\\\u000a\"");
    }

    #[test]
    fn values_have_units() {
        assert_eq!(shown(Measure::Gas, 999), "999");
        assert_eq!(shown(Measure::Gas, 12_345_678), "12.3M");
        assert_eq!(shown(Measure::Time, 1_500_000), "1.5 ms");
        assert_eq!(shown(Measure::Memory, 3 << 20), "3.0 MiB");
        assert_eq!(percent(1, 8), "12.5%");
    }
}
