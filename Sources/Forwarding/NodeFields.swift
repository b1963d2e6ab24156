/// The header fields that nodes say something to each other with. A client's are dropped on the way, and nobody but
/// ``PeerHandler`` reads them.
enum NodeFields {
    /// What all their names begin with, in lower case.
    static let prefix = "laurel-node"
    /// In an answer: the peer did nothing with the request. ``elsewhere`` or ``refused``.
    static let verdict = "Laurel-Node"
    static let key = "Laurel-Node-Key"
    /// Who sent the request to the node that passes it on: an IP address, or `local` for the Unix socket. After a space
    /// follows what the request is known by, if it can be sent again for that: see ``RequestSender``.
    static let client = "Laurel-Node-Client"
    /// What that node calls the request.
    static let request = "Laurel-Node-Request"

    /// The peer doesn't own the store, or isn't ready.
    static let elsewhere = "elsewhere"
    /// The peer doesn't take the sender for a node, or can't read what it says in these fields.
    static let refused = "refused"
    static let local = "local"

    /// Bytes that ``key``, ``client`` and ``request`` add to a request's head, names and line ends included; and how
    /// many fields.
    static let headBytes = 256
    static let count = 3
}

/// Which header fields concern one connection and go no further.
enum HopByHop {
    /// RFC 9110 section 7.6.1, with what each connection's sender writes anew, and ``NodeFields``.
    ///
    /// - Parameter name: in lower case.
    static func contains(_ name: String) -> Bool {
        switch name {
        case "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect", "content-length":
            true
        default: name.hasPrefix("proxy-") || name.hasPrefix(NodeFields.prefix)
        }
    }

    /// The names in a value of `Connection`, in lower case.
    static func names(in value: String) -> [String] {
        value.split(separator: ",").map { part in
            String(part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }).lowercased()
        }
    }
}
