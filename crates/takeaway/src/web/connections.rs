//! Connections: so many at a time, and none that is held for nothing.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use lab::ErrorKind;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep, timeout};

use super::limits;
use super::pool::WorkerReply;

/// Accepts connections for ever.
pub(crate) async fn accept(listener: TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(limits::connections()));
    let farewells = Arc::new(Semaphore::new(limits::FAREWELLS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, or a client that went away: others may come.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Answers are short: none should wait for the next.
        let _ = stream.set_nodelay(true);
        match places.clone().try_acquire_owned() {
            Ok(place) => {
                let routes = routes.clone();
                tokio::spawn(async move {
                    serve(stream, routes).await;
                    drop(place);
                });
            }
            // Where too many are being turned away already, the rest is closed without a word.
            Err(_) => {
                if let Ok(place) = farewells.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = timeout(Duration::from_secs(1), turn_away(stream)).await;
                        drop(place);
                    });
                }
            }
        }
    }
}

async fn serve(stream: TcpStream, routes: Router) {
    let io = TokioIo::new(TimeoutStream::new(stream));
    let service = TowerToHyperService::new(routes);
    // A client that breaks the connection is nobody's fault.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(64 << 10)
        .serve_connection(io, service)
        .await;
}

/// Answers a connection too many. What the client sends is read besides: a connection that is closed over unread bytes takes
/// the answer with it.
async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    let body = WorkerReply::busy("as many connections as this server takes are open").bytes;
    let head = format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: {}\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        limits::RETRY_AFTER,
        body.len()
    );
    let answer = [head.into_bytes(), body].concat();
    stream.write_all(&answer).await?;
    stream.shutdown().await?;
    let mut ignored = [0; 1024];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}

/// A connection that breaks when the other side takes nothing for too long, and on which every
/// refusal says why.
struct TimeoutStream<S> {
    stream: S,
    patience: Pin<Box<Sleep>>,
    waiting: bool,
    /// What is still to be written of a refusal that stands for another.
    refusal: Vec<u8>,
}

impl<S> TimeoutStream<S> {
    fn new(stream: S) -> Self {
        Self {
            stream,
            patience: Box::pin(sleep(limits::STALL_TIME)),
            waiting: false,
            refusal: Vec::new(),
        }
    }

    /// What the write says, unless it has waited for too long.
    fn bounded<T>(
        &mut self,
        context: &mut Context<'_>,
        write: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.waiting = false;
            return write;
        }
        if !self.waiting {
            self.waiting = true;
            self.patience
                .as_mut()
                .reset(Instant::now() + limits::STALL_TIME);
        }
        ready!(self.patience.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// The refusal with its reason, if this is one of hyper: what it cannot read as a request it refuses
/// by itself, with no more than a head. No answer of ours with such a status is empty.
fn explained(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = std::str::from_utf8(bytes).ok()?;
    let (start, _) = head.split_once("\r\n")?;
    let status = start.strip_prefix("HTTP/1.1 4")?.get(..2)?;
    let is_empty = head.contains("\r\ncontent-length: 0\r\n") && head.ends_with("\r\n\r\n");
    let message = match status {
        _ if !is_empty => return None,
        "00" => {
            "this is no request of HTTP/1.1, which says by `content-length` or \
             `transfer-encoding: chunked` where a body ends"
        }
        "14" | "31" => "the head of the request is too long",
        _ => return None,
    };
    let body = WorkerReply::error(400, ErrorKind::Input, message).bytes;
    let head = format!(
        "{start}\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    Some([head.into_bytes(), body].concat())
}

impl<S: AsyncRead + Unpin> AsyncRead for TimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refusal.is_empty() {
            let Some(refusal) = explained(bytes) else {
                let write = Pin::new(&mut self.stream).poll_write(context, bytes);
                return self.bounded(context, write);
            };
            self.refusal = refusal;
        }
        while !self.refusal.is_empty() {
            let Self {
                stream, refusal, ..
            } = &mut *self;
            let write = Pin::new(stream).poll_write(context, refusal);
            match ready!(self.bounded(context, write))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => drop(self.refusal.drain(..written)),
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flush = Pin::new(&mut self.stream).poll_flush(context);
        self.bounded(context, flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
