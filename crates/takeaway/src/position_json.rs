//! Positions as JSON has them, in requests as in answers.

use serde_json::Value;

/// The positions that a value means. A text is one, as it is typed, and so is a number or a list of piles; several are a list
/// of lists, or of texts with commas. None if it means no position.
pub(crate) fn positions(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(several) if several.iter().any(is_whole) => {
            several.iter().map(position).collect()
        }
        one => Some(vec![position(one)?]),
    }
}

/// Is this a whole position where a list could have its piles?
fn is_whole(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::String(text) => text.contains(','),
        _ => false,
    }
}

fn position(value: &Value) -> Option<String> {
    match value {
        Value::Array(piles) if piles.is_empty() => Some("()".to_owned()),
        Value::Array(piles) if !piles.iter().any(is_whole) => {
            let piles: Option<Vec<String>> = piles.iter().map(typed).collect();
            Some(piles?.join(","))
        }
        one => typed(one),
    }
}

fn typed(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_u64().map(|number| number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(value: &Value, expected: Option<&[&str]>) {
        let found = positions(value);
        let expected = expected.map(|texts| texts.iter().map(|text| (*text).to_owned()).collect());
        assert_eq!(found, expected, "{value}");
    }

    #[test]
    fn a_list_of_piles_is_one_position() {
        check(&json!("14,17,20"), Some(&["14,17,20"]));
        check(&json!(7), Some(&["7"]));
        check(&json!(["14", "17", "20"]), Some(&["14,17,20"]));
        check(&json!([14, 17, 20]), Some(&["14,17,20"]));
        check(&json!([14, "10^30"]), Some(&["14,10^30"]));
        check(&json!(["7"]), Some(&["7"]));
        check(&json!([]), Some(&["()"]));
        check(&json!(["1,2", "3,4"]), Some(&["1,2", "3,4"]));
        check(&json!(["1,2"]), Some(&["1,2"]));
        check(&json!([[1, 2], ["3", "4"]]), Some(&["1,2", "3,4"]));
        check(&json!([[1], "3,4", 5]), Some(&["1", "3,4", "5"]));
        for wrong in [
            json!([[["1"]]]),
            json!([["1,2"]]),
            json!([1.5]),
            json!([-1]),
            json!(1e30),
            json!([true]),
            json!({"x": 1}),
            json!(null),
        ] {
            check(&wrong, None);
        }
    }
}
