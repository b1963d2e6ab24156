import LaurelClient
import Synchronization

/// A network that the test cuts and mends.
final class CutTransport: Transport {
    private let inner: any Transport
    private let isCut = Mutex(false)

    init(_ inner: any Transport = SystemTransport()) { self.inner = inner }

    func cut(_ cut: Bool) { isCut.withLock { $0 = cut } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if isCut.withLock(\.self) { throw .unreachable }
        return try await inner.send(request)
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        if isCut.withLock(\.self) { throw .unreachable }
        return try await inner.stream(request)
    }
}
