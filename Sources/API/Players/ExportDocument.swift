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
    private let begun = ContinuousClock.now
    private var sentBytes = 0
    private var bytes: [UInt8] = []
    private var needsComma = false

    init(_ writer: StreamWriter) { self.writer = writer }

    /// The reader has gone or takes too long, or the server ends.
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
            sentBytes += piece.count
            guard Self.isInTime(sentBytes, after: ContinuousClock.now - begun) else { throw BrokenOff() }
        }
    }

    /// Whether a reader may go on who has taken so many bytes in such a time. The server's own limit lets through who
    /// takes 16 KiB in 20 seconds: a day for a large document, and meanwhile one of few exports.
    static func isInTime(_ bytes: Int, after time: Duration) -> Bool {
        let due = time.components.seconds - 60
        return due <= 0 || Int64(bytes) >= due * 32_768
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

/// One export at a time of a player, two for one IPv4 address or one IPv6 /64, a few in all.
final class RunningExports: Sendable {
    static let countLimit = 16
    static let readerLimit = 2

    enum Refusal: Error, Hashable {
        /// One of the player's is running.
        case ofPlayer
        /// Too many of this reader's are running, or of all readers'.
        case tooMany
    }

    /// Who reads them.
    private let players = Mutex<[PlayerNumber: Peer]>([:])

    func begin(_ player: PlayerNumber, for reader: Peer) throws(Refusal) -> Reservation {
        let reader = reader.subscriber
        try players.withLock { players throws(Refusal) in
            guard players[player] == nil else { throw .ofPlayer }
            guard players.count < Self.countLimit, players.values.count(where: { $0 == reader }) < Self.readerLimit
            else { throw .tooMany }
            players[player] = reader
        }
        return Reservation(self, player)
    }

    /// Released with the last reference, however the export ends.
    final class Reservation: Sendable {
        private let exports: RunningExports
        private let player: PlayerNumber

        fileprivate init(_ exports: RunningExports, _ player: PlayerNumber) {
            self.exports = exports
            self.player = player
        }

        deinit { _ = exports.players.withLock { $0.removeValue(forKey: player) } }
    }
}
