//! x
pub fn run(_: &std::path::Path, _: &[String]) -> crate::Outcome { Ok(()) }
