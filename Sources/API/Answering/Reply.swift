import LaurelHTTPServer

/// What an operation does with a request, before the answer is counted.
enum Reply: Sendable {
    case now(Response)
    case later(@Sendable () async -> Response)
    /// Costs no task: the completion is called once, on any thread, and hands over what makes the response on the
    /// connection's loop. So the thread that completes is not held up by it.
    case deferred(@Sendable (@escaping @Sendable (@escaping @Sendable () -> Response) -> Void) -> Void)

    /// The same reply with a changed response.
    func map(_ change: @escaping @Sendable (Response) -> Response) -> Reply {
        switch self {
        case .now(let response): .now(change(response))
        case .later(let work): .later { change(await work()) }
        case .deferred(let start): .deferred { complete in start { make in complete { change(make()) } } }
        }
    }

    /// The response, wherever it comes from. For operations that had to wait before they could begin.
    func resolve() async -> Response {
        switch self {
        case .now(let response): return response
        case .later(let work): return await work()
        case .deferred(let start):
            let make = await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
            return make()
        }
    }
}
