/// The `Content-Type` of a file, from the end of its name.
struct ContentType: Hashable, Sendable {
    let text: String
    /// Whether gzip is worth trying: the other formats are compressed already.
    let isCompressible: Bool

    init(path: String) {
        let name = path.utf8.split(separator: ASCII.slash).last ?? path.utf8[...]
        let dot = name.lastIndex(of: 0x2E)
        let ending = dot.map { String(decoding: name[name.index(after: $0)...], as: UTF8.self).lowercased() } ?? ""
        (text, isCompressible) = Self.known[ending] ?? ("application/octet-stream", false)
    }

    /// Source: the IANA registry; RFC 9239 for JavaScript.
    private static let known: [String: (String, Bool)] = [
        "html": ("text/html; charset=utf-8", true), "htm": ("text/html; charset=utf-8", true),
        "css": ("text/css; charset=utf-8", true), "txt": ("text/plain; charset=utf-8", true),
        "md": ("text/markdown; charset=utf-8", true), "csv": ("text/csv; charset=utf-8", true),
        "js": ("text/javascript; charset=utf-8", true), "mjs": ("text/javascript; charset=utf-8", true),
        "ts": ("text/plain; charset=utf-8", true), "map": ("application/json", true),
        "json": ("application/json", true), "webmanifest": ("application/manifest+json", true),
        "xml": ("application/xml; charset=utf-8", true), "wasm": ("application/wasm", true),
        "svg": ("image/svg+xml; charset=utf-8", true),
        "png": ("image/png", false), "jpg": ("image/jpeg", false), "jpeg": ("image/jpeg", false),
        "gif": ("image/gif", false), "webp": ("image/webp", false), "avif": ("image/avif", false),
        "ico": ("image/vnd.microsoft.icon", true), "woff": ("font/woff", false), "woff2": ("font/woff2", false),
        "ttf": ("font/ttf", true), "otf": ("font/otf", true), "mp3": ("audio/mpeg", false),
        "ogg": ("audio/ogg", false), "wav": ("audio/wav", true), "mp4": ("video/mp4", false),
        "webm": ("video/webm", false), "pdf": ("application/pdf", false), "zip": ("application/zip", false),
    ]
}
