import Synchronization

/// Files that are served as they are, kept in memory with their compressed twins.
///
/// A file is sent with an `ETag` of its content and `Cache-Control: no-cache`, so clients ask each time and mostly
/// hear 304. Two kinds of URL name the content, and are answered as immutable for a year:
/// - `/path?v=HASH`, where `HASH` is the file's (``url(for:)`` makes it);
/// - `/assets/HASH/path`, where `HASH` is that of all files together (``treeHash``): relative links and module
///   imports inside such a file name the same version of the others.
///
/// Under a hash that is out of date the present file is sent, to be asked for again.
public final class StaticFiles: Sendable {
    private let files: [String: StaticFile]
    private let watched: [String: WatchedFile]
    /// Names the content of all files that were given, without those that are read again. 16 hexadecimal digits.
    public let treeHash: String

    /// - Parameters:
    ///   - files: the bytes under each path. A path has no slash at its start: `play/index.html`.
    ///   - overrides: files on disk that take the place of a path, or add one, and are read again when they change.
    ///     For development; reading happens on the loop.
    ///   - headers: are added to every answer.
    public init(
        _ files: [String: [UInt8]], overrides: [String: String] = [:], headers: ResponseHeaders = ResponseHeaders()
    ) {
        var made: [String: StaticFile] = [:]
        for (path, bytes) in files { made[path] = StaticFile(path: path, bytes: bytes, headers: headers) }
        let names = made.sorted { $0.key < $1.key }.map { "\($0.key)\n\($0.value.hash)\n" }
        treeHash = ContentHash.text(Array(names.joined().utf8))
        self.files = made
        watched = Dictionary(
            uniqueKeysWithValues: overrides.map { ($0.key, WatchedFile(path: $0.key, file: $0.value, headers)) })
    }

    /// Serves a folder. Hidden files and symbolic links are left out.
    ///
    /// - Parameter reloads: reads a file again when it has changed, for development. Files that are added later are
    ///   not found.
    public convenience init(
        folder: String, reloads: Bool = false, overrides: [String: String] = [:],
        headers: ResponseHeaders = ResponseHeaders()
    ) throws(FolderError) {
        let files = try Folder.read(folder)
        var all = overrides
        if reloads {
            for path in files.keys where all[path] == nil { all[path] = "\(folder)/\(path)" }
        }
        self.init(files, overrides: all, headers: headers)
    }

    /// The URL of a file that may be kept for ever; `nil` when there is no such file or it is read again.
    public func url(for path: String) -> String? {
        guard watched[path] == nil, let file = files[path] else { return nil }
        return "/\(path)?v=\(file.hash)"
    }

    /// The answer to a request for one of the files; `nil` when there is none at its path. A path that ends with a
    /// slash means `index.html` there. Methods other than GET and HEAD are answered 405.
    ///
    /// - Parameter segments: of the path that is answered, if not the request's own.
    public func response(to request: Request, at segments: [String]? = nil) -> Response? {
        var segments = segments ?? request.segments
        var isNamedByTree = false
        if segments.count > 2, segments[0] == "assets", Self.isHash(segments[1]) {
            isNamedByTree = segments[1] == treeHash
            segments.removeFirst(2)
        }
        guard let path = Self.path(segments) else { return nil }
        let isWatched = watched[path] != nil
        guard let file = watched[path]?.current() ?? files[path] else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(.methodNotAllowed, headers: ["Allow": "GET, HEAD"])
        }
        let isNamed = !isWatched && (isNamedByTree || request.rawQuery == "v=\(file.hash)")
        return file.response(to: request, isNamedByContent: isNamed)
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { ASCII.hexValue($0) != nil }
    }

    /// The key under which a file would be kept. Nothing outside can be named, since only keys are looked up; what
    /// tries it is refused all the same.
    private static func path(_ segments: [String]) -> String? {
        var segments = segments
        if segments.last == "" { segments[segments.count - 1] = "index.html" }
        let isPlain = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.hasPrefix(".") && !segment.contains("/") && !segment.contains("\\")
        }
        return isPlain ? segments.joined(separator: "/") : nil
    }
}

/// A file that is read again when its size, time or identity changes.
private final class WatchedFile: Sendable {
    private let path: String
    private let file: String
    private let headers: ResponseHeaders
    private let cache = Mutex<(stamp: Folder.Stamp, file: StaticFile)?>(nil)

    init(path: String, file: String, _ headers: ResponseHeaders) {
        self.path = path
        self.file = file
        self.headers = headers
    }

    /// `nil` while the file cannot be read.
    func current() -> StaticFile? {
        cache.withLock { cache in
            guard let stamp = Folder.stamp(file) else { return nil }
            if let cache, cache.stamp == stamp { return cache.file }
            guard let bytes = Folder.contents(file) else { return nil }
            let fresh = StaticFile(path: path, bytes: bytes, headers: headers)
            cache = (stamp, fresh)
            return fresh
        }
    }
}
