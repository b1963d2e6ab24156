/// What is spoken inside of TLS, by its name in ALPN (RFC 7301). The server prefers the first one.
enum ApplicationProtocol: String, CaseIterable {
    case h2 = "h2"
    case http11 = "http/1.1"

    /// The best of those that a client offers; nil: none is known.
    ///
    /// - Parameter offers: names, each behind a byte with its length.
    /// - Returns: with the name's bytes in `offers`.
    static func choose(from offers: UnsafeRawBufferPointer) -> (choice: ApplicationProtocol, name: Range<Int>)? {
        for choice in allCases {
            var start = 0
            while start < offers.count {
                let name = start + 1..<start + 1 + Int(offers[start])
                guard name.upperBound <= offers.count else { break }
                if offers[name].elementsEqual(choice.rawValue.utf8) { return (choice, name) }
                start = name.upperBound
            }
        }
        return nil
    }
}
