//! Where the inputs of earlier sessions are kept. Knows nothing of terminals.

use std::ffi::OsString;
use std::path::PathBuf;

/// The variable that says where they are, where no option does.
const VARIABLE: &str = "PURLIN_HISTORY";
/// What stands for no file.
const OFF: &str = "off";

/// The file that an option names, or the environment, or else that of the language in the user's folder for
/// the state of programs; `None` if there is to be none.
pub(super) fn file(option: Option<&str>, language: &str) -> Option<PathBuf> {
    choose(option, language, |name| std::env::var_os(name))
}

fn choose(
    option: Option<&str>,
    language: &str,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    let of_environment = || variable(VARIABLE).filter(|value| !value.is_empty());
    match option.map(OsString::from).or_else(of_environment) {
        Some(named) => (named != OFF).then(|| named.into()),
        None => {
            let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
            let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")));
            Some(state?.join("purlin").join(format!("history-{language}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_comes_first_and_off_is_no_file() {
        let file = |option: Option<&str>, set: &[(&str, &str)]| {
            let variable = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
            choose(option, "mini", variable).map(|path| path.to_string_lossy().into_owned())
        };
        let path = |text: &str| Some(text.to_owned());
        let home = ("HOME", "/users/a");
        assert_eq!(file(None, &[home]), path("/users/a/.local/state/purlin/history-mini"));
        assert_eq!(file(None, &[home, ("XDG_STATE_HOME", "/s")]), path("/s/purlin/history-mini"));
        assert_eq!(
            file(None, &[home, ("XDG_STATE_HOME", "s")]),
            path("/users/a/.local/state/purlin/history-mini")
        );
        assert_eq!(file(None, &[]), None);
        assert_eq!(file(None, &[home, ("PURLIN_HISTORY", "off")]), None);
        assert_eq!(file(None, &[home, ("PURLIN_HISTORY", "h")]), path("h"));
        assert_eq!(file(Some("f"), &[home, ("PURLIN_HISTORY", "off")]), path("f"));
        assert_eq!(file(Some("off"), &[home, ("PURLIN_HISTORY", "h")]), None);
    }
}
