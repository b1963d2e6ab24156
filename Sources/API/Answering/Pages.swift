public import LaurelHTTPServer
import LaurelWire

/// The pages and what belongs to them.
public struct Pages: Sendable {
    /// Those with headers of their own come first.
    private let groups: [StaticFiles]
    /// What a path that is no file gets; with status 404.
    private let notFound: Response?

    /// The header fields that pages and their parts need: give them to `StaticFiles` when it is made.
    public static var headers: ResponseHeaders { Answers().page }

    /// - Parameters:
    ///   - files: made with ``headers``.
    ///   - notFoundPath: one of them.
    public init(_ files: StaticFiles, notFoundPath: String = "404.html") {
        self.init([files], notFoundPath: notFoundPath)
    }

    /// - Parameter files: the bytes under each path, without a slash at its start.
    public init(_ files: [String: [UInt8]], notFoundPath: String = "404.html") {
        let answers = Answers()
        // A pop-up that goes to a page which keeps openers out has lost its opener for ever, also when it comes back;
        // so the way through the sign-in page must not be one.
        let popups = files.filter { $0.key.hasPrefix("authorize/") || $0.key.hasPrefix("sign-in/") }
        let modules = files.filter { $0.key.hasPrefix("sdk/") }
        let rest = files.filter { popups[$0.key] == nil && modules[$0.key] == nil }
        self.init(
            [
                StaticFiles(popups, headers: answers.popup), StaticFiles(modules, headers: answers.module),
                StaticFiles(rest, headers: answers.page),
            ], notFoundPath: notFoundPath)
    }

    private init(_ groups: [StaticFiles], notFoundPath: String) {
        self.groups = groups
        if let request = Request(.get, "/" + notFoundPath), var response = Self.response(to: request, from: groups) {
            response.status = .notFound
            notFound = response
        } else {
            notFound = nil
        }
    }

    private static func response(to request: Request, from groups: [StaticFiles]) -> Response? {
        let segments = segments(of: request)
        for group in groups {
            if let response = group.response(to: request, at: segments) { return response }
        }
        return nil
    }

    /// Each kind of problem has an address, the `type` in its responses, and one page explains them all.
    private static func segments(of request: Request) -> [String] {
        let segments = request.segments
        guard segments.count == 2, segments[0] == "problems", Problem.Kind(rawValue: segments[1]) != nil else {
            return segments
        }
        return ["problems", ""]
    }

    /// - Returns: nil when there is no such file.
    func bytes(at path: String) -> [UInt8]? {
        guard let request = Request(.get, path) else { return nil }
        return Self.response(to: request, from: groups)?.body.wholeBytes
    }

    /// - Returns: nil when the path is no page and there is no page that says so, or a page cannot be asked for like
    ///   that.
    func response(to request: Request) -> Response? {
        if let response = Self.response(to: request, from: groups) { return response }
        guard request.method == .get || request.method == .head else { return nil }
        let path = request.rawPath
        if !path.hasSuffix("/"), !path.hasPrefix("/v1/"), let folder = Request(.get, path + "/"),
            Self.response(to: folder, from: groups) != nil
        {
            // Clean URLs have a slash at their end, so that relative links work. A path of ours starts with one
            // slash: two would be another server's address.
            var response = Response(.permanentRedirect)
            let query = request.rawQuery.map { "?" + $0 } ?? ""
            response.headers.append("Location", "/" + path.drop { $0 == "/" } + "/" + query)
            return response
        }
        // Programs get a problem; people get a page.
        guard !path.hasPrefix("/v1/"), request.headers["accept"]?.contains("text/html") == true else { return nil }
        return notFound
    }
}
