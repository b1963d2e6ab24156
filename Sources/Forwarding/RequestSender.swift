import LaurelHTTPServer

/// What ``NodeFields/client`` says: who sent a request to the node that passes it on, and what it's known by there.
///
/// The key stands behind the client, and not in a field of its own, for nodes of a release that doesn't know keys: they
/// would ignore a field, but can't read such a client. So they refuse the request before they do anything, and one that
/// has a key is carried out by those alone that heed it.
struct RequestSender {
    let client: Peer
    /// Nil: the request isn't recognized when it comes again.
    let key: RepeatKey?

    /// As a request came to this node.
    init(of request: Request) {
        client = request.peer
        key = request.repeatKey
    }

    /// - Parameter text: ``text``; nil: this is something else.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count <= 2, let client = Peer(passedOn: String(parts[0])) else { return nil }
        var key: RepeatKey?
        if parts.count == 2 {
            key = RepeatKey(String(parts[1]))
            if key == nil { return nil }
        }
        self.client = client
        self.key = key
    }

    /// The value of the field.
    var text: String { key.map { "\(client) \($0)" } ?? client.description }
}
