/// Sends those who typed an address without `https` to the same page with it.
///
/// Programs are refused: their tokens have gone over the network in the clear by then, and nobody would notice if it
/// worked (OWASP ASVS 5.0, 4.1.2).
public struct HTTPSRedirect: Handler {
    private let origin: String
    private let refused: String

    /// - Parameters:
    ///   - origin: such as `https://games.example`. A request has no say in it.
    ///   - refused: the start of paths that are the programs', such as `/v1/`.
    public init(to origin: String, refusing refused: String) {
        self.origin = origin
        self.refused = refused
    }

    public func handle(_ request: Request) -> Outcome {
        let path = request.rawPath
        let isPage = request.method == .get || request.method == .head
        guard isPage, path.hasPrefix("/"), !path.hasPrefix(refused), !request.headers.contains("authorization") else {
            return .now(
                Response(.forbidden, type: "text/plain; charset=utf-8", body: Array("Use \(origin)\n".utf8)))
        }
        let target = path + (request.rawQuery.map { "?" + $0 } ?? "")
        return .now(Response(.movedPermanently, headers: ["Location": origin + target]))
    }

    /// Nobody reads what was sent here.
    public func judge(_ head: Request) -> Judgement { .answer(handle(head)) }
}
