import Glibc

/// The files by which an operator proves to a certificate authority that the host is theirs (ACME's `http-01`,
/// RFC 8555, section 8.3). A program such as certbot puts them below a folder, and removes them afterwards.
public struct ChallengeFiles: Sendable {
    private static let path = [".well-known", "acme-challenge"]
    /// A token has 128 random bits at least: 22 characters (RFC 8555, section 8.3).
    public static let tokenLimit = 128
    /// A key authorization is a token, a dot and 43 characters (section 8.1).
    public static let byteLimit = 1_024

    private let folder: String

    /// - Parameter folder: the one in which `.well-known/acme-challenge` is, now or later.
    public init(folder: String) { self.folder = folder }

    /// The answer to a request for such a file; nil: it asks for something else.
    ///
    /// The file is read on the loop: it has a line, and is there for moments.
    public func response(to request: Request) -> Response? {
        let prefix = "/" + Self.path.joined(separator: "/") + "/"
        let path = request.rawPath
        guard path.hasPrefix(prefix) else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(.methodNotAllowed, headers: ["Allow": "GET, HEAD"])
        }
        let token = path.dropFirst(prefix.utf8.count)
        guard Self.isToken(token), let bytes = bytes(of: String(token)) else { return Response(.notFound) }
        return Response(.ok, type: "application/octet-stream", body: bytes)
    }

    /// Base64url, so neither a path nor a hidden file.
    private static func isToken(_ text: Substring) -> Bool {
        (1...tokenLimit).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }

    /// Nil: there is no such plain file, or it is too large. No symbolic link is followed below the folder.
    private func bytes(of token: String) -> [UInt8]? {
        var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for name in Self.path {
            guard parent >= 0 else { return nil }
            let child = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(parent)
            parent = child
        }
        guard parent >= 0 else { return nil }
        defer { close(parent) }
        // A pipe would wait for somebody to write.
        let file = openat(parent, token, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_size <= Self.byteLimit
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.byteLimit)
        let count = pread(file, &bytes, bytes.count, 0)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}

/// Answers requests for challenges' files, and leaves all others to another handler.
public struct ChallengeHandler: Handler {
    private let files: ChallengeFiles
    private let handler: any Handler

    public init(_ files: ChallengeFiles, before handler: any Handler) {
        self.files = files
        self.handler = handler
    }

    public func handle(_ request: Request) -> Outcome {
        files.response(to: request).map { .now($0) } ?? handler.handle(request)
    }

    public func judge(_ head: Request) -> Judgement {
        files.response(to: head).map { .answer(.now($0)) } ?? handler.judge(head)
    }
}
