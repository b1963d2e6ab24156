import LaurelDomain
import LaurelStorage

extension FieldChanges {
    init(from old: Leaderboard, to new: Leaderboard) {
        self.init()
        for field in LeaderboardSettings.fields {
            if let change = field.change(from: old.settings, to: new.settings) {
                note("\(field.name) \(change.from) → \(change.to)")
            }
        }
        compare("isReleased", old.isReleased, new.isReleased)
    }
}
