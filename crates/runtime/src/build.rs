//! Which build of Purlin this is, so that what was compiled by another one is never run: machine code and
//! bytecode agree with the runtime of their own build only.

use std::fmt::Write as _;
use std::sync::OnceLock;

/// A text that no other build has: the build id that the linker gave to the program or library that this code
/// is linked into; without one, its file's size and the time it was made.
pub fn identity() -> &'static str {
    static IDENTITY: OnceLock<String> = OnceLock::new();
    IDENTITY.get_or_init(|| match found() {
        Some(found) => found,
        // Nothing that is kept in a file is ever found again.
        None => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            format!("unknown, process {} at {}", std::process::id(), now.as_nanos())
        }
    })
}

#[cfg(target_os = "linux")]
fn found() -> Option<String> {
    let mut search = ObjectSearch { address: found as *const () as usize, found: None };
    // SAFETY: the callback gets the pointer that is passed here, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    let (id, path) = search.found?;
    id.or_else(|| of_file(&path))
}

#[cfg(not(target_os = "linux"))]
fn found() -> Option<String> {
    of_file(&std::env::current_exe().ok()?.to_string_lossy())
}

fn of_file(path: &str) -> Option<String> {
    let file = std::fs::metadata(path).ok()?;
    let made = file.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{} bytes, made at {}", file.len(), made.as_nanos()))
}

#[cfg(target_os = "linux")]
struct ObjectSearch {
    /// An address in the object that is sought.
    address: usize,
    /// The build id of the object, and the path of its file.
    found: Option<(Option<String>, String)>,
}

/// Looks whether an object is the one that is sought.
///
/// # Safety
/// Called by `dl_iterate_phdr`, with a [`ObjectSearch`] that nothing else uses.
#[cfg(target_os = "linux")]
unsafe extern "C" fn visit(
    info: *mut libc::dl_phdr_info,
    _: libc::size_t,
    search: *mut libc::c_void,
) -> libc::c_int {
    // SAFETY: the caller's promise; the loader's description of an object is valid during the callback.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<ObjectSearch>()) };
    // SAFETY: so many headers lie there, as the loader says.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    let start = |header: &libc::Elf64_Phdr| (info.dlpi_addr as usize).wrapping_add(header.p_vaddr as usize);
    let holds = |header: &libc::Elf64_Phdr| {
        let from = start(header);
        header.p_type == libc::PT_LOAD && (from..from + header.p_memsz as usize).contains(&search.address)
    };
    if !headers.iter().any(holds) {
        return 0;
    }
    let notes = headers.iter().filter(|header| header.p_type == libc::PT_NOTE);
    let id = notes.into_iter().find_map(|header| {
        // SAFETY: a segment of notes of an object that is loaded is mapped and never written.
        let notes =
            unsafe { std::slice::from_raw_parts(start(header) as *const u8, header.p_memsz as usize) };
        build_id(notes)
    });
    let path = if info.dlpi_name.is_null() {
        String::new()
    } else {
        // SAFETY: a path that ends with a zero, as the loader says.
        unsafe { std::ffi::CStr::from_ptr(info.dlpi_name) }.to_string_lossy().into_owned()
    };
    // The program itself has no name there.
    let path = if path.is_empty() { "/proc/self/exe".to_string() } else { path };
    search.found = Some((id, path));
    1
}

/// The linker's build id among the notes of an object.
#[cfg(target_os = "linux")]
fn build_id(mut notes: &[u8]) -> Option<String> {
    const GNU_BUILD_ID: u32 = 3;
    while let Some((header, rest)) = notes.split_at_checked(12) {
        let word = |n: usize| u32::from_ne_bytes([header[n], header[n + 1], header[n + 2], header[n + 3]]);
        let (name_len, len, kind) = (word(0) as usize, word(4) as usize, word(8));
        let (name, rest) = rest.split_at_checked(name_len.next_multiple_of(4))?;
        let (value, after) = rest.split_at_checked(len.next_multiple_of(4))?;
        if kind == GNU_BUILD_ID && name == b"GNU\0" && len > 0 {
            let mut text = String::new();
            for byte in &value[..len] {
                write!(text, "{byte:02x}").ok()?;
            }
            return Some(text);
        }
        notes = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_always_the_same() {
        assert!(!identity().is_empty() && !identity().starts_with("unknown"), "{}", identity());
        assert_eq!(found().as_deref(), Some(identity()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn build_ids_are_found_among_notes() {
        let note = |name: &[u8], kind: u32, value: &[u8]| {
            let mut bytes = Vec::new();
            for word in [name.len() as u32, value.len() as u32, kind] {
                bytes.extend_from_slice(&word.to_ne_bytes());
            }
            for part in [name, value] {
                bytes.extend_from_slice(part);
                bytes.resize(bytes.len().next_multiple_of(4), 0);
            }
            bytes
        };
        let all = [note(b"GNU\0", 1, &[1; 16]), note(b"GNU\0", 3, &[0xab, 0xcd, 1])].concat();
        assert_eq!(build_id(&all).as_deref(), Some("abcd01"));
        assert_eq!(build_id(&all[..40]), None);
        assert_eq!(build_id(&note(b"stapsdt\0", 3, &[1])), None);
    }
}
