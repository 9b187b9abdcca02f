//! Who may ask: the rules that keep a server on somebody's own machine safe.
//!
//! A page of a stranger can make a browser send requests to this server. So the name under which the server is addressed
//! must be one of its own (a stranger's name that suddenly means 127.0.0.1 is not), on every request; a request that does
//! something must come from a page of this server; and no answer may be read, framed or guessed at by another page. Beyond
//! this machine whoever comes needs a token, unless the server is meant to be public.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};

/// The cookie that holds the token of a server. Cookies know no ports, so that its name has to.
pub(crate) fn cookie_name(port: u16) -> String {
    format!("takeaway-token-{port}")
}

/// What every answer says to the browser.
pub(crate) const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessRefusal {
    /// The server is not addressed by a name of its own.
    Host,
    /// The request comes from another page.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl AccessRefusal {
    /// The status of HTTP.
    pub(crate) fn status(self) -> u16 {
        match self {
            Self::Host | Self::Origin => 403,
            Self::Token => 401,
        }
    }

    /// What to do instead.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Host => "this server does not go by that name: use the address that it printed",
            Self::Origin => {
                "only pages of this server may ask that; a program sends the header Origin with the server's own address"
            }
            Self::Token => {
                "the token is missing: use the whole address that was printed when the server started"
            }
        }
    }
}

/// The names of the server, and its token.
#[derive(Clone, Debug)]
pub(crate) struct AccessPolicy {
    port: u16,
    /// Is every address of this machine listened at?
    any_address: bool,
    /// The one address, beside those of this machine alone.
    address: IpAddr,
    /// The address that a proxy in front shows.
    public: Option<PublicAddress>,
    token: Option<String>,
}

/// The address of a public server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicAddress {
    /// `https://games.example.org`.
    pub(crate) origin: String,
    /// `games.example.org`.
    pub(crate) host: String,
}

impl PublicAddress {
    /// Reads `https://NAME`, with a port where it is not the usual one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let host = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))?;
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
        let plain = !host.is_empty() && host.chars().all(fits);
        plain.then(|| Self {
            host: host.to_owned(),
            origin: text.clone(),
        })
    }
}

impl AccessPolicy {
    /// The rules for a server at this address.
    pub(crate) fn new(
        address: SocketAddr,
        public: Option<PublicAddress>,
        token: Option<String>,
    ) -> Self {
        Self {
            port: address.port(),
            any_address: address.ip().is_unspecified(),
            address: address.ip(),
            public,
            token,
        }
    }

    /// May this be asked?
    pub(crate) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), AccessRefusal> {
        self.check_host(uri, headers)?;
        if method != Method::GET && method != Method::HEAD {
            self.check_origin(headers)?;
        }
        self.check_token(uri, headers)
    }

    /// The name must be right wherever it stands: in the header, and before the path.
    fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), AccessRefusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let one = hosts.next().is_none();
        let authority = uri.authority().map(|authority| authority.as_str());
        let right = host.is_some_and(|host| self.is_own(host));
        let right_too = authority.is_none_or(|authority| self.is_own(authority));
        if one && right && right_too {
            Ok(())
        } else {
            Err(AccessRefusal::Host)
        }
    }

    /// Is this one of our names?
    fn is_own(&self, host: &str) -> bool {
        let public = self.public.as_ref();
        public.is_some_and(|public| public.host.eq_ignore_ascii_case(host)) || self.is_here(host)
    }

    /// Is this a name of ours on this machine, with our port?
    fn is_here(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host.as_str(), "80"),
        };
        let own_port =
            port.parse() == Ok(self.port) && port.bytes().all(|one| one.is_ascii_digit());
        own_port && (["localhost", "127.0.0.1", "[::1]"].contains(&name) || self.is_address(name))
    }

    /// Is this an address at which we listen? An address is no name that a stranger could turn round.
    fn is_address(&self, name: &str) -> bool {
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        match bare.unwrap_or(name).parse::<IpAddr>() {
            Ok(address) => address == self.address || self.any_address,
            Err(_) => false,
        }
    }

    fn check_origin(&self, headers: &HeaderMap) -> Result<(), AccessRefusal> {
        let mut origins = headers.get_all(ORIGIN).iter();
        let origin = origins.next().and_then(|origin| origin.to_str().ok());
        let own = origin.is_some_and(|origin| {
            let public = self.public.as_ref().map(|public| public.origin.as_str());
            public == Some(&origin.to_ascii_lowercase())
                || origin
                    .strip_prefix("http://")
                    .is_some_and(|host| self.is_here(host))
        });
        if own && origins.next().is_none() {
            Ok(())
        } else {
            Err(AccessRefusal::Origin)
        }
    }

    fn check_token(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), AccessRefusal> {
        let Some(token) = &self.token else {
            return Ok(());
        };
        let texts = |name| {
            let values = headers.get_all(name).iter();
            values.filter_map(|value: &HeaderValue| value.to_str().ok())
        };
        let name = cookie_name(self.port);
        let bearers = texts(AUTHORIZATION).filter_map(bearer_of);
        let cookies = texts(COOKIE).flat_map(|header| cookies_of(header, &name));
        let mut given = bearers.chain(cookies).chain(tokens_of(uri));
        if given.any(|given| same(given, token)) {
            Ok(())
        } else {
            Err(AccessRefusal::Token)
        }
    }

    /// The address without the token and the cookie that holds it from then on, if the token came in the address of a page.
    /// A program that asks below `/api/` keeps no cookies, and is answered at once.
    pub(crate) fn redirection(&self, method: &Method, uri: &Uri) -> Option<[HeaderValue; 2]> {
        let token = self.token.as_ref()?;
        let reads = method == Method::GET || method == Method::HEAD;
        if !reads
            || uri.path().starts_with("/api/")
            || !tokens_of(uri).any(|given| same(given, token))
        {
            return None;
        }
        let name = cookie_name(self.port);
        let cookie = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict");
        let place = HeaderValue::from_str(&without_token(uri)).ok()?;
        Some([place, HeaderValue::from_str(&cookie).ok()?])
    }
}

