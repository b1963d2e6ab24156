import LaurelCryptography
import LaurelService
import LaurelStorage
import Synchronization

extension IdentitySigning {
    /// OpenSSL's keys, on a thread of their own.
    static let openSSL = IdentitySigning(make: { await makePair($0, $1) }, read: { signer($0) })

    private static func makePair(_ notBefore: Int64, _ notAfter: Int64) async -> Pair? {
        var random = SystemRandomNumberGenerator()
        // Positive, as RFC 5280 wants it.
        let serial: UInt64 = random.next() >> 1 | 1
        let made: SigningKey?? = await SigningThread.shared.run {
            SigningKey.make(
                name: "Laurel identity", serial: serial, notBefore: Int(notBefore), notAfter: Int(notAfter))
        }
        guard let key = made ?? nil else { return nil }
        return Pair(certificate: key.certificate, privateKey: key.privateKey)
    }

    private static func signer(_ privateKey: [UInt8]) -> Sign? {
        guard let signer = RSASigner(privateKey: privateKey) else { return nil }
        return { @Sendable (message: [UInt8]) async -> [UInt8]? in
            await SigningThread.shared.run { signer.sign(message) } ?? nil
        }
    }
}

/// Signatures one after the other, off the loops and the cooperative pool. The line is bounded.
private final class SigningThread: Sendable {
    /// At 2 ms each, the last waits half a second.
    static let lineLimit = 256
    static let shared = SigningThread()

    private actor Lane {
        private let executor = BlockingExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        func run<Value: Sendable>(_ work: @Sendable () -> Value) -> Value { work() }
    }

    private let lane = Lane()
    private let waiting = Atomic(0)

    /// - Returns: nil when the line is full.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).oldValue < Self.lineLimit else { return nil }
        return await lane.run(work)
    }
}
