import LaurelHTTPServer

/// What an owner answered to joined reads, read one after the other.
struct JoinedAnswers {
    enum Answer {
        case alone
        case elsewhere
        /// - Parameter kept: of the body's middle, if the owner keeps it.
        case answered(Response, kept: KeptPages.Page?)
    }

    /// See ``JoinedReads/owner``.
    let owner: UInt64
    private var message: NodeMessageReader
    /// What came with reads before, by the owner's names.
    private var sent: [UInt64: KeptPages.Page] = [:]

    init(_ bytes: [UInt8]) throws(NodeMessageReader.Malformed) {
        message = NodeMessageReader(bytes)
        owner = try message.number()
    }

    /// - Parameter known: what the question said is known.
    mutating func next(_ known: KeptPages.Page?) throws(NodeMessageReader.Malformed) -> Answer {
        switch JoinedRead.Outcome(rawValue: try message.number()) {
        case .alone: return .alone
        case .elsewhere: return .elsewhere
        case .answered: break
        case nil: throw NodeMessageReader.Malformed()
        }
        let code: UInt16 = try message.number()
        let headers = ResponseHeaders(encoded: try message.part())
        var page: KeptPages.Page?
        let body: Response.Body
        switch JoinedRead.Body(rawValue: try message.number()) {
        case .empty: body = .empty
        case .whole: body = .bytes(try message.part())
        case .aroundKnown: (body, page) = try around(known, isNew: false)
        case .aroundNew: (body, page) = try around(known, isNew: true)
        case nil: throw NodeMessageReader.Malformed()
        }
        return .answered(Response(Status(Int(code)), headers: headers, body: body), kept: page)
    }

    private mutating func around(
        _ known: KeptPages.Page?, isNew: Bool
    ) throws(NodeMessageReader.Malformed) -> (Response.Body, KeptPages.Page) {
        let name: UInt64 = try message.number()
        let before = try message.part()
        let page: KeptPages.Page
        if isNew {
            page = KeptPages.Page(name: name, bytes: try message.part())
            sent[name] = page
        } else if let known, known.name == name {
            page = known
        } else if let known = sent[name] {
            page = known
        } else {
            throw NodeMessageReader.Malformed()
        }
        let after = try message.part()
        return (.spliced(before: before, page.bytes, after: after, name: page.here), page)
    }
}
