import LaurelDomain
import LaurelScores

/// Whether the kinds of leaderboards fit together after an import (rule 4.1). The writer asks the same of each single
/// change; asked here of the whole, nothing is done of a file of which something cannot be done.
extension ConfigurationPlan {
    private struct After {
        let kind: LeaderboardKind<LeaderboardID>
        let format: ScoreFormat
        let sortOrder: SortOrder
        var isMoved = false
    }

    static func checkKinds(
        _ wanted: [LeaderboardConfiguration], _ present: [LeaderboardID: Leaderboard]
    ) throws(ConfigurationRefusal) {
        let ids = Dictionary(present.values.map { ($0.number, $0.id) }) { first, _ in first }
        var after = present.mapValues { old in
            After(
                kind: old.kind.map { ids[$0] } ?? .classic, format: old.format, sortOrder: old.sortOrder,
                isMoved: old.movedInto != nil)
        }
        for leaderboard in wanted {
            after[leaderboard.id] = After(
                kind: leaderboard.kind, format: leaderboard.format, sortOrder: leaderboard.sortOrder)
        }
        for leaderboard in wanted where !leaderboard.kind.parts.isEmpty {
            do throws(ConfigureLeaderboardError) { try check(combined: leaderboard) } catch {
                throw .kind(leaderboard.id, error)
            }
        }
        for (id, combined) in after.sorted(by: { $0.key.text < $1.key.text }) {
            for part in combined.kind.parts {
                do throws(ConfigureLeaderboardError) { try check(part, after[part], of: combined, id) } catch {
                    throw .kind(id, error)
                }
                if let group = wanted.first(where: { $0.formerIDs.contains(part) }) {
                    throw .kind(group.id, .partOfCombined(id))
                }
            }
        }
    }

    /// What the writer asks of a combined leaderboard alone.
    private static func check(combined: LeaderboardConfiguration) throws(ConfigureLeaderboardError) {
        let parts = combined.kind.parts
        guard LeaderboardRules.parts.contains(parts.count) else { throw .partCount(LeaderboardRules.parts) }
        guard Set(parts).count == parts.count else { throw .partTwice }
        guard combined.range == nil else { throw .combinedCannot(.range) }
        guard !combined.isDefault else { throw .combinedCannot(.isDefault) }
        guard !combined.id.isGroup else { throw .combinedCannot(.group) }
    }

    private static func check(
        _ part: LeaderboardID, _ found: After?, of combined: After, _ id: LeaderboardID
    ) throws(ConfigureLeaderboardError) {
        guard let found else { throw .unknownPart }
        guard found.kind == .classic, !found.isMoved, part != id else { throw .partNotClassic(part) }
        guard found.format == combined.format, found.sortOrder == combined.sortOrder else { throw .partDiffers(part) }
    }
}