/// What is given under the name of the token.
fn tokens_of(uri: &Uri) -> impl Iterator<Item = &str> {
    pairs_of(uri).filter_map(|pair| pair.strip_prefix(TOKEN))
}

const TOKEN: &str = "token=";

fn pairs_of(uri: &Uri) -> impl Iterator<Item = &str> {
    uri.query().into_iter().flat_map(|query| query.split('&'))
}

/// The path with what else was asked. It begins with one slash: with two, a browser would read the name of a stranger.
fn without_token(uri: &Uri) -> String {
    let path = uri.path().trim_start_matches(['/', '\\']);
    let rest: Vec<&str> = pairs_of(uri)
        .filter(|pair| !pair.starts_with(TOKEN))
        .collect();
    let mark = if rest.is_empty() { "" } else { "?" };
    format!("/{path}{mark}{}", rest.join("&"))
}

/// The names of such schemes are read in any case.
fn bearer_of(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| token.trim_matches(' '))
}

fn cookies_of<'a>(header: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let cookies = header.split(';').map(str::trim);
    cookies.filter_map(move |cookie| cookie.strip_prefix(name)?.strip_prefix('='))
}

/// Are these the same? The time that this takes tells nothing.
fn same(left: &str, right: &str) -> bool {
    let pairs = left.bytes().zip(right.bytes());
    left.len() == right.len() && pairs.fold(0, |all, (left, right)| all | (left ^ right)) == 0
}

