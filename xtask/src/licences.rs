//! Checks the licences and sources of the packages that this project is built from.
//!
//! `cargo metadata` lists them, so nothing has to be installed: `cargo deny`, which does much more,
//! took minutes to compile.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::programs::cargo;

/// The licences that any package may have.
const ALLOWED: [&str; 8] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-3-Clause",
    "BSL-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The one exception to "permissive only": the big numbers. One module re-exports them, so they can
/// be swapped.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("malachite-base", "LGPL-3.0-only"),
    ("malachite-nz", "LGPL-3.0-only"),
];

/// Checks every package in `Cargo.lock`, including those that only tests use.
pub(crate) fn check() -> Result<(), String> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .map_err(|why| format!("cargo cannot be run: {why}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|why| format!("cargo metadata: {why}"))?;
    let packages = list(&metadata["packages"]);
    let faults = faults(packages);
    if packages.is_empty() {
        Err("cargo metadata lists no packages".to_owned())
    } else if faults.is_empty() {
        println!(
            "{} packages: all licences and sources are allowed",
            packages.len()
        );
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What is wrong with these packages.
fn faults(packages: &[Value]) -> Vec<String> {
    let mut faults = Vec::new();
    let sources = packages
        .iter()
        .filter_map(|package| package["source"].as_str());
    let sources: BTreeSet<&str> = sources.collect();
    if sources.len() > 1 || sources.iter().any(|one| !one.starts_with("registry+")) {
        let sources = Vec::from_iter(sources).join(", ");
        faults.push(format!(
            "packages come from {sources}, not from one registry"
        ));
    }
    for package in packages {
        let (name, licence) = (text(&package["name"]), text(&package["license"]));
        if !is_allowed(name, licence) {
            faults.push(format!("{name}: the licence `{licence}` is not allowed"));
        }
        if package["source"].is_null() {
            let needed = list(&package["dependencies"]).iter();
            let any = needed.filter(|one| one["req"] == "*" && one["path"].is_null());
            faults.extend(
                any.map(|one| format!("{name} takes any version of {}", text(&one["name"]))),
            );
        }
    }
    faults
}

/// Whether the package may have this licence, an SPDX expression: `OR` offers a choice, `AND` asks
/// for both and binds more tightly.
fn is_allowed(package: &str, licence: &str) -> bool {
    let spaced = licence
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = words.as_slice();
    let allowed = |one: &str| ALLOWED.contains(&one) || EXCEPTIONS.contains(&(package, one));
    choice(&mut words, &allowed) == Some(true) && words.is_empty()
}

/// The words of a licence that have not been read yet.
type Words<'a, 'w> = &'a mut &'w [&'w str];

fn choice(words: Words<'_, '_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut any = conjunction(words, allowed)?;
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        any |= conjunction(words, allowed)?;
    }
    Some(any)
}

fn conjunction(words: Words<'_, '_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut all = single(words, allowed)?;
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        all &= single(words, allowed)?;
    }
    Some(all)
}

fn single(words: Words<'_, '_>, allowed: &dyn Fn(&str) -> bool) -> Option<bool> {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let inside = choice(words, allowed)?;
            *words = words.strip_prefix(&[")"])?;
            Some(inside)
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            Some(allowed(&format!("{name} WITH {exception}")))
        }
        [name, rest @ ..] => {
            *words = rest;
            Some(allowed(name))
        }
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn licences_are_read_as_spdx_expressions() {
        for (licence, allowed) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0 AND MIT", false),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
            ("MIT OR GPL-3.0 AND GPL-3.0", true),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("GPL-3.0 WITH LLVM-exception", false),
            ("LGPL-3.0-only", false),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT MIT", false),
        ] {
            assert_eq!(is_allowed("something", licence), allowed, "{licence}");
        }
        assert!(is_allowed("malachite-nz", "LGPL-3.0-only"));
    }

    #[test]
    fn licences_sources_and_versions_are_checked() {
        let package = |name: &str, source: Value, req: &str| {
            let needed = json!([{ "name": "other", "req": req, "path": null }]);
            json!({ "name": name, "license": "MIT", "source": source, "dependencies": needed })
        };
        let own = package("own", Value::Null, "^1");
        let registry = package("one", json!("registry+a"), "*");
        let fine = [own.clone(), registry.clone()];
        assert_eq!(faults(&fine), Vec::<String>::new());
        for (other, fault) in [
            (
                package("two", json!("git+b"), "^1"),
                "packages come from git+b, registry+a, not from one registry",
            ),
            (
                package("own", Value::Null, "*"),
                "own takes any version of other",
            ),
            (
                json!({ "name": "bad", "license": "GPL-3.0" }),
                "bad: the licence `GPL-3.0` is not allowed",
            ),
        ] {
            assert_eq!(faults(&[own.clone(), registry.clone(), other]), [fault]);
        }
    }
}
