import LaurelDomain

// What recurring and combined leaderboards and groups must keep to (rule 4.1).
extension LeaderboardRules {
    /// - Parameters:
    ///   - leaderboard: as it is to be.
    ///   - old: as it is; nil when it is new.
    static func checkKind(
        _ leaderboard: Leaderboard, from old: Leaderboard?, in catalogue: Catalogue
    ) throws(ConfigureLeaderboardError) {
        if case .combined(let parts) = leaderboard.kind { try checkParts(parts, of: leaderboard, in: catalogue) }
        if let combined = catalogue.combined(with: leaderboard.number).first {
            guard leaderboard.kind == .classic, leaderboard.format == combined.format,
                leaderboard.sortOrder == combined.sortOrder
            else { throw .partOfCombined(combined.id) }
        }
        try checkSharing(leaderboard, from: old, in: catalogue)
    }

    private static func checkParts(
        _ parts: [LeaderboardNumber], of leaderboard: Leaderboard, in catalogue: Catalogue
    ) throws(ConfigureLeaderboardError) {
        guard LeaderboardRules.parts.contains(parts.count) else { throw .partCount(LeaderboardRules.parts) }
        guard Set(parts).count == parts.count else { throw .partTwice }
        guard leaderboard.range == nil else { throw .combinedCannot(.range) }
        guard !leaderboard.isDefault else { throw .combinedCannot(.isDefault) }
        guard !leaderboard.isGroup else { throw .combinedCannot(.group) }
        for number in parts {
            guard let part = catalogue.leaderboard(number), part.belongs(to: leaderboard.app) else {
                throw .unknownPart
            }
            guard part.kind == .classic, part.movedInto == nil, number != leaderboard.number else {
                throw .partNotClassic(part.id)
            }
            guard part.format == leaderboard.format, part.sortOrder == leaderboard.sortOrder else {
                throw .partDiffers(part.id)
            }
        }
    }

    private static func checkSharing(
        _ leaderboard: Leaderboard, from old: Leaderboard?, in catalogue: Catalogue
    ) throws(ConfigureLeaderboardError) {
        let apps = leaderboard.sharedWith
        guard !apps.isEmpty || old?.sharedWith.isEmpty == false else { return }
        guard leaderboard.isGroup else { throw .notAGroup }
        let limit = LeaderboardRules.sharesLimit
        guard apps.count <= limit else { throw .tooManyShares(limit: limit) }
        guard Set(apps + [leaderboard.app]).count == apps.count + 1 else { throw .sharedTwice }
        let team = catalogue.app(leaderboard.app)?.team
        for number in apps {
            guard let app = catalogue.app(number), app.team == team else { throw .unknownShare }
            let count = catalogue.leaderboards(of: number).count
            let limit = catalogue.sets.leaderboardsLimit(of: number)
            guard old?.belongs(to: number) ?? false || count < limit else { throw .tooManyLeaderboards(limit: limit) }
        }
        // An id that answers for the group would lead out of its own app.
        for source in catalogue.sources(of: leaderboard.number) where source != leaderboard.number {
            guard let moved = catalogue.leaderboard(source), leaderboard.belongs(to: moved.app) else {
                throw .sharedByMove
            }
        }
    }

    /// Whether one leaderboard's scores can count on another.
    static func checkMove(
        _ source: Leaderboard, into target: Leaderboard, in catalogue: Catalogue
    ) throws(ConfigureLeaderboardError) {
        guard !source.isGroup, source.movedInto == nil, source.kind == .classic else { throw .cannotMove }
        guard target.isGroup, target.kind == .classic else { throw .notAGroup }
        guard source.format == target.format, source.sortOrder == target.sortOrder,
            source.submissionType == target.submissionType
        else { throw .groupDiffers }
        if let combined = catalogue.combined(with: source.number).first { throw .partOfCombined(combined.id) }
        let limit = LeaderboardRules.sharesLimit
        guard target.belongs(to: source.app) || target.sharedWith.count < limit else {
            throw .tooManyShares(limit: limit)
        }
    }
}
