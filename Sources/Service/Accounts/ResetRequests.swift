import LaurelDomain
import Synchronization

/// Addresses that somebody asked a reset for and was answered about: nobody has looked yet whether a player has them,
/// so neither the answer nor its time can tell. In memory; what a restart forgets is asked for again.
final class ResetRequests: Sendable {
    /// Beyond it the latest are dropped.
    static let limit = 1_024

    let addresses: AsyncStream<MailAddress>
    private let line: AsyncStream<MailAddress>.Continuation

    init() {
        (addresses, line) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
    }

    func add(_ address: MailAddress) { line.yield(address) }
}
