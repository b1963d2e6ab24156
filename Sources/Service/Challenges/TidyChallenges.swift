import LaurelDomain
import LaurelScores
import LaurelStorage

/// Forgets challenges that were settled ``LaurelDomain/Challenge/keptSettled`` ago. To be called again and again.
public struct TidyChallenges: Sendable {
    /// Deleted in one transaction: about 10 ms.
    private static let countLimit = 1_000
    private let challenges: Challenges
    public init(_ challenges: Challenges) { self.challenges = challenges }

    public func callAsFunction() async throws(ChallengeError) {
        let moment = challenges.keeper.now().advanced(by: -Challenge.keptSettled)
        var count = Self.countLimit
        while count == Self.countLimit {
            count = try await ChallengeError.translating { () throws(StoreError) in
                try await challenges.directory.deleteChallenges(settledBefore: moment, limit: Self.countLimit)
            }
        }
    }
}
