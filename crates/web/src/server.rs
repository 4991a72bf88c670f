//! The server: from requests to messages for the worker, and from snapshots to answers.

use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::future::select;
use futures_util::stream::{Stream, unfold};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

use crate::guard::{Guard, HEADERS};
use crate::host::Host;
use crate::look::Look;
use crate::say::{Said, Say};
use crate::snapshot::Snapshot;
use crate::worker::{Message, Stale, Worker};
use crate::{assets, page};

/// Upper bound on the bytes of a command.
const LONGEST_COMMAND: usize = 64 << 10;
/// Upper bound on the readers that are told of changes.
const MOST_STREAMS: usize = 100;
/// A line is sent this often even if nothing changes, so that a reader who is gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The source of a program recurses more than this program itself.
const STACK: usize = 16 << 20;

/// What is served.
pub struct Site {
    pub listener: TcpListener,
    pub token: String,
    /// Called in the thread of the worker.
    pub host: Box<dyn FnOnce() -> Box<dyn Host> + Send>,
    /// What was said in this session before the server was ended.
    pub journal: Vec<String>,
}

impl Site {
    /// Where the page is, with its key.
    pub fn address(address: SocketAddr, token: &str) -> String {
        format!("http://{address}/?token={token}")
    }
}

#[derive(Clone)]
struct Shared {
    worker: Sender<Message>,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    guard: Arc<Guard>,
    streams: Arc<Semaphore>,
}

/// Serves the page until the process is ended.
pub fn serve(site: Site) -> Result<(), String> {
    let Site { listener, token, host, journal } = site;
    let cannot = |error: std::io::Error| format!("cannot serve the page: {error}");
    let port = listener.local_addr().map_err(cannot)?.port();
    listener.set_nonblocking(true).map_err(cannot)?;
    let (publish, snapshots) = watch::channel(Arc::default());
    let (worker, messages) = channel();
    let journal: Vec<Say> = journal.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let thread = std::thread::Builder::new().name("debugger".into()).stack_size(STACK);
    let work = move || Worker::new(host(), messages, publish, journal).work();
    thread.spawn(work).map_err(cannot)?;
    let mut ended = snapshots.clone();
    let guard = Arc::new(Guard::new(port, token));
    let streams = Arc::new(Semaphore::new(MOST_STREAMS));
    let app = router(Shared { worker, snapshots, guard, streams });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(cannot)?;
        let serving = pin!(axum::serve(listener, app).into_future());
        let working = pin!(async { while ended.changed().await.is_ok() {} });
        select(serving, working).await;
        Err("the debugger behind the page has ended".to_owned())
    })
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/", get(whole_page))
        .route("/assets/{name}", get(asset))
        .route("/state", get(state))
        .route("/events", get(events))
        .route("/say", post(say))
        .route("/look/{what}", get(look))
        .layer(DefaultBodyLimit::max(LONGEST_COMMAND))
        .layer(from_fn_with_state(shared.clone(), guarded))
        .with_state(shared)
}

async fn guarded(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    let mut response = match shared.guard.check(method, uri.query(), headers) {
        Ok(()) => next.run(request).await,
        Err((status, why)) => (status, why).into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(*name, HeaderValue::from_static(value));
    }
    response
}

async fn whole_page(State(shared): State<Shared>) -> Response {
    let snapshot = shared.snapshots.borrow().clone();
    let html = page::whole(&snapshot).into_string();
    let cookie = shared.guard.cookie();
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (SET_COOKIE, &*cookie)], html).into_response()
}

async fn asset(Path(name): Path<String>) -> Response {
    match assets::find(&name) {
        Some(asset) => ([(CONTENT_TYPE, asset.kind)], Body::from(asset.bytes)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn state(State(shared): State<Shared>) -> Response {
    json(StatusCode::OK, shared.snapshots.borrow().to_json())
}

async fn events(State(shared): State<Shared>) -> Response {
    let Ok(permit) = shared.streams.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    };
    let stream = changes(shared.snapshots.clone(), permit);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}

/// Each snapshot, as far as this reader has not seen it. Who is slow misses some in between.
fn changes(
    mut snapshots: watch::Receiver<Arc<Snapshot>>,
    permit: OwnedSemaphorePermit,
) -> impl Stream<Item = Result<Event, Infallible>> {
    snapshots.mark_changed();
    let first = (snapshots, Arc::<Snapshot>::default(), permit);
    unfold(first, async |(mut snapshots, seen, permit)| {
        snapshots.changed().await.ok()?;
        let now = snapshots.borrow_and_update().clone();
        let event = Event::default().event("state").data(now.since(&seen).to_json());
        Some((Ok(event.retry(Duration::from_secs(1))), (snapshots, now, permit)))
    })
}

async fn say(State(shared): State<Shared>, headers: HeaderMap, body: axum::body::Bytes) -> Response {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "a command is JSON\n").into_response();
    }
    let said: Said = match serde_json::from_slice(&body) {
        Ok(said) => said,
        Err(error) => return (StatusCode::BAD_REQUEST, format!("not a command: {error}\n")).into_response(),
    };
    let (reply, answer) = oneshot::channel();
    if shared.worker.send(Message::Say { said, reply }).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    match answer.await {
        Ok(Ok(rev)) => json(StatusCode::OK, format!("{{\"rev\":{rev}}}")),
        Ok(Err(Stale { rev })) => json(StatusCode::CONFLICT, format!("{{\"rev\":{rev}}}")),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn look(
    State(shared): State<Shared>,
    Path(what): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let look = match Look::read(&what, &query) {
        Ok(look) => look,
        Err(message) => return (StatusCode::BAD_REQUEST, message).into_response(),
    };
    let (reply, answer) = oneshot::channel();
    if shared.worker.send(Message::Look { look, reply }).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    match answer.await {
        Ok(Ok(seen)) => ([(CONTENT_TYPE, seen.kind)], seen.text).into_response(),
        Ok(Err(message)) => (StatusCode::NOT_FOUND, message).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn json(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], text).into_response()
}
