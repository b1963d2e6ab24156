import LaurelDomain

/// What a leaderboard's fields must keep to.
package enum LeaderboardRules {
    /// Of one app without sets (rule 3.5).
    package static let leaderboardsLimit = 100
    /// Characters of a reference name, a name or a suffix.
    static let nameLimit = 255
    package static let languagesLimit = 100
    /// Parts of a combined leaderboard.
    package static let parts = 2...20
    /// Apps that share a group, beside its own.
    static let sharesLimit = 50

    static func check(_ fields: LeaderboardFields, of app: App) throws(ConfigureLeaderboardError) {
        guard PlainText.isSeen(fields.referenceName) else { throw .emptyName }
        for (_, text) in fields.settings.texts { try checkText(text) }
        let limit = LeaderboardRules.languagesLimit
        guard fields.localizations.count <= limit else { throw .tooManyLanguages(limit: limit) }
        var seen: Set<LanguageTag> = []
        for localization in fields.localizations {
            guard seen.insert(localization.language).inserted else { throw .languageTwice(localization.language) }
            try checkName(localization.name)
            for text in [localization.description, localization.suffixSingular, localization.suffixPlural] {
                if let text { try checkText(text) }
            }
        }
        guard seen.contains(app.defaultLanguage) else { throw .missingLanguage(app.defaultLanguage) }
    }

    private static func checkName(_ name: String) throws(ConfigureLeaderboardError) {
        guard PlainText.isSeen(name) else { throw .emptyName }
        try checkText(name)
    }

    private static func checkText(_ text: String) throws(ConfigureLeaderboardError) {
        let limit = LeaderboardRules.nameLimit
        guard text.count <= limit, text.utf8.count <= limit * 4 else { throw .nameTooLong(limit: limit) }
        guard PlainText.holds(text, limit: limit) else { throw .hiddenCharacter }
    }

    /// Rule 3.3.
    static func checkFrozen(_ old: Leaderboard, _ new: LeaderboardFields) throws(ConfigureLeaderboardError) {
        guard old.isReleased else { return }
        guard new.isReleased else { throw .frozen(.isReleased) }
        guard new.format == old.format else { throw .frozen(.format) }
        guard new.submissionType == old.submissionType else { throw .frozen(.submissionType) }
        guard new.sortOrder == old.sortOrder else { throw .frozen(.sortOrder) }
        // Which parts a combined one has stays its developer's to say.
        let isStillCombined = !new.kind.parts.isEmpty && !old.kind.parts.isEmpty
        guard new.kind == old.kind || isStillCombined else { throw .frozen(.kind) }
    }

    /// How a leaderboard ranks from a row on: layout 1, order, type, flags, and the range's ends in little-endian.
    static func bytes(of leaderboard: Leaderboard) -> [UInt8] {
        var flags: UInt8 = 0
        if leaderboard.range != nil { flags |= 1 }
        if leaderboard.isArchived { flags |= 2 }
        if leaderboard.isReleased { flags |= 4 }
        var bytes = [1, leaderboard.sortOrder.rawValue, leaderboard.submissionType.rawValue, flags]
        if let range = leaderboard.range {
            bytes += SnapshotNumbers.bytes(range.lowest) + SnapshotNumbers.bytes(range.highest)
        }
        return bytes
    }
}
