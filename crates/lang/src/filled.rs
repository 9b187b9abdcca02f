//! Values in titles and captions.

/// The text with `{name}` replaced by the value of the parameter of this name.
///
/// ```
/// let value_of = |name: &str| (name == "d").then_some("2");
/// assert_eq!(lang::filled("{d}-Wythoff, {e}", value_of), "2-Wythoff, {e}");
/// ```
pub fn filled<'v>(text: &str, value_of: impl Fn(&str) -> Option<&'v str>) -> String {
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once('{') {
        whole.push_str(before);
        let value = after
            .split_once('}')
            .and_then(|(name, after)| Some((value_of(name)?, after)));
        match value {
            Some((value, after)) => {
                whole.push_str(value);
                rest = after;
            }
            None => {
                whole.push('{');
                rest = after;
            }
        }
    }
    whole.push_str(rest);
    whole
}
