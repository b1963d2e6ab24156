/// What an app registers for its web game: an origin, whose pages may call the game's routes and sign players in with a
/// pop-up; or one page of it, to which a sign-in by redirect may return, too.
///
/// A redirect's address is compared as it is written, byte by byte (RFC 9700, section 2.1). An origin stands for its
/// first page, `https://hop.example/`.
///
/// - Range: an origin as ``WebOrigin``, or that and a path and perhaps a query, visible ASCII without `#`, `"`, `<`,
///   `>`, `\`, `^`, `` ` ``, `{`, `|`, `}`; at most 255 characters.
public struct WebAddress: Hashable, Sendable {
    public static let lengthLimit = 255
    /// Of one app.
    public static let countLimit = 16

    public let text: String
    public let origin: WebOrigin
    /// Registered when origins alone were: a redirect may return to any of its pages, until a page of it is registered.
    /// Two addresses that differ in this alone are equal.
    public var takesAnyPage = false

    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        let end = Self.originEnd(text)
        guard let origin = WebOrigin(String(text[..<end])), Self.isPage(text[end...]) else { return nil }
        self.text = text
        self.origin = origin
    }

    public init(_ origin: WebOrigin) {
        text = origin.text
        self.origin = origin
    }

    /// One that was checked when it was stored.
    public init(stored text: String, takesAnyPage: Bool = false) {
        self.text = text
        origin = WebOrigin(stored: String(text[..<Self.originEnd(text)]))
        self.takesAnyPage = takesAnyPage
    }

    public var isPage: Bool { text != origin.text }

    /// Whether a redirect may go there.
    public func takes(redirect: String) -> Bool {
        if isPage { return redirect == text }
        if redirect == text + "/" { return true }
        return takesAnyPage && WebAddress(redirect)?.origin == origin
    }

    public static func == (one: WebAddress, other: WebAddress) -> Bool { one.text == other.text }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Where the path starts, if there is one.
    private static func originEnd(_ text: String) -> String.Index {
        guard let scheme = text.firstRange(of: "://") else { return text.endIndex }
        return text[scheme.upperBound...].firstIndex(of: "/") ?? text.endIndex
    }

    private static func isPage(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x22, 0x23, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: false
            default: 0x21...0x7E ~= byte
            }
        }
    }
}
