//! The server: where it listens, and how it ends.

use std::io::{self, IsTerminal};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::plain;
use tokio::net::TcpListener;

use super::api::{ApiState, routes};
use super::guard::{AccessPolicy, PublicAddress, secret};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// The usual port.
const PORT: u16 = 12_358;

/// Where to listen, and for whom.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    address: IpAddr,
    port: Option<u16>,
    public: Option<PublicAddress>,
}

impl Settings {
    /// Reads what was typed.
    pub(crate) fn new(
        listen: &str,
        port: Option<u16>,
        public: Option<&str>,
    ) -> Result<Self, Failure> {
        let bare = listen.trim().trim_start_matches('[').trim_end_matches(']');
        let address = match bare {
            "localhost" => IpAddr::from([127, 0, 0, 1]),
            other => other.parse().map_err(|_| {
                Failure::input(format!(
                    "`{listen}` is no address to listen at, such as 127.0.0.1, 0.0.0.0 or [::1]; the port is given by --port"
                ))
            })?,
        };
        let public = match public {
            None => None,
            Some(text) => Some(PublicAddress::read(text).ok_or_else(|| {
                Failure::input(format!(
                    "`{text}` is no public address, such as https://games.example.org"
                ))
            })?),
        };
        Ok(Self {
            address,
            port,
            public,
        })
    }

    /// Must whoever comes have a token?
    fn needs_token(&self) -> bool {
        self.public.is_none() && !self.address.is_loopback()
    }
}

/// Serves until it is told to stop.
pub(crate) fn serve(
    desk: &mut CommandContext<'_>,
    settings: &Settings,
    open: bool,
) -> Result<Exit, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Limit(format!("no server can be started: {}", plain(&error))))?;
    let served = runtime.block_on(run(desk, settings, open));
    // Whoever is still being answered has the server's attention no longer.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

async fn run(
    desk: &mut CommandContext<'_>,
    settings: &Settings,
    open: bool,
) -> Result<Exit, Failure> {
    let stop = stopped()?;
    let listener = listen(settings).await?;
    let address = listener.local_addr()?;
    let token = match settings.needs_token() {
        true => Some(secret().ok_or_else(|| {
            Failure::Limit("this system gives no random numbers for a token".to_owned())
        })?),
        false => None,
    };
    let shown = shown(address, settings, token.as_deref());
    let guard = AccessPolicy::new(address, settings.public.clone(), token);
    let lab = Arc::new(ApiState::new(guard));
    let accepting = tokio::spawn(super::connections::accept(listener, routes(lab)));
    writeln!(desk.out(), "{shown}")?;
    match desk.out().flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if open {
        open_browser(&shown);
    }
    stop.await;
    accepting.abort();
    Ok(Exit::Yes)
}

/// The address for a browser.
fn shown(address: SocketAddr, settings: &Settings, token: Option<&str>) -> String {
    let token = token.map_or(String::new(), |token| format!("?token={token}"));
    match &settings.public {
        Some(public) => format!("{}/", public.origin),
        None if address.ip().is_unspecified() => {
            let local: IpAddr = match address {
                SocketAddr::V4(_) => [127, 0, 0, 1].into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            };
            format!("http://{}/{token}", SocketAddr::new(local, address.port()))
        }
        None => format!("http://{address}/{token}"),
    }
}

/// Takes the port that was given, or the usual one, or any.
async fn listen(settings: &Settings) -> Result<TcpListener, Failure> {
    let at = |port| TcpListener::bind(SocketAddr::new(settings.address, port));
    let failed = |port: u16, error: &io::Error| {
        let address = SocketAddr::new(settings.address, port);
        Failure::input(format!(
            "cannot listen at {address}: {}; leave out --port for a free one",
            plain(error)
        ))
    };
    match settings.port {
        Some(port) => at(port).await.map_err(|error| failed(port, &error)),
        None => match at(PORT).await {
            Ok(listener) => Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                at(0).await.map_err(|error| failed(0, &error))
            }
            Err(error) => Err(failed(PORT, &error)),
        },
    }
}

/// Resolves when somebody asks the server to stop.
#[cfg(unix)]
fn stopped() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    );
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when somebody asks the server to stop.
#[cfg(not(unix))]
fn stopped() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Opens the page where somebody sits in front of a screen; if that fails, the address was printed.
fn open_browser(address: &str) {
    let screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some());
    if !io::stdout().is_terminal() || !screen {
        return;
    }
    let program: &[&str] = match () {
        () if cfg!(windows) => &["cmd", "/C", "start", ""],
        () if cfg!(target_os = "macos") => &["open"],
        () => &["xdg-open"],
    };
    if let [name, arguments @ ..] = program {
        let _ = Command::new(name)
            .args(arguments)
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }
}
