import LaurelClient
import Synchronization

/// A network that the test cuts and mends. It remembers what was asked.
final class CutTransport: Transport {
    private let inner: any Transport
    private let isCut = Mutex(false)
    private let asked = Mutex<[String]>([])

    init(_ inner: any Transport = SystemTransport()) { self.inner = inner }

    func cut(_ cut: Bool) { isCut.withLock { $0 = cut } }

    /// How often an address with this end was asked for, in vain too.
    func count(of path: String) -> Int { asked.withLock { $0.filter { $0.hasSuffix(path) }.count } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        asked.withLock { $0.append(request.url) }
        if isCut.withLock(\.self) { throw .unreachable }
        return try await inner.send(request)
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        if isCut.withLock(\.self) { throw .unreachable }
        return try await inner.stream(request)
    }
}
