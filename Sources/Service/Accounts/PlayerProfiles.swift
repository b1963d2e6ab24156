public import LaurelDomain
import Synchronization

/// What everybody may have to know of a player without a wait: their real name, their privacy settings and what they
/// may not do. Loaded at start; only players who said something are in here, about 100 bytes each.
///
/// ```swift
/// guard accounts.profiles.mayMessage(sender, receiver, at: now) else { throw .restricted }
/// ```
public final class PlayerProfiles: Sendable {
    private struct Table {
        var profiles: [PlayerNumber: Profile] = [:]
        /// About 8 bytes each.
        var guests: Set<PlayerNumber> = []

        subscript(_ player: PlayerNumber) -> Profile? { profiles[player] }

        func restrictions(of player: PlayerNumber) -> Restrictions {
            var restrictions = profiles[player]?.restrictions ?? Restrictions()
            restrictions.isGuest = guests.contains(player)
            return restrictions
        }
    }

    private let rows = Mutex(Table())

    public init() {}

    /// Whether the player has no password yet (rule 1.11). O(1).
    public func isGuest(_ player: PlayerNumber) -> Bool { rows.withLock { $0.guests.contains(player) } }

    /// O(1).
    public func privacy(of player: PlayerNumber) -> Privacy { rows.withLock { $0[player]?.privacy } ?? Privacy() }

    /// O(1).
    public func restrictions(of player: PlayerNumber) -> Restrictions {
        rows.withLock { $0.restrictions(of: player) }
    }

    /// Whether anybody gave a real name: most servers need not look further.
    public var isEmpty: Bool { rows.withLock { $0.profiles.isEmpty } }

    /// The name that friends see. O(1).
    public func realName(of player: PlayerNumber) -> String? { rows.withLock { $0[player]?.realName } }

    /// Those of `players` who gave a real name; one lock for a page.
    public func realNames(of players: some Sequence<PlayerNumber>) -> [PlayerNumber: String] {
        rows.withLock { rows in
            guard !rows.profiles.isEmpty else { return [:] }
            var names: [PlayerNumber: String] = [:]
            for player in players { if let name = rows[player]?.realName { names[player] = name } }
            return names
        }
    }

    // MARK: What a player may do (rule 1.1)

    /// Whether text of people's own may go from one to the other: neither is restricted in communication.
    public func mayMessage(_ sender: PlayerNumber, _ receiver: PlayerNumber, at now: Timestamp) -> Bool {
        rows.withLock { rows in
            [sender, receiver].allSatisfy { player in
                !rows.restrictions(of: player).isPersonalizedCommunicationRestricted(at: now)
            }
        }
    }

    /// Whether a player gets what another one says: both may have messages, and neither blocks the other (rules 1.1,
    /// 12.20). They always get their own.
    ///
    /// - Parameter blocks: whom the reader blocks, and who blocks them.
    func hears(
        _ reader: PlayerNumber, _ writer: PlayerNumber, apartFrom blocks: Set<PlayerNumber>, at now: Timestamp
    ) -> Bool {
        writer == reader || (!blocks.contains(writer) && mayMessage(writer, reader, at: now))
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

    /// The same for those who made the link to a challenge, or followed it: guests may (rule 1.11).
    public func isRestrictedWithLink(_ player: PlayerNumber, at now: Timestamp) -> Bool {
        restrictions(of: player).isRestrictedWithLink(at: now)
    }

    /// What the rules of friendship have to know of both.
    ///
    /// - Parameters:
    ///   - byAlias: they were looked for by their alias, as strangers do.
    ///   - byChallengeLink: one of them made it, and the other followed it.
    func approach(
        of player: PlayerNumber, to other: PlayerNumber, byAlias: Bool, byChallengeLink: Bool = false,
        at now: Timestamp
    ) -> Approach {
        let isRestricted = byChallengeLink ? isRestrictedWithLink : isRestricted
        return Approach(
            finds: !byAlias || isFindable(other), mayMeetStrangers: !isRestricted(player, now),
            otherMayMeetStrangers: !isRestricted(other, now), isWelcome: privacy(of: other).takesRequests,
            mayMessage: mayMessage(player, other, at: now))
    }

    /// Whether a stranger who types the alias is told that the player is there.
    public func isFindable(_ player: PlayerNumber) -> Bool { privacy(of: player).isFindable }

    // MARK: Changes

    func put(_ profile: Profile, of player: PlayerNumber) {
        var kept = profile
        // Asked for rarely, and read from the store then.
        kept.status = nil
        rows.withLock { $0.profiles[player] = kept == Profile() ? nil : kept }
    }

    func setGuest(_ isGuest: Bool, _ player: PlayerNumber) {
        rows.withLock { rows in
            if isGuest { rows.guests.insert(player) } else { rows.guests.remove(player) }
        }
    }

    func remove(_ player: PlayerNumber) {
        rows.withLock { rows in
            rows.profiles[player] = nil
            rows.guests.remove(player)
        }
    }
}
