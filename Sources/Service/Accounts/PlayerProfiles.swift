public import LaurelDomain
import Synchronization

/// What everybody may have to know of a player without a wait: their real name, their privacy settings and what they
/// may not do. Loaded at start; only players who said something are in here, about 100 bytes each.
///
/// ```swift
/// guard accounts.profiles.mayMessage(sender, receiver, at: now) else { throw .restricted }
/// ```
public final class PlayerProfiles: Sendable {
    private let rows = Mutex<[PlayerNumber: Profile]>([:])

    public init() {}

    /// O(1).
    public func privacy(of player: PlayerNumber) -> Privacy { rows.withLock { $0[player]?.privacy } ?? Privacy() }

    /// O(1).
    public func restrictions(of player: PlayerNumber) -> Restrictions {
        rows.withLock { $0[player]?.restrictions } ?? Restrictions()
    }

    /// Whether anybody gave a real name: most servers need not look further.
    public var isEmpty: Bool { rows.withLock { $0.isEmpty } }

    /// The name that friends see. O(1).
    public func realName(of player: PlayerNumber) -> String? { rows.withLock { $0[player]?.realName } }

    /// Those of `players` who gave a real name; one lock for a page.
    public func realNames(of players: some Sequence<PlayerNumber>) -> [PlayerNumber: String] {
        rows.withLock { rows in
            guard !rows.isEmpty else { return [:] }
            var names: [PlayerNumber: String] = [:]
            for player in players { if let name = rows[player]?.realName { names[player] = name } }
            return names
        }
    }

    // MARK: What a player may do (rule 1.1)

    /// Whether text of people's own may go from one to the other: neither is restricted in communication.
    public func mayMessage(_ sender: PlayerNumber, _ receiver: PlayerNumber, at now: Timestamp) -> Bool {
        rows.withLock { rows in
            for player in [sender, receiver] {
                let restrictions = rows[player]?.restrictions
                if restrictions?.isPersonalizedCommunicationRestricted(at: now) ?? false { return false }
            }
            return true
        }
    }

    /// Whether one who is not a friend may ask the other to be: neither may be forbidden to meet strangers, and the
    /// other takes requests.
    public func mayRequest(_ sender: PlayerNumber, _ receiver: PlayerNumber, at now: Timestamp) -> Bool {
        let approach = approach(of: sender, to: receiver, byAlias: false, at: now)
        return approach.mayMeetStrangers && approach.otherMayMeetStrangers && approach.isWelcome
    }

    /// Whether a player is forbidden to meet strangers: then no game sees their friends either (rule 2.2).
    public func isRestricted(_ player: PlayerNumber, at now: Timestamp) -> Bool {
        restrictions(of: player).isMultiplayerGamingRestricted(at: now)
    }

    /// What the rules of friendship have to know of both.
    ///
    /// - Parameter byAlias: they were looked for by their alias, as strangers do.
    func approach(
        of player: PlayerNumber, to other: PlayerNumber, byAlias: Bool, at now: Timestamp
    ) -> Approach {
        Approach(
            finds: !byAlias || isFindable(other), mayMeetStrangers: !isRestricted(player, at: now),
            otherMayMeetStrangers: !isRestricted(other, at: now), isWelcome: privacy(of: other).takesRequests,
            mayMessage: mayMessage(player, other, at: now))
    }

    /// Whether a stranger who types the alias is told that the player is there.
    public func isFindable(_ player: PlayerNumber) -> Bool { privacy(of: player).isFindable }

    // MARK: Changes

    func put(_ profile: Profile, of player: PlayerNumber) {
        var kept = profile
        // Asked for rarely, and read from the store then.
        kept.status = nil
        rows.withLock { $0[player] = kept == Profile() ? nil : kept }
    }

    func remove(_ player: PlayerNumber) { rows.withLock { $0[player] = nil } }
}
