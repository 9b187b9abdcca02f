//! The report of a search: for a reader, and as a page.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lab::counted;
use lab::searching::{SearchClass, SearchReport, SearchSummary, SetKind};

use super::markdown::{code, escaped};
use crate::failure::Failure;

/// So many members of a class, or so many unknown ones, are listed for a reader who did not ask for all.
const LISTED: usize = 5;

/// For a reader.
pub(crate) fn text(out: &mut dyn Write, report: &SearchReport, full: bool) -> Result<(), Failure> {
    let most = if full { usize::MAX } else { LISTED };
    for search in &report.searches {
        writeln!(out, "{}", search.command)?;
        writeln!(out, "  {}", counts(search))?;
        for why in search.refused.iter().take(most) {
            writeln!(out, "  refused: {why}")?;
        }
        if search.refused.len() > most {
            let more = search.refused.len() - most;
            writeln!(out, "  refused: {more} more reasons; --full lists them")?;
        }
    }
    writeln!(out, "{}", summary(report))?;
    for class in &report.classes {
        let (number, count) = (class.number, class.members.len());
        writeln!(out, "\n{number}. {}", class.told())?;
        let games = class.members.iter().map(|member| member.game.as_str());
        writeln!(out, "   {}: {}", rulesets(count), list(games, count, most))?;
        writeln!(out, "   evidence: {}", class.evidence)?;
    }
    between(out, report)?;
    for one in &report.compared {
        let difference = one.difference.as_ref();
        let at = difference.map(|piles| format!(" at ({})", piles.join(", ")));
        let why = one.why.as_ref().map(|why| format!("; {why}"));
        let (at, why) = (at.unwrap_or_default(), why.unwrap_or_default());
        let (game, verdict, evidence) = (&one.listed.game, &one.verdict, &one.evidence);
        writeln!(out, "{game}: {verdict}{at} ({evidence}{why})")?;
    }
    let unknown = report.unknown.iter().take(most);
    for one in unknown {
        writeln!(
            out,
            "unknown: {}: {}{}",
            one.listed.game,
            one.why,
            agrees(one.agrees_with, one.agrees_up_to)
        )?;
    }
    if report.unknown.len() > most {
        writeln!(
            out,
            "unknown: {} more; --full lists them",
            report.unknown.len() - most
        )?;
    }
    Ok(())
}

/// As a page: the most interesting classes first, a line for each member with the command that finds it again.
pub(crate) fn markdown(out: &mut dyn Write, report: &SearchReport) -> Result<(), Failure> {
    let proved = rulesets(report.proved());
    let found = sets(proved_sets(report)).replacen(' ', " different ", 1);
    writeln!(
        out,
        "# Atlas: {proved} with proved P-positions, found by machine\n"
    )?;
    writeln!(
        out,
        "Each was found from its rules alone and is **proved** for all positions: {proved} with {found} of P-positions. The most interesting come first: automata in\n\
         unusual systems by their number of states, then irrational rows of which the rules say nothing, then the others, the sets of many rulesets first. Rulesets with one number have the same\n\
         P-positions: their claims are the same, or the prover says that they are about one set. A line's command finds the claim again and proves it; `--out DIR` writes it down with a\n\
         certificate and its automaton. The rules are in [atlas/](atlas/), where the commands are to be run.\n"
    )?;
    writeln!(
        out,
        "This page is written by these commands, each with `--out DIR`, and `takeaway search --report DIR --format markdown`:\n"
    )?;
    writeln!(out, "| search | members | verdicts |\n| --- | --- | --- |")?;
    for search in &report.searches {
        let (command, members) = (code(&search.command), search.members);
        writeln!(out, "| {command} | {members} | {} |", counts_only(search))?;
    }
    for (kind, classes) in by_kind(report) {
        let members: usize = classes.iter().map(|class| class.members.len()).sum();
        writeln!(
            out,
            "\n## {}\n\n{} with {} of P-positions.\n",
            kind.words(),
            rulesets(members),
            sets(classes.len())
        )?;
        writeln!(
            out,
            "| | P-positions | found again by |\n| --- | --- | --- |"
        )?;
        for class in classes {
            rows(out, class)?;
        }
    }
    page_end(out, report)
}

/// A line for each member of a class; the set stands in the first.
fn rows(out: &mut dyn Write, class: &SearchClass) -> io::Result<()> {
    for (place, member) in class.members.iter().enumerate() {
        let told = match place {
            0 => code(&class.told()),
            _ => "the same".to_owned(),
        };
        writeln!(
            out,
            "| {} | {told} | {} |",
            class.number,
            code(&member.command)
        )?;
    }
    Ok(())
}

