//! Printed tables, compared entry by entry.

use lab::LabError;
use logic::watch::Watch;

use super::WrongEntry;
use super::checks;
use super::data::PrintedTable;
use super::finding::Finding;

/// Compares a printed table with what is computed.
pub(crate) fn compare(
    table: &PrintedTable,
    watch: &dyn Watch,
) -> Result<(Finding, Vec<WrongEntry>), LabError> {
    let printed = table.entries();
    let computed = checks::table(&table.source, watch)?;
    let entries = differences(&table.heads(), &printed, &computed);
    let count: usize = printed.iter().map(Vec::len).sum();
    let how = format!("{count} entries compared with {}", table.how);
    let fault = match entries.as_slice() {
        [] => None,
        [one] => Some(format!(
            "{}: {}, not {}",
            one.place, one.correct, one.printed
        )),
        many => Some(format!("{} entries differ", many.len())),
    };
    Ok((Finding::proved(how).unless(fault), entries))
}

/// The entries that differ; a place that only one of the two has is shown as `nothing` in the other.
fn differences(heads: &[&str], printed: &[Vec<&str>], computed: &[Vec<String>]) -> Vec<WrongEntry> {
    let mut entries = Vec::new();
    for row in 0..printed.len().max(computed.len()) {
        let left = printed.get(row).map_or(&[][..], Vec::as_slice);
        let right = computed.get(row).map_or(&[][..], Vec::as_slice);
        for column in 0..left.len().max(right.len()) {
            let is = left.get(column).copied().unwrap_or("nothing");
            let should = right.get(column).map_or("nothing", String::as_str);
            if is != should {
                let name = right.first().map_or(is, String::as_str);
                let head = heads.get(column).copied().unwrap_or("?");
                entries.push(WrongEntry {
                    place: format!("row {name}, column {head}"),
                    printed: is.to_owned(),
                    correct: should.to_owned(),
                });
            }
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(printed: &[&str], computed: &[&str], expected: &[&str]) {
        let printed: Vec<Vec<&str>> = printed.iter().map(|row| row.split(' ').collect()).collect();
        let computed: Vec<Vec<String>> = computed
            .iter()
            .map(|row| row.split(' ').map(str::to_owned).collect())
            .collect();
        let found: Vec<String> = differences(&["n", "a", "b"], &printed, &computed)
            .into_iter()
            .map(|entry| format!("{}: {} {}", entry.place, entry.printed, entry.correct))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_entry_that_differs_has_its_own_line() {
        check(&["0 1 2", "1 3 4"], &["0 1 2", "1 3 4"], &[]);
        check(
            &["0 1 2", "1 3 4"],
            &["0 1 3", "1 5 4"],
            &["row 0, column b: 2 3", "row 1, column a: 3 5"],
        );
        check(
            &["0 1"],
            &["0 1 2", "1"],
            &["row 0, column b: nothing 2", "row 1, column n: nothing 1"],
        );
        check(&["0 1 2"], &["0 1"], &["row 0, column b: 2 nothing"]);
    }
}
