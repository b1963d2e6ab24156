package import LaurelDomain
import LaurelStorage

// A guest becomes part of an account (rule 1.13): so do their challenges.
extension ChallengeStep {
    /// Challenges between the two end; others move, one for each ordered pair and subject (rule 6.2): the harder one
    /// wins. Done already, it leaves a fact that changes nothing.
    ///
    /// - Parameter keepsPending: false: who challenged the guest is no friend of the account's, so all of them end.
    package mutating func merge(_ guest: PlayerNumber, into account: PlayerNumber, keepsPending: Bool = true) {
        for challenge in pending.of(guest) {
            let merged = challenge.merged(from: guest, into: account)
            guard keepsPending, merged.sender != merged.receiver, merged.state(at: time) == .pending else {
                settle(challenge, .invalid)
                continue
            }
            let there = pending.at(PendingChallenges.Key(merged)).first {
                $0.sender == merged.sender && $0.state(at: time) == .pending
            }
            if let there, !asksForMore(merged.goal, than: there.goal) {
                settle(challenge, .invalid)
                continue
            }
            if let there { settle(there, .invalid) }
            pending.replace(challenge, by: merged)
        }
        for mute in pending.mutes(concerning: guest) {
            guard let merged = mute.merged(from: guest, into: account), !pending.isThere(merged) else { continue }
            pending.set(merged, isMuted: true)
        }
        mergeGroups(guest, into: account, keepsInvitations: keepsPending)
        facts.append(.challenge(.merged(guest, into: account)))
    }
}
