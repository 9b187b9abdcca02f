//! The ways in which sorted piles may have been arranged.

use games::spec::PileOrder;
use logic::Term;

/// The ways in which sorted piles may have been arranged before they were sorted; ordered piles have one. None if there
/// are more piles than `most` to be arranged.
pub(crate) fn arrangements(
    order: PileOrder,
    piles: &[Term],
    most: usize,
) -> Option<Vec<Vec<Term>>> {
    match order {
        PileOrder::Ordered => Some(vec![piles.to_vec()]),
        PileOrder::Sorted if piles.len() > most => None,
        PileOrder::Sorted => Some(all_orders(piles)),
    }
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
