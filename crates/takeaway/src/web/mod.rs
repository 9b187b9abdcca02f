//! `takeaway serve`: the laboratory over HTTP.
//!
//! The server itself works nothing out. It looks who may ask (`guard`), turns a request into a command line (`question`),
//! hands that to a worker (`pool`), which is this program as a process of its own, and sends back what the worker wrote.
//! Long work is a job (`jobs`). The pages are part of the program (`assets`).

#[cfg(feature = "serve")]
mod api;
#[cfg(feature = "serve")]
mod assets;
#[cfg(feature = "serve")]
mod connections;
#[cfg(feature = "serve")]
mod guard;
#[cfg(feature = "serve")]
mod jobs;
#[cfg(feature = "serve")]
mod limits;
#[cfg(feature = "serve")]
mod openapi;
#[cfg(feature = "serve")]
mod pool;
#[cfg(feature = "serve")]
mod question;
#[cfg(feature = "serve")]
mod server;
pub(crate) mod wire;

#[cfg(feature = "serve")]
pub(crate) use server::{Settings, serve};
