//! Schemas, as far as ours go.

use serde_json::Value;

/// Is a value as a schema says? Only what our schemas use is understood; anything else is a fault of the test.
pub(crate) fn valid(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return match schema {
            Value::Bool(true) => Ok(()),
            _ => Err("nothing is allowed here".to_owned()),
        };
    };
    for (keyword, said) in keywords {
        let good = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "default" => true,
            "$ref" => {
                let place = said.as_str().unwrap().trim_start_matches('#');
                valid(root, root.pointer(place).unwrap(), value)?;
                true
            }
            "type" => match said {
                Value::Array(types) => types.iter().any(|one| is_of_type(one, value)),
                one => is_of_type(one, value),
            },
            "const" => said == value,
            "enum" => said.as_array().unwrap().contains(value),
            "minimum" => value
                .as_i64()
                .is_none_or(|number| number >= said.as_i64().unwrap()),
            "maximum" => value
                .as_i64()
                .is_none_or(|number| number <= said.as_i64().unwrap()),
            "anyOf" | "oneOf" => {
                let mut ways = said.as_array().unwrap().iter();
                ways.any(|way| valid(root, way, value).is_ok())
            }
            "allOf" => {
                let mut parts = said.as_array().unwrap().iter();
                parts.try_for_each(|part| valid(root, part, value))?;
                true
            }
            "required" => {
                let mut names = said.as_array().unwrap().iter();
                !value.is_object() || names.all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "properties" => {
                for (name, inner) in said.as_object().unwrap() {
                    if let Some(part) = value.get(name) {
                        valid(root, inner, part).map_err(|why| format!("{name}: {why}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let own = |name: &String| {
                    let known = keywords.get("properties").and_then(|known| known.get(name));
                    known.is_some()
                };
                for (name, part) in value.as_object().into_iter().flatten() {
                    if !own(name) {
                        valid(root, said, part).map_err(|why| format!("{name}: {why}"))?;
                    }
                }
                true
            }
            "items" => {
                for part in value.as_array().into_iter().flatten() {
                    valid(root, said, part)?;
                }
                true
            }
            "minItems" => length(value).is_none_or(|length| length >= said.as_u64().unwrap()),
            "maxItems" => length(value).is_none_or(|length| length <= said.as_u64().unwrap()),
            "prefixItems" => {
                let parts = value.as_array().into_iter().flatten();
                for (inner, part) in said.as_array().unwrap().iter().zip(parts) {
                    valid(root, inner, part)?;
                }
                true
            }
            other => panic!("`{other}` is not understood"),
        };
        if !good {
            return Err(format!("{value} against {keyword} {said}"));
        }
    }
    Ok(())
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|parts| parts.len() as u64)
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not understood"),
    }
}
