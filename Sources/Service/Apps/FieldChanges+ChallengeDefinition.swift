import LaurelDomain
import LaurelScores

extension FieldChanges {
    init(from old: ChallengeDefinition?, to new: ChallengeDefinition) {
        self.init()
        compare("referenceName", old?.referenceName ?? "", new.referenceName)
        compare("groupID", old?.groupID ?? "none", new.groupID ?? "none")
        compare("leaderboard", old?.leaderboard.text ?? "", new.leaderboard.text)
        compare("durations", old?.durations ?? [], new.durations) { $0.map(\.name).joined(separator: ", ") }
        compare("isRepeatable", old?.isRepeatable ?? false, new.isRepeatable)
        compare("oldestAppVersion", old?.oldestAppVersion ?? "none", new.oldestAppVersion ?? "none")
        compare("isReleased", old?.isReleased ?? false, new.isReleased)
        compare("isArchived", old?.isArchived ?? false, new.isArchived)
        compare("localizations", old?.localizations ?? [], new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.title)" }.joined(separator: ", ")
        }
    }
}
