//! Figures about the code itself: how many types share their name with another.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Prints how many types of the crates have a name that another type has too, and which.
pub(crate) fn print() -> Result<(), String> {
    let mut names: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in sources(Path::new("crates")).map_err(|why| why.to_string())? {
        let text = fs::read_to_string(&file).map_err(|why| why.to_string())?;
        for name in text.lines().filter_map(type_defined) {
            names.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    let types: usize = names.values().map(Vec::len).sum();
    names.retain(|_, files| files.len() > 1);
    let shared: usize = names.values().map(Vec::len).sum();
    for (name, files) in &names {
        println!("{name}");
        for file in files {
            println!("    {}", file.display());
        }
    }
    let percentage = (100 * shared).checked_div(types).unwrap_or(0);
    println!("{shared} of {types} types share their name with another: {percentage} %");
    Ok(())
}

/// The Rust files in the `src` folders of all crates.
fn sources(crates: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = fs::read_dir(crates)?
        .map(|entry| Ok(entry?.path().join("src")))
        .collect::<io::Result<_>>()?;
    folders.retain(|folder| folder.is_dir());
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The name of the struct, enum or trait that a line begins to define.
fn type_defined(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(public) = rest.strip_prefix("pub") {
        let limited = public
            .strip_prefix('(')
            .and_then(|scope| scope.split_once(')'));
        rest = limited.map_or(public, |(_, rest)| rest).trim_start();
    }
    let kinds = ["struct ", "enum ", "trait "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let name = name
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::type_defined;

    #[test]
    fn a_definition_is_known_by_its_first_words() {
        assert_eq!(
            type_defined("    pub(crate) struct Board<'a> {"),
            Some("Board")
        );
        assert_eq!(type_defined("enum Outcome {"), Some("Outcome"));
        assert_eq!(type_defined("pub trait Watch: Sync {"), Some("Watch"));
        assert_eq!(type_defined("let structure = 3;"), None);
    }
}
