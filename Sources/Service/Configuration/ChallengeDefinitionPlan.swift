import LaurelDomain

/// The part of a ``ConfigurationPlan`` that challenge definitions are. Those that the file does not name stay.
enum ChallengeDefinitionPlan {
    /// - Parameters:
    ///   - wanted: nil: the file says nothing about them.
    ///   - leaderboards: that the app has after the import.
    /// - Throws: the first thing in the file that cannot be done.
    static func changes(
        _ wanted: [ChallengeDefinition]?, _ language: LanguageTag, _ present: [ChallengeDefinition],
        leaderboards: [LeaderboardID: ChallengeLeaderboard]
    ) throws(ConfigurationRefusal) -> [ConfigurationChange] {
        let known = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<ChallengeDefinitionID> = []
        var changes: [ConfigurationChange] = []
        for definition in wanted ?? [] {
            guard seen.insert(definition.id).inserted else { throw .challengeDefinition(definition.id, .idTwice) }
            var checked: ChallengeDefinition
            do throws(ChallengeDefinitionRefusal) {
                checked = try definition.checked(
                    language, on: leaderboards[definition.leaderboard], replacing: known[definition.id])
            } catch {
                throw .challengeDefinition(definition.id, error)
            }
            guard let old = known[definition.id] else {
                changes.append(.createChallengeDefinition(checked))
                continue
            }
            checked.isReleased = old.isReleased
            if checked != old { changes.append(.changeChallengeDefinition(checked)) }
        }
        for other in present where !seen.contains(other.id) {
            guard other.localizations.contains(where: { $0.language == language }) else {
                throw .challengeDefinition(other.id, .missingLanguage(language))
            }
        }
        let limit = ChallengeDefinition.countLimit
        if let last = wanted?.last, seen.union(known.keys).count > limit {
            throw .challengeDefinition(last.id, .tooMany(limit: limit))
        }
        return changes
    }
}
