//! Which papers and which claims are meant.

use lab::{LabError, Request};
use logic::watch::Watch;

use super::data::{self, Paper};
use super::{PaperListAnswer, PaperListRequest, PaperSummary, PapersRequest};

impl PapersRequest {
    /// The papers that are asked for, with the claims that are.
    pub(super) fn selected(&self) -> Result<Vec<(&'static data::PaperFile, Paper)>, LabError> {
        let mut papers = self.papers()?;
        let Some(wanted) = &self.claim else {
            return Ok(papers);
        };
        let places = || papers.iter().flat_map(|(_, paper)| &paper.claims);
        let place = one_of(wanted, places().map(|claim| claim.place.as_str()))?.to_owned();
        for (_, paper) in &mut papers {
            paper.claims.retain(|claim| claim.place == place);
        }
        papers.retain(|(_, paper)| !paper.claims.is_empty());
        Ok(papers)
    }

    fn papers(&self) -> Result<Vec<(&'static data::PaperFile, Paper)>, LabError> {
        let is_wanted = |file: &&data::PaperFile| {
            let wanted = self.name.as_deref();
            wanted.is_none_or(|wanted| same(wanted, file.name))
        };
        let files: Vec<_> = data::FILES.iter().filter(is_wanted).collect();
        if let (Some(name), true) = (&self.name, files.is_empty()) {
            let known: Vec<&str> = data::FILES.iter().map(|file| file.name).collect();
            return Err(LabError::input(format!(
                "there is no paper `{name}`; the papers are {}",
                known.join(", ")
            )));
        }
        files
            .into_iter()
            .map(|file| Ok((file, read(file)?)))
            .collect()
    }
}

impl Request for PaperListRequest {
    type Answer = PaperListAnswer;

    fn answer(&self, _: &dyn Watch) -> Result<PaperListAnswer, LabError> {
        let papers = data::FILES.iter().map(summary).collect::<Result<_, _>>()?;
        Ok(PaperListAnswer { papers })
    }
}

fn summary(file: &data::PaperFile) -> Result<PaperSummary, LabError> {
    Ok(PaperSummary {
        name: file.name.to_owned(),
        title: file.work.title.to_owned(),
        authors: file.work.authors.to_owned(),
        published: file.work.published.to_owned(),
        claims: read(file)?.claims.len(),
    })
}

fn read(file: &data::PaperFile) -> Result<Paper, LabError> {
    data::read(file.text)
        .map_err(|fault| LabError::input(format!("papers/{}.toml: {fault}", file.name)))
}

/// The place that is meant: written in full, or the only one that ends in these words, or that has them.
fn one_of<'a>(
    wanted: &str,
    places: impl Iterator<Item = &'a str> + Clone,
) -> Result<&'a str, LabError> {
    if let Some(place) = places.clone().find(|place| same(place, wanted)) {
        return Ok(place);
    }
    let words = folded(wanted);
    let end = format!(", {words}");
    let such = |is_so: &dyn Fn(&str) -> bool| -> Vec<&'a str> {
        let places = places.clone();
        places.filter(|place| is_so(&folded(place))).collect()
    };
    let mut found = such(&|place| place.ends_with(&end));
    if found.len() != 1 {
        found = such(&|place| place.contains(&words));
    }
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(LabError::input(format!(
            "there is no claim `{wanted}`; `takeaway papers NAME` lists the claims of a paper"
        ))),
        many => Err(LabError::input(format!(
            "`{wanted}` is said of {} claims: {}",
            many.len(),
            listed(many)
        ))),
    }
}

/// The first few, and how many more.
fn listed(places: &[&str]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = places
        .iter()
        .take(SHOWN)
        .map(|place| format!("`{place}`"))
        .collect();
    match places.len().saturating_sub(SHOWN) {
        0 => shown.join("; "),
        more => format!("{}; and {more} more", shown.join("; ")),
    }
}

fn same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

/// In small letters, with single blanks.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [&str; 4] = [
        "Section 2, Theorem 1",
        "Section 2, Theorem 1, the proof",
        "Section 3, Lemma 5",
        "Section 3, Lemma 6",
    ];

    fn check(wanted: &str, expected: &str) {
        let found = match one_of(wanted, PLACES.into_iter()) {
            Ok(place) => place.to_owned(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{wanted}");
    }

    #[test]
    fn a_claim_is_named_in_full_or_by_words_that_only_it_has() {
        check("section 2,  theorem 1", "Section 2, Theorem 1");
        check("lemma 6", "Section 3, Lemma 6");
        check("Theorem 1", "Section 2, Theorem 1");
        check("the proof", "Section 2, Theorem 1, the proof");
        check(
            "lemma",
            "`lemma` is said of 2 claims: `Section 3, Lemma 5`; `Section 3, Lemma 6`",
        );
        check(
            "Lemma 7",
            "there is no claim `Lemma 7`; `takeaway papers NAME` lists the claims of a paper",
        );
    }
}
