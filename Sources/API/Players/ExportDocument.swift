import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import Synchronization

/// A document on its way to its reader, at their pace: what has not left is at most one element and one piece.
///
/// Used by one task.
final class ExportDocument {
    /// Well below what a stream may queue.
    private static let pieceBytes = 32_768

    private let writer: StreamWriter
    private var bytes: [UInt8] = []
    private var needsComma = false

    init(_ writer: StreamWriter) { self.writer = writer }

    /// The reader has gone, or the server ends.
    struct BrokenOff: Error {}

    func beginObject() { open("{") }
    func beginArray() { open("[") }
    func endObject() { close("}") }
    func endArray() { close("]") }

    /// The name of the value that comes next.
    func key(_ name: String) {
        var writer = JSONWriter(capacity: 64)
        writer.value(name)
        separate()
        bytes += writer.finish()
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// One value, which is held in memory whole.
    func value(_ write: (inout JSONWriter) -> Void) async throws(BrokenOff) {
        var writer = JSONWriter(capacity: 512)
        write(&writer)
        separate()
        bytes += writer.finish()
        needsComma = true
        if bytes.count >= Self.pieceBytes { try await flush() }
    }

    /// Waits until all that was written has been taken over by the socket.
    func flush() async throws(BrokenOff) {
        var rest = bytes[...]
        bytes = []
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceBytes)
            guard writer.write(Array(piece)) else { throw BrokenOff() }
            rest = rest.dropFirst(piece.count)
            await withCheckedContinuation { continuation in writer.onDrain { continuation.resume() } }
            guard writer.isOpen else { throw BrokenOff() }
        }
    }

    private func open(_ brace: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: brace))
        needsComma = false
    }

    private func close(_ brace: Unicode.Scalar) {
        bytes.append(UInt8(ascii: brace))
        needsComma = true
    }

    private func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}

/// One export at a time of a player, a few in all.
final class RunningExports: Sendable {
    static let countLimit = 4
    private let players = Mutex<Set<PlayerNumber>>([])

    /// - Returns: nil when one of theirs runs already, or too many do.
    func begin(_ player: PlayerNumber) -> Reservation? {
        let isFree = players.withLock { $0.count < Self.countLimit && $0.insert(player).inserted }
        return isFree ? Reservation(self, player) : nil
    }

    /// Released with the last reference, however the export ends.
    final class Reservation: Sendable {
        private let exports: RunningExports
        private let player: PlayerNumber

        fileprivate init(_ exports: RunningExports, _ player: PlayerNumber) {
            self.exports = exports
            self.player = player
        }

        deinit { _ = exports.players.withLock { $0.remove(player) } }
    }
}
