//! The ways in which sorted piles may have been arranged.

use logic::Term;
use rules::spec::PileOrder;

/// The ways in which the piles may have been arranged before those that are sorted were put in order. None if there
/// are more sorted piles than `most` to be arranged.
pub(crate) fn arrangements(
    order: PileOrder,
    piles: &[Term],
    most: usize,
) -> Option<Vec<Vec<Term>>> {
    let (sorted, placed) = piles.split_at(order.sorted(piles.len()));
    if sorted.len() > most {
        return None;
    }
    let orders = all_orders(sorted).into_iter();
    Some(orders.map(|order| [&order, placed].concat()).collect())
}

fn all_orders(terms: &[Term]) -> Vec<Vec<Term>> {
    if terms.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in terms.iter().enumerate() {
        let rest: Vec<Term> = terms[..index]
            .iter()
            .chain(&terms[index + 1..])
            .cloned()
            .collect();
        for mut order in all_orders(&rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}
