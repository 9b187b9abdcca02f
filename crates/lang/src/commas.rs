//! Lists as they are typed on a command line.

/// The parts between the commas that stand in no bracket.
pub fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let at_commas = |character: char| {
        match character {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    };
    text.split(at_commas).collect()
}

#[cfg(test)]
mod tests {
    use super::split_at_commas;

    #[test]
    fn brackets_keep_their_commas() {
        let parts = split_at_commas("a={1,2},b=max(1,2),c");
        assert_eq!(parts, ["a={1,2}", "b=max(1,2)", "c"]);
        assert_eq!(split_at_commas("),("), [")", "("]);
    }
}
