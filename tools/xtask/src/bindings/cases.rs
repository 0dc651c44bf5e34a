//! The cases of `tests/bindings` for a program in C: a line for each thing, words between spaces, texts and
//! values in hexadecimal digits. Values are written as `crates/purlin-c/src/wire.rs` describes them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// All cases as lines.
pub fn lines(root: &Path) -> Result<String, String> {
    let path = root.join("tests/bindings/cases.json");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let cases: Vec<Value> = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut out = String::new();
    for case in &cases {
        one(root, case, &mut out).map_err(|why| format!("case {}: {why}", case["name"]))?;
    }
    Ok(out)
}

fn one(root: &Path, case: &Value, out: &mut String) -> Result<(), String> {
    let mut line = |text: String| out.write_fmt(format_args!("{text}\n")).expect("text takes everything");
    line(format!("case {}", text(&case["name"])));
    let tier = match case["tier"].as_str() {
        None | Some("auto") => 0,
        Some("interp") => 1,
        Some("native") => 2,
        Some(other) => return Err(format!("there is no tier {other}")),
    };
    line(format!("tier {tier}"));
    for (name, n) in case["limits"].as_object().into_iter().flatten() {
        line(format!("limit {name} {n}"));
    }
    if let Some(input) = case["input"].as_str() {
        line(format!("input {}", hex(input.as_bytes())));
    }
    if case["args"].is_array() {
        line(format!("args {}", value(&case["args"])?));
    }
    let mut env = case["env"].as_object().cloned().unwrap_or_default();
    if let Some(folder) = case["folder"].as_str() {
        let folder = root.join(folder).display().to_string();
        line(format!("folder {}", hex(folder.as_bytes())));
        env.insert("FOLDER".into(), folder.into());
    }
    if !env.is_empty() {
        let entries = env.iter().map(|(name, v)| Value::Array(vec![Value::String(name.clone()), v.clone()]));
        line(format!("env {}", value(&serde_json::json!({ "map": entries.collect::<Vec<_>>() }))?));
    }
    line(format!("source {} {}", text(&case["source"]), text(&case["error"])));
    for step in case["steps"].as_array().into_iter().flatten() {
        line(words(step)?);
    }
    line("end".into());
    Ok(())
}

/// A step as words.
fn words(step: &Value) -> Result<String, String> {
    let number = |key: &str| step[key].as_u64().unwrap_or(0);
    let what = step["do"].as_str().ok_or("a step says what it does")?;
    Ok(match what {
        "call" => {
            let (name, args) = (text(&step["function"]), arguments(&step["args"])?);
            let (future, cancel) = (u8::from(step["async"] == true), number("cancel_after_ms"));
            format!("call {name} {args} {future} {cancel} {}", outcome(step)?)
        }
        "run" | "resume" => format!("{what} {}", outcome(step)?),
        "refuel" => format!("refuel {}", number("units")),
        "set_limits" => format!("set_limits {}", step["gas"].as_u64().unwrap_or(u64::MAX)),
        "output" | "errors" => format!("{what} {}", text(&step["text"])),
        "repeat" => format!("repeat {} {} {}", text(&step["function"]), number("times"), number("last")),
        "threads" => {
            let (name, args) = (text(&step["function"]), arguments(&step["args"])?);
            let (threads, calls) = (number("threads"), number("calls"));
            format!("threads {name} {args} {} {threads} {calls}", value(&step["result"])?)
        }
        "reset" | "fresh" | "cancel" | "clear" | "gas" => what.to_string(),
        other => return Err(format!("there is no step {other}")),
    })
}

fn outcome(step: &Value) -> Result<String, String> {
    let Some(kind) = step["kind"].as_str() else { return Ok(format!("ok {}", value(&step["result"])?)) };
    let exit = step["exit"].as_i64().unwrap_or(0);
    Ok(format!("err {kind} {} {} {exit}", text(&step["text"]), text(&step["traceback"])))
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".into();
    }
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("text takes everything");
        out
    })
}

fn text(value: &Value) -> String {
    hex(value.as_str().unwrap_or("").as_bytes())
}

/// A list of arguments. Only one of so many zero bytes is not written out.
fn arguments(list: &Value) -> Result<String, String> {
    match list[0]["zeros"].as_u64() {
        Some(zeros) => Ok(format!("z{zeros}")),
        None => value(list),
    }
}

fn value(value: &Value) -> Result<String, String> {
    let mut bytes = Vec::new();
    encode(value, &mut bytes)?;
    Ok(hex(&bytes))
}

fn word(tag: u8, word: u64, out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(&word.to_le_bytes());
}

fn run(tag: u8, bytes: &[u8], out: &mut Vec<u8>) {
    word(tag, bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

fn encode(value: &Value, out: &mut Vec<u8>) -> Result<(), String> {
    match value {
        Value::Null => out.push(0),
        Value::Bool(yes) => out.push(1 + u8::from(*yes)),
        Value::Number(n) => word(3, n.as_i64().ok_or("a plain number is an integer")? as u64, out),
        Value::String(text) => run(6, text.as_bytes(), out),
        Value::Array(all) => {
            word(8, all.len() as u64, out);
            all.iter().try_for_each(|value| encode(value, out))?;
        }
        Value::Object(_) => special(value, out)?,
    }
    Ok(())
}

fn special(value: &Value, out: &mut Vec<u8>) -> Result<(), String> {
    if let Some(n) = value["uint"].as_str() {
        word(4, n.parse().map_err(|e| format!("{n}: {e}"))?, out);
    } else if let Some(f) = value["float"].as_str() {
        let f: f64 = f.parse().map_err(|e| format!("{f}: {e}"))?;
        word(5, f.to_bits(), out);
    } else if let Some(digits) = value["bytes"].as_str() {
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|e| e.to_string());
        let bytes = (0..digits.len()).step_by(2).map(byte).collect::<Result<Vec<_>, _>>()?;
        run(7, &bytes, out);
    } else if let Some(entries) = value["map"].as_array() {
        word(9, entries.len() as u64, out);
        for entry in entries {
            encode(&entry[0], out)?;
            encode(&entry[1], out)?;
        }
    } else if let Some(fields) = value["struct"].as_array() {
        word(10, fields.len() as u64, out);
        for field in fields {
            let name = field[0].as_str().ok_or("a field has a name")?;
            out.extend_from_slice(&(name.len() as u64).to_le_bytes());
            out.extend_from_slice(name.as_bytes());
            encode(&field[1], out)?;
        }
    } else {
        return Err(format!("{value} is no value"));
    }
    Ok(())
}
