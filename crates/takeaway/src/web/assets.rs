//! The pages, which are part of the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::api::nothing;

/// A file of the pages.
struct Asset {
    path: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($path:literal => $file:literal,)*) => {
        const ASSETS: &[Asset] = &[
            $(Asset { path: $path, bytes: include_bytes!(concat!("../../assets/", $file)) },)*
        ];
    };
}

assets! {
    "/" => "index.html",
    "/style.css" => "style.css",
    "/icon.svg" => "icon.svg",
    "/app.js" => "app.js",
    "/address.js" => "address.js",
    "/api.js" => "api.js",
    "/dom.js" => "dom.js",
    "/knowledge.js" => "knowledge.js",
    "/map.js" => "map.js",
    "/match.js" => "match.js",
    "/reasons.js" => "reasons.js",
    "/tokens.js" => "tokens.js",
    "/elements/board.js" => "elements/board.js",
    "/elements/strip.js" => "elements/strip.js",
    "/views/play.js" => "views/play.js",
    "/views/beside.js" => "views/beside.js",
    "/views/review.js" => "views/review.js",
    "/views/explore.js" => "views/explore.js",
    "/views/write.js" => "views/write.js",
    "/views/papers.js" => "views/papers.js",
    "/views/api.js" => "views/api.js",
}

/// A file of the pages, or nothing.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == uri.path()) else {
        return nothing("there is nothing here");
    };
    let tag = format!("\"{:016x}\"", hash(asset.bytes));
    let mut response = if headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| *known == tag)
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, kind(asset.path))], asset.bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

/// FNV-1a: tells a new version of the program from an old one.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
