//! Names the program by what it was made from, so that what one program has proved is not taken for
//! the work of another.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "src/search/digest.rs"]
#[expect(unreachable_pub, reason = "elsewhere it is part of a library")]
mod digest;

use digest::Digest;

/// What asks for proofs and shows them, and decides nothing.
const ABOVE: [&str; 5] = ["knowledge", "lab", "papers", "python", "takeaway"];

fn main() -> Result<(), Box<dyn Error>> {
    let crates = Path::new("..");
    let mut sources = vec![crates.join("..").join("Cargo.lock")];
    for entry in fs::read_dir(crates)? {
        let entry = entry?;
        let folder = entry.path().join("src");
        if folder.is_dir() && ABOVE.iter().all(|name| entry.file_name() != *name) {
            println!("cargo::rerun-if-changed={}", folder.display());
            collect(&folder, &mut sources)?;
        }
    }
    println!("cargo::rerun-if-changed={}", sources[0].display());
    sources.sort_unstable();
    let mut digest = Digest::default();
    for source in sources {
        let name = source.to_string_lossy().replace('\\', "/");
        let text = String::from_utf8_lossy(&fs::read(&source)?).into_owned();
        digest = digest.text(&name).text(&text);
    }
    println!("cargo::rustc-env=TAKEAWAY_SOURCES={digest}");
    Ok(())
}

/// All files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
