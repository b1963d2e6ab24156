import LaurelHTTPServer

/// Middles of answers that the owner keeps, as this node got them last: what it needn't be sent again. Whether one is
/// still right, the owner says each time.
struct KeptPages {
    /// Answers a generation; there are two. A page of 100 entries has some 22 KB.
    static let generationLimit = 512
    /// Longer ones aren't kept.
    static let bytesLimit = 65_536

    struct Page: Sendable {
        /// The owner's.
        let name: UInt64
        let bytes: [UInt8]
        /// This process's.
        let here = KeptName()
    }

    /// See ``JoinedReads/owner``; 0: nobody has answered yet.
    private(set) var owner: UInt64 = 0
    /// What is used moves to the young one; when that is full, the old one is dropped.
    private var young: [String: Page] = [:]
    private var old: [String: Page] = [:]

    /// What differs in this has another page, as a rule.
    static func key(of request: Request) -> String {
        let target = request.target
        return request.headers["accept-language"].map { "\(target)\n\($0)" } ?? target
    }

    mutating func page(_ key: String) -> Page? {
        if let page = young[key] { return page }
        guard let page = old[key] else { return nil }
        put(page, key)
        return page
    }

    mutating func keep(_ page: Page, _ key: String, of owner: UInt64) {
        if owner != self.owner { self = KeptPages(owner: owner) }
        if page.bytes.count <= Self.bytesLimit { put(page, key) }
    }

    init(owner: UInt64 = 0) { self.owner = owner }

    private mutating func put(_ page: Page, _ key: String) {
        if young.count >= Self.generationLimit, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = page
    }
}
