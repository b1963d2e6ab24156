import LaurelDomain

/// How providers are asked: over the network, or by tests.
public struct ProviderHTTP: Sendable {
    public struct Request: Hashable, Sendable {
        public var url: String
        public var headers: [String: String] = [:]
        /// Of a POST; nil: a GET.
        public var form: [UInt8]?

        public init(_ url: String) { self.url = url }
    }

    public enum Answer: Hashable, Sendable {
        case answered(Int, [UInt8])
        case failed(String)
    }

    /// Follows no redirect; an answer has at most 64 KiB.
    public let send: @Sendable (Request) async -> Answer

    public init(send: @escaping @Sendable (Request) async -> Answer) { self.send = send }
}

/// A form or a query (WHATWG URL, section 5.2).
struct FormText {
    private(set) var text = ""

    mutating func add(_ name: String, _ value: String) {
        text += (text.isEmpty ? "" : "&") + PercentEncoding.text(name) + "=" + PercentEncoding.text(value)
    }
}
