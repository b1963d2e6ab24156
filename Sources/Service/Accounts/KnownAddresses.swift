import LaurelDomain
import Synchronization

/// From which addresses players came in lately: guesses from elsewhere must not lock them out there.
///
/// In memory alone, at most ``countLimit`` of them; what a restart or a takeover forgets costs a player the exemption,
/// until they sign in again, and that sign-in tells them by mail of a new device, if they have an address there.
/// Devices that have a name are known by the store: our pages give themselves one.
final class KnownAddresses: Sendable {
    /// About 64 bytes each.
    static let countLimit = 65_536

    private struct Key: Hashable {
        let aliasKey: String
        let address: ClientAddress
    }

    /// Two generations: what is used moves to the young one; when that is full, the old one is dropped.
    private struct State {
        var young: Set<Key> = []
        var old: Set<Key> = []
    }

    private let state = Mutex(State())

    func note(_ aliasKey: String, _ address: ClientAddress) {
        let key = Key(aliasKey: aliasKey, address: address)
        state.withLock { state in
            if state.young.count >= Self.countLimit / 2 {
                state.old = state.young
                state.young = []
            }
            state.young.insert(key)
        }
    }

    func contains(_ aliasKey: String, _ address: ClientAddress) -> Bool {
        let key = Key(aliasKey: aliasKey, address: address)
        return state.withLock { $0.young.contains(key) || $0.old.contains(key) }
    }
}
