//! All rational splittings, list of moduli by list of moduli: no pruning, nothing shared with the search of the library.
//!
//! For each list of distinct denominators with the right sum the first free residue is filled with every rotation of every set
//! that is left.

/// The lists `q₁ > … > q_m` without a common divisor with `p`, for which rotations of the balanced sets modulo `p` are a partition.
pub(crate) fn splittings(p: u64, m: usize) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    each_list(p, m, u64::MAX, &mut Vec::new(), &mut |list| {
        if list.iter().fold(p, |g, q| gcd(g, *q)) == 1 && place(p, list) {
            found.push(list.to_vec());
        }
    });
    found
}

/// Visits the lists `q₁ > … > q_m ≥ 1` below `below` with the sum `left`.
fn each_list(left: u64, m: usize, below: u64, list: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    if m == 0 {
        if left == 0 {
            visit(list);
        }
        return;
    }
    for part in (1..below.min(left + 1)).rev() {
        list.push(part);
        each_list(left - part, m - 1, part, list, visit);
        list.pop();
    }
}

/// Are there rotations that make the sets a partition, the first one being 0?
fn place(p: u64, denominators: &[u64]) -> bool {
    let set = |q: &u64| -> Vec<u64> { (0..*q).map(|j| j * p / q).collect() };
    let mut sets: Vec<Vec<u64>> = denominators.iter().map(set).collect();
    let mut board = vec![false; p as usize];
    put(&mut board, &sets.remove(0), 0, true);
    fill(&mut board, &mut sets)
}

/// Fills the first free residue with a rotation of one of the sets that are left.
fn fill(board: &mut [bool], sets: &mut Vec<Vec<u64>>) -> bool {
    let p = board.len() as u64;
    let Some(free) = board.iter().position(|taken| !taken) else {
        return sets.is_empty();
    };
    for i in 0..sets.len() {
        let set = sets.remove(i);
        for member in &set {
            let shift = free as u64 + p - member;
            let fits = set
                .iter()
                .all(|member| !board[((member + shift) % p) as usize]);
            if !fits {
                continue;
            }
            put(board, &set, shift, true);
            if fill(board, sets) {
                return true;
            }
            put(board, &set, shift, false);
        }
        sets.insert(i, set);
    }
    false
}

fn put(board: &mut [bool], set: &[u64], shift: u64, taken: bool) {
    let p = board.len() as u64;
    for member in set {
        board[((member + shift) % p) as usize] = taken;
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