/// A token, or the name of a job: nobody can guess it.
pub(crate) fn secret() -> Option<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use axum::http::HeaderName;

    use super::*;

    fn guard(listen: &str, public: Option<&str>, token: Option<&str>) -> AccessPolicy {
        let public = public.map(|text| PublicAddress::read(text).unwrap());
        AccessPolicy::new(listen.parse().unwrap(), public, token.map(str::to_owned))
    }

    fn ask(
        guard: &AccessPolicy,
        method: Method,
        uri: &str,
        headers: &[(&str, &str)],
    ) -> Result<(), AccessRefusal> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            map.append(name, HeaderValue::from_str(value).unwrap());
        }
        guard.check(&method, &uri.parse().unwrap(), &map)
    }

    #[test]
    fn only_our_names_with_our_port() {
        let guard = guard("127.0.0.1:4242", None, None);
        let host = |host: &str| ask(&guard, Method::GET, "/", &[("host", host)]);
        for own in [
            "localhost:4242",
            "LOCALHOST:4242",
            "127.0.0.1:4242",
            "[::1]:4242",
        ] {
            assert_eq!(host(own), Ok(()), "{own}");
        }
        for other in [
            "",
            "localhost",
            "127.0.0.1",
            "localhost:80",
            "localhost:04242x",
            "evil.example",
            "evil.example:4242",
            "127.0.0.1.evil.example:4242",
            "localhost:4242.evil.example",
            "192.168.1.7:4242",
            "localhost:+4242",
            "0.0.0.0:4242",
            "[::1]",
            "127.1:4242",
            "evil.example@localhost:4242",
            "localhost :4242",
        ] {
            assert_eq!(host(other), Err(AccessRefusal::Host), "{other}");
        }
        assert_eq!(ask(&guard, Method::GET, "/", &[]), Err(AccessRefusal::Host));
        let twice = [("host", "localhost:4242"), ("host", "evil.example")];
        assert_eq!(
            ask(&guard, Method::GET, "/", &twice),
            Err(AccessRefusal::Host)
        );
        let own = [("host", "localhost:4242")];
        let absolute = "http://evil.example:4242/";
        assert_eq!(
            ask(&guard, Method::GET, absolute, &own),
            Err(AccessRefusal::Host)
        );
    }

    #[test]
    fn only_our_own_pages_may_write() {
        let guard = guard("127.0.0.1:4242", None, None);
        let origin = |origin: &str| {
            let headers = [("host", "localhost:4242"), ("origin", origin)];
            ask(&guard, Method::POST, "/api/outcome", &headers)
        };
        for own in [
            "http://localhost:4242",
            "http://127.0.0.1:4242",
            "http://[::1]:4242",
        ] {
            assert_eq!(origin(own), Ok(()), "{own}");
        }
        for other in [
            "null",
            "",
            "http://localhost",
            "https://localhost:4242",
            "http://evil.example",
            "http://localhost:4243",
            "http://localhost:4242.evil.example",
            "file://",
            "http://evil.example:4242",
        ] {
            assert_eq!(origin(other), Err(AccessRefusal::Origin), "{other}");
        }
        let none = [("host", "localhost:4242")];
        assert_eq!(
            ask(&guard, Method::POST, "/", &none),
            Err(AccessRefusal::Origin)
        );
        assert_eq!(
            ask(&guard, Method::DELETE, "/", &none),
            Err(AccessRefusal::Origin)
        );
        let twice = [
            none[0],
            ("origin", "http://localhost:4242"),
            ("origin", "http://evil.example"),
        ];
        assert_eq!(
            ask(&guard, Method::POST, "/", &twice),
            Err(AccessRefusal::Origin)
        );
    }

    #[test]
    fn a_public_server_has_one_name_more() {
        let guard = guard("127.0.0.1:4242", Some("https://Games.example.org/"), None);
        let headers = [
            ("host", "games.example.org"),
            ("origin", "https://games.example.org"),
        ];
        assert_eq!(ask(&guard, Method::POST, "/", &headers), Ok(()));
        let headers = [
            ("host", "games.example.org"),
            ("origin", "http://games.example.org"),
        ];
        assert_eq!(
            ask(&guard, Method::POST, "/", &headers),
            Err(AccessRefusal::Origin)
        );
        let headers = [("host", "other.example.org")];
        assert_eq!(
            ask(&guard, Method::GET, "/", &headers),
            Err(AccessRefusal::Host)
        );
        assert_eq!(PublicAddress::read("games.example.org"), None);
        assert_eq!(PublicAddress::read("https://a/b"), None);
        assert_eq!(PublicAddress::read("https://"), None);
    }

    #[test]
    fn beyond_this_machine_a_token_is_needed() {
        let guard = guard("0.0.0.0:4242", None, Some("c0ffee"));
        let host = ("host", "192.168.1.7:4242");
        let get = |uri: &str, header: (&str, &str)| ask(&guard, Method::GET, uri, &[host, header]);
        let nothing = ("accept", "*/*");
        assert_eq!(get("/", nothing), Err(AccessRefusal::Token));
        assert_eq!(get("/?token=c0ffe", nothing), Err(AccessRefusal::Token));
        assert_eq!(get("/?token=", nothing), Err(AccessRefusal::Token));
        assert_eq!(get("/?token=c0ffee", nothing), Ok(()));
        assert_eq!(get("/?token=0&token=c0ffee", nothing), Ok(()));
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let value = format!("{scheme} c0ffee");
            assert_eq!(get("/", ("authorization", &value)), Ok(()), "{scheme}");
        }
        for (cookies, expected) in [
            ("a=b; takeaway-token-4242=c0ffee", Ok(())),
            ("takeaway-token-4242=0; takeaway-token-4242=c0ffee", Ok(())),
            ("takeaway-token-4242=c0ffef", Err(AccessRefusal::Token)),
            ("takeaway-token-4243=c0ffee", Err(AccessRefusal::Token)),
            ("takeaway-token=c0ffee", Err(AccessRefusal::Token)),
        ] {
            assert_eq!(get("/", ("cookie", cookies)), expected, "{cookies}");
        }
        let twice = [
            host,
            ("cookie", "takeaway-token-4242=0"),
            ("cookie", "takeaway-token-4242=c0ffee"),
        ];
        assert_eq!(ask(&guard, Method::GET, "/", &twice), Ok(()));
        assert_eq!(
            ask(
                &guard,
                Method::GET,
                "/?token=c0ffee",
                &[("host", "evil.example:4242")]
            ),
            Err(AccessRefusal::Host)
        );
    }

    #[test]
    fn the_token_leaves_the_address_and_nothing_else_does() {
        let guard = guard("0.0.0.0:4242", None, Some("c0ffee"));
        let sent = |method, uri: &str| {
            let [place, cookie] = guard.redirection(&method, &uri.parse().unwrap())?;
            let cookie = cookie.to_str().unwrap();
            assert!(
                cookie.starts_with("takeaway-token-4242=c0ffee;"),
                "{cookie}"
            );
            Some(place.to_str().unwrap().to_owned())
        };
        for (uri, place) in [
            ("/?token=c0ffee", Some("/")),
            (
                "/views/api.js?a=1&token=c0ffee&b=2",
                Some("/views/api.js?a=1&b=2"),
            ),
            ("/api/jobs/7?token=c0ffee", None),
            ("/apiary?token=c0ffee", Some("/apiary")),
            ("//evil.example/?token=c0ffee", Some("/evil.example/")),
            ("/\\evil.example/?token=c0ffee", Some("/evil.example/")),
            ("/?token=c0ffe", None),
            ("/", None),
        ] {
            assert_eq!(sent(Method::GET, uri).as_deref(), place, "{uri}");
            assert_eq!(sent(Method::POST, uri), None, "{uri}");
        }
    }
}
