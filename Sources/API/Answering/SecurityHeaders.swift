public import LaurelHTTPServer

/// What every answer tells browsers, whatever it is: routes, problems, pages, images, streams and the server's own
/// refusals. Give it to `Configuration.standingHeaders`; an answer that needs something else says so itself.
///
/// - Source: OWASP REST Security Cheat Sheet and HTTP Headers Cheat Sheet; ASVS 5.0, 3.4 and 14.3.2.
public enum SecurityHeaders {
    public static func standing(for url: PublicURL) -> ResponseHeaders {
        var headers: ResponseHeaders = [
            "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            // What is no page has no business to load anything, nor to stand in a frame.
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
        ]
        // A year; subdomains belong to somebody else perhaps.
        if url.isSecure { headers.append("Strict-Transport-Security", "max-age=31536000") }
        return headers
    }
}