fn page_end(out: &mut dyn Write, report: &SearchReport) -> Result<(), Failure> {
    if !report.alike.is_empty() {
        writeln!(out, "\n## The same automaton in different systems\n")?;
        for alike in &report.alike {
            writeln!(out, "- {}", alike_told(alike))?;
        }
    }
    if !report.kin.is_empty() {
        writeln!(
            out,
            "\n## Sets that agree on small boards, and are not known to be one\n"
        )?;
        for kin in &report.kin {
            let (one, other) = (code(&kin.one), code(&kin.other));
            writeln!(
                out,
                "- {one} and {other}: {}",
                escaped(&kin_told(kin.differ, &kin.why))
            )?;
        }
    }
    if !report.unknown.is_empty() {
        writeln!(
            out,
            "\n## Unknown\n\nNothing was proved of these within the limits; what was tried is told.\n"
        )?;
        writeln!(out, "| tried by | with which outcome |\n| --- | --- |")?;
        for one in &report.unknown {
            let agrees = agrees(one.agrees_with, one.agrees_up_to);
            let why = escaped(&format!("{}{agrees}", one.why));
            writeln!(out, "| {} | {why} |", code(&one.listed.command))?;
        }
    }
    Ok(())
}

/// What is between classes.
fn between(out: &mut dyn Write, report: &SearchReport) -> io::Result<()> {
    if !report.classes.is_empty() {
        writeln!(out)?;
    }
    for alike in &report.alike {
        writeln!(out, "the same automaton: {}", alike_told(alike))?;
    }
    for kin in &report.kin {
        writeln!(
            out,
            "{} and {}: {}",
            kin.one,
            kin.other,
            kin_told(kin.differ, &kin.why)
        )?;
    }
    Ok(())
}

fn alike_told(alike: &lab::searching::Alike) -> String {
    let classes: Vec<String> = alike.classes.iter().map(usize::to_string).collect();
    let states = alike.states.unwrap_or_default();
    format!(
        "{} with {}, in {}",
        classes.join(", "),
        counted(states, "state", "states"),
        alike.systems.join(", ")
    )
}

fn kin_told(differ: bool, why: &str) -> String {
    match differ {
        true => format!("they differ: {why}"),
        false => format!("they agree as far as brute force was asked; beyond, that is open: {why}"),
    }
}

fn agrees(class: Option<usize>, max: Option<u32>) -> String {
    match (class, max) {
        (Some(class), Some(max)) => format!("; agrees with {class} up to {max}"),
        _ => String::new(),
    }
}

fn by_kind(report: &SearchReport) -> BTreeMap<SetKind, Vec<&SearchClass>> {
    let mut kinds: BTreeMap<SetKind, Vec<&SearchClass>> = BTreeMap::new();
    for class in &report.classes {
        kinds.entry(class.kind).or_default().push(class);
    }
    kinds
}

fn proved_sets(report: &SearchReport) -> usize {
    report.proved_classes().count()
}

fn summary(report: &SearchReport) -> String {
    let mut told = Vec::new();
    if report.proved() > 0 {
        told.push(format!(
            "{} proved, with {} of P-positions",
            rulesets(report.proved()),
            sets(proved_sets(report))
        ));
    }
    let found = { report.classes.iter() }
        .filter(|class| class.claim.is_some() && !class.is_confirmed())
        .map(|class| class.members.len())
        .sum::<usize>();
    if found > 0 {
        told.push(format!(
            "{} proved by the run that wrote it",
            rulesets(found)
        ));
    }
    let solved = report
        .classes
        .iter()
        .filter(|class| class.claim.is_none())
        .count();
    if solved > 0 {
        told.push(format!("{} of P-positions up to the bound", sets(solved)));
    }
    if !report.unknown.is_empty() {
        told.push(format!("{} unknown", report.unknown.len()));
    }
    if report.other_versions > 0 {
        told.push(format!(
            "{} of another build left out",
            counted(report.other_versions, "unit", "units")
        ));
    }
    let count = |verdict: &str| {
        let compared = report.compared.iter();
        compared.filter(|one| one.verdict == verdict).count()
    };
    for (verdict, words) in [
        ("same", "have the P-positions of the target"),
        ("agrees", "have them as far as brute force was asked"),
        ("different", "have others"),
    ] {
        if count(verdict) > 0 {
            told.push(format!("{} {words}", count(verdict)));
        }
    }
    match told.is_empty() {
        true => "nothing is known".to_owned(),
        false => told.join("; "),
    }
}

fn counts(search: &SearchSummary) -> String {
    let members = counted(search.members, "member", "members");
    format!("{members}: {}", counts_only(search))
}

fn counts_only(search: &SearchSummary) -> String {
    let verdicts = search.verdicts.iter();
    let mut told: Vec<String> = verdicts
        .map(|(words, count)| format!("{count} {words}"))
        .collect();
    if search.missing > 0 {
        told.push(format!("{} missing", search.missing));
    }
    told.join(", ")
}

fn rulesets(count: usize) -> String {
    counted(count, "ruleset", "rulesets")
}

fn sets(count: usize) -> String {
    counted(count, "set", "sets")
}

fn list<'a>(games: impl Iterator<Item = &'a str>, count: usize, most: usize) -> String {
    let shown: Vec<&str> = games.take(most).collect();
    let more = count - shown.len();
    match more {
        0 => shown.join("  "),
        more => format!("{}  and {more} more", shown.join("  ")),
    }
}
