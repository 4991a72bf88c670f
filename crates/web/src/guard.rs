//! Who may come in: nobody without the token, and nobody from another site.

use axum::http::header::{COOKIE, HOST, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};

/// Sent with every answer. Nothing may come from elsewhere, and no script or style may stand in a
/// page.
pub const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// The lock of one page.
pub struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    pub fn new(port: u16, token: String) -> Guard {
        Guard { port, token }
    }

    /// The cookie that stands for the token. Cookies do not know ports, so its name has it.
    pub fn cookie(&self) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name(), self.token)
    }

    fn cookie_name(&self) -> String {
        format!("whodunit_{}", self.port)
    }

    /// Whether a request may pass; if not, why. `query`: what follows `?` in its address.
    pub fn check(
        &self,
        method: &Method,
        query: Option<&str>,
        headers: &HeaderMap,
    ) -> Result<(), (StatusCode, &'static str)> {
        let host = headers.get(HOST).and_then(text).filter(|host| self.is_ours(host));
        let Some(host) = host else {
            return Err((StatusCode::MISDIRECTED_REQUEST, "this page is at another address\n"));
        };
        let origin = headers.get(ORIGIN).map(|origin| text(origin).unwrap_or_default());
        let is_same = origin.map(|origin| origin.strip_prefix("http://") == Some(host));
        if is_same == Some(false) || (method != Method::GET && is_same.is_none()) {
            return Err((StatusCode::FORBIDDEN, "requests from other sites are refused\n"));
        }
        let offered = self.in_cookie(headers).or_else(|| query.and_then(in_query));
        match offered.is_some_and(|offered| self.is_token(offered)) {
            true => Ok(()),
            false => {
                Err((StatusCode::UNAUTHORIZED, "open the whole address that `whodunit web` has printed\n"))
            }
        }
    }

    /// A name under which this computer reaches itself, with our port.
    fn is_ours(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        ["127.0.0.1", "localhost", "[::1]"].contains(&name) && port.parse() == Ok(self.port)
    }

    fn in_cookie<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let name = self.cookie_name();
        let cookies = headers.get_all(COOKIE).into_iter().filter_map(text).flat_map(|line| line.split(';'));
        cookies
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find(|(key, _)| *key == name)
            .map(|it| it.1)
    }

    /// Takes as long for every token of this length.
    fn is_token(&self, offered: &str) -> bool {
        let differences = offered.bytes().zip(self.token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        offered.len() == self.token.len() && differences == 0
    }
}

fn in_query(query: &str) -> Option<&str> {
    query.split('&').find_map(|pair| pair.strip_prefix("token="))
}

fn text(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    #[test]
    fn who_may_come_in() {
        let guard = Guard::new(7777, "secret".into());
        let check = |request: &str, query: Option<&str>, expected: u16| {
            let (method, headers) = request.split_once(' ').expect("a method and headers");
            let mut map = HeaderMap::new();
            for header in headers.split(" | ") {
                let (name, value) = header.split_once(": ").expect("a header");
                let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
                map.append(name, HeaderValue::from_str(value).expect("a value"));
            }
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            let status = guard.check(&method, query, &map).err().map_or(200, |(status, _)| status.as_u16());
            assert_eq!(status, expected, "{request}");
        };
        const COOKIE: &str = "cookie: a=b; whodunit_7777=secret";
        check("GET host: 127.0.0.1:7777", None, 401);
        check("GET host: 127.0.0.1:7777", Some("token=secret"), 200);
        check("GET host: 127.0.0.1:7777", Some("token=secre"), 401);
        check("GET host: 127.0.0.1:7777", Some("token=secrets"), 401);
        check(&format!("GET host: 127.0.0.1:7777 | {COOKIE}"), None, 200);
        check(&format!("GET host: localhost:7777 | {COOKIE}"), None, 200);
        check(&format!("GET host: [::1]:7777 | {COOKIE}"), None, 200);
        check("GET host: 127.0.0.1:7777 | cookie: whodunit_7778=secret", None, 401);
        // Another name for this address, as a site would have that wants to reach it.
        check(&format!("GET host: example.com:7777 | {COOKIE}"), None, 421);
        check(&format!("GET host: 127.0.0.1:7778 | {COOKIE}"), None, 421);
        check(&format!("GET host: 127.0.0.1 | {COOKIE}"), None, 421);
        let post = format!("POST host: 127.0.0.1:7777 | {COOKIE}");
        check(&post, None, 403);
        check(&format!("{post} | origin: http://127.0.0.1:7777"), None, 200);
        check(&format!("{post} | origin: http://localhost:7777"), None, 403);
        check(&format!("{post} | origin: https://127.0.0.1:7777"), None, 403);
        check(&format!("{post} | origin: http://example.com"), None, 403);
        check(&format!("{post} | origin: null"), None, 403);
    }
}
