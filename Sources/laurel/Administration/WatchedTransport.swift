import LaurelClient
import Synchronization

/// Requests to a server that may stop answering while they wait: its process is paused, or hangs.
///
/// How long a request waits says nothing: an export or an erasure of millions of scores is silent for minutes. So the
/// server is asked beside it, again and again, whether it's ready, which one that works answers at once.
struct WatchedTransport: Transport {
    private let path: String
    private let socket: UnixSocketTransport
    private let isWatching: Bool
    private let patience: AnswerPatience
    private let silence = Silence()

    private final class Silence: Sendable {
        let isNoted = Atomic(false)
    }

    /// - Parameter isWatching: false: for a server in this very process.
    init(path: String, isWatching: Bool, patience: AnswerPatience) {
        self.path = path
        self.isWatching = isWatching
        self.patience = patience
        socket = UnixSocketTransport(path: path)
    }

    /// Whether a request was given up, with `timedOut`, because the server answered nothing at all.
    var hasGivenUp: Bool { silence.isNoted.load(ordering: .relaxed) }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await exchange(request, nil)
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        try await socket.stream(request)
    }

    /// As ``UnixSocketTransport/receive(_:part:)``.
    func receive(
        _ request: TransportRequest, part: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(TransportError) -> TransportResponse {
        try await exchange(request, part)
    }

    private enum End: Sendable {
        case answered(Result<TransportResponse, TransportError>)
        case silent
        /// Nobody watches any more.
        case unwatched
    }

    private func exchange(
        _ request: TransportRequest, _ part: (@Sendable ([UInt8]) -> Bool)?
    ) async throws(TransportError) -> TransportResponse {
        let end = await withTaskGroup(of: End.self) { group in
            group.addTask { .answered(await answer(to: request, part)) }
            group.addTask { await watch() }
            var end = End.unwatched
            while case .unwatched = end, let next = await group.next() { end = next }
            // Whichever is left returns soon: its connection is cut.
            group.cancelAll()
            return end
        }
        switch end {
        case .answered(let result): return try result.get()
        case .silent:
            silence.isNoted.store(true, ordering: .relaxed)
            throw .timedOut
        case .unwatched: throw .cancelled
        }
    }

    private func answer(
        to request: TransportRequest, _ part: (@Sendable ([UInt8]) -> Bool)?
    ) async -> Result<TransportResponse, TransportError> {
        do throws(TransportError) {
            guard let part else { return .success(try await socket.send(request)) }
            return .success(try await socket.receive(request, part: part))
        } catch {
            return .failure(error)
        }
    }

    private func watch() async -> End {
        guard isWatching else { return .unwatched }
        while true {
            do { try await Task.sleep(for: patience.pause) } catch { return .unwatched }
            do throws(TransportError) {
                _ = try await StartingServer.readiness(at: path, within: patience.later)
            } catch {
                switch error {
                case .timedOut: return .silent
                case .cancelled: return .unwatched
                // A server that ends takes no connections any more, and finishes what it has begun.
                case .unreachable, .lost, .insecure, .tooLarge, .other: break
                }
            }
        }
    }
}
