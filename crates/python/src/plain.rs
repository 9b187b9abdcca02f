//! Answers as plain objects of Python: what is written as JSON elsewhere becomes dictionaries, lists, texts and numbers.
//!
//! The answers of [`lab`] are written by serde. Here they are written to objects; the piles of positions come as bytes
//! (`rules::json`), and become an `int` without a decimal digit in between.

use std::fmt::Display;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyNone};
use serde::Serialize;
use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::number::int_of_bytes;

/// An answer as plain objects.
pub(crate) fn plain<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    answer
        .serialize(PlainSerializer(py))
        .map_err(|fault| fault.0)
}

/// A fault on the way.
#[derive(Debug)]
struct ConversionError(PyErr);

impl std::error::Error for ConversionError {}

impl Display for ConversionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for ConversionError {
    fn custom<T: Display>(message: T) -> Self {
        Self(PyTypeError::new_err(message.to_string()))
    }
}

impl From<PyErr> for ConversionError {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

type Written<'py> = Result<Bound<'py, PyAny>, ConversionError>;

/// Writes one object.
#[derive(Clone, Copy)]
struct PlainSerializer<'py>(Python<'py>);

impl<'py> PlainSerializer<'py> {
    fn made(self, value: impl IntoPyObjectExt<'py>) -> Written<'py> {
        Ok(value.into_bound_py_any(self.0)?)
    }

    fn none(self) -> Written<'py> {
        Ok(PyNone::get(self.0).to_owned().into_any())
    }

    /// What a variant of an enum holds, under its name.
    fn under(self, name: &'static str, held: Bound<'py, PyAny>) -> Written<'py> {
        let dict = PyDict::new(self.0);
        dict.set_item(name, held)?;
        Ok(dict.into_any())
    }

    fn items(self, variant: Option<&'static str>) -> ListSerializer<'py> {
        let (list, plain) = (PyList::empty(self.0), self);
        ListSerializer {
            plain,
            list,
            variant,
        }
    }

    fn fields(self, variant: Option<&'static str>) -> DictSerializer<'py> {
        DictSerializer {
            plain: self,
            dict: PyDict::new(self.0),
            key: None,
            variant,
        }
    }
}

impl<'py> Serializer for PlainSerializer<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ConversionError;
    type SerializeSeq = ListSerializer<'py>;
    type SerializeTuple = ListSerializer<'py>;
    type SerializeTupleStruct = ListSerializer<'py>;
    type SerializeTupleVariant = ListSerializer<'py>;
    type SerializeMap = DictSerializer<'py>;
    type SerializeStruct = DictSerializer<'py>;
    type SerializeStructVariant = DictSerializer<'py>;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Written<'py> {
        self.made(value)
    }

    fn serialize_i8(self, value: i8) -> Written<'py> {
        self.made(value)
    }

    fn serialize_i16(self, value: i16) -> Written<'py> {
        self.made(value)
    }

    fn serialize_i32(self, value: i32) -> Written<'py> {
        self.made(value)
    }

    fn serialize_i64(self, value: i64) -> Written<'py> {
        self.made(value)
    }

    fn serialize_u8(self, value: u8) -> Written<'py> {
        self.made(value)
    }

    fn serialize_u16(self, value: u16) -> Written<'py> {
        self.made(value)
    }

    fn serialize_u32(self, value: u32) -> Written<'py> {
        self.made(value)
    }

    fn serialize_u64(self, value: u64) -> Written<'py> {
        self.made(value)
    }

    fn serialize_f32(self, value: f32) -> Written<'py> {
        self.made(value)
    }

    fn serialize_f64(self, value: f64) -> Written<'py> {
        self.made(value)
    }

    fn serialize_char(self, value: char) -> Written<'py> {
        self.made(value)
    }

    fn serialize_str(self, value: &str) -> Written<'py> {
        self.made(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Written<'py> {
        Ok(int_of_bytes(self.0, value)?)
    }

    fn serialize_none(self) -> Written<'py> {
        self.none()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Written<'py> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written<'py> {
        self.none()
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Written<'py> {
        self.none()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Written<'py> {
        self.made(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written<'py> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written<'py> {
        self.under(variant, value.serialize(self)?)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ListSerializer<'py>, ConversionError> {
        Ok(self.items(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<ListSerializer<'py>, ConversionError> {
        Ok(self.items(None))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<ListSerializer<'py>, ConversionError> {
        Ok(self.items(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ListSerializer<'py>, ConversionError> {
        Ok(self.items(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<DictSerializer<'py>, ConversionError> {
        Ok(self.fields(None))
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<DictSerializer<'py>, ConversionError> {
        Ok(self.fields(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<DictSerializer<'py>, ConversionError> {
        Ok(self.fields(Some(variant)))
    }
}

/// Writes a list.
struct ListSerializer<'py> {
    plain: PlainSerializer<'py>,
    list: Bound<'py, PyList>,
    variant: Option<&'static str>,
}

impl<'py> ListSerializer<'py> {
    fn add<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), ConversionError> {
        Ok(self.list.append(value.serialize(self.plain)?)?)
    }

    fn made(self) -> Written<'py> {
        match self.variant {
            Some(name) => self.plain.under(name, self.list.into_any()),
            None => Ok(self.list.into_any()),
        }
    }
}

/// Writes a dictionary.
struct DictSerializer<'py> {
    plain: PlainSerializer<'py>,
    dict: Bound<'py, PyDict>,
    key: Option<Bound<'py, PyAny>>,
    variant: Option<&'static str>,
}

impl<'py> DictSerializer<'py> {
    fn add<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), ConversionError> {
        Ok(self.dict.set_item(name, value.serialize(self.plain)?)?)
    }

    fn made(self) -> Written<'py> {
        match self.variant {
            Some(name) => self.plain.under(name, self.dict.into_any()),
            None => Ok(self.dict.into_any()),
        }
    }
}

macro_rules! written_as_list {
    ($($trait:ident, $method:ident;)*) => {$(
        impl<'py> $trait for ListSerializer<'py> {
            type Ok = Bound<'py, PyAny>;
            type Error = ConversionError;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), ConversionError> {
                self.add(value)
            }

            fn end(self) -> Written<'py> {
                self.made()
            }
        }
    )*};
}

written_as_list! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

macro_rules! written_as_dictionary {
    ($($trait:ident),*) => {$(
        impl<'py> $trait for DictSerializer<'py> {
            type Ok = Bound<'py, PyAny>;
            type Error = ConversionError;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), ConversionError> {
                self.add(name, value)
            }

            fn end(self) -> Written<'py> {
                self.made()
            }
        }
    )*};
}

written_as_dictionary!(SerializeStruct, SerializeStructVariant);

impl<'py> SerializeMap for DictSerializer<'py> {
    type Ok = Bound<'py, PyAny>;
    type Error = ConversionError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), ConversionError> {
        self.key = Some(key.serialize(self.plain)?);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), ConversionError> {
        let key = self
            .key
            .take()
            .ok_or_else(|| ConversionError::custom("a value without a key"))?;
        Ok(self.dict.set_item(key, value.serialize(self.plain)?)?)
    }

    fn end(self) -> Written<'py> {
        self.made()
    }
}
