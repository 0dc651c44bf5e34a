//! Writes the database of time zones, compressed, where the feature `zones` asks for it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "zones")]
    zones::write();
}

#[cfg(feature = "zones")]
mod zones {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::{env, fs};

    /// How hard the compressor tries, of 10.
    const EFFORT: u8 = 10;

    /// Three numbers of four bytes, lowest first: the length of the names, of all that is compressed,
    /// and of its compressed form, which follows. The names are lines of a name, where the zone's data
    /// begin after the names, and how long they are; names of equal data share them.
    pub(super) fn write() {
        let mut places: BTreeMap<&[u8], usize> = BTreeMap::new();
        let (mut names, mut data) = (String::new(), Vec::new());
        let mut all: Vec<&str> = tzdb_data::TZ_NAMES.to_vec();
        all.sort_unstable();
        for name in all {
            let Some(zone) = tzdb_data::find_raw(name.as_bytes()) else { continue };
            let at = *places.entry(zone).or_insert_with(|| {
                data.extend_from_slice(zone);
                data.len() - zone.len()
            });
            names.push_str(&format!("{name} {at} {}\n", zone.len()));
        }
        let names_len = names.len();
        let mut plain = names.into_bytes();
        plain.extend_from_slice(&data);
        let packed = miniz_oxide::deflate::compress_to_vec(&plain, EFFORT);
        let mut out = Vec::with_capacity(packed.len() + 12);
        for number in [names_len, plain.len(), packed.len()] {
            out.extend_from_slice(&u32::try_from(number).expect("the database is small").to_le_bytes());
        }
        out.extend_from_slice(&packed);
        let to = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("zones.bin");
        fs::write(to, out).expect("the output folder can be written");
    }
}
