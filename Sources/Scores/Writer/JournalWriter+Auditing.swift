package import LaurelDomain
import LaurelStorage

// What the audit log says of leaderboards: in the same commit as the change.
extension JournalWriter {
    /// The change with an entry for each leaderboard in it. To be called before it is published: the catalogue still
    /// has what was there before.
    func audited(_ change: Change, _ call: ConfigureCall) -> Change {
        var change = change
        for fact in change.facts {
            switch fact {
            case .leaderboard(let new): change.facts.append(entry(new, call))
            case .leaderboardRemoved(let number):
                let id = keeper.catalogue.leaderboard(number)?.id.text ?? ""
                change.facts.append(.audit(entry(.leaderboardDelete, id, "", call)))
            default: break
            }
        }
        return change
    }

    /// Adds an entry to the batch's facts.
    package func record(
        _ action: AuditAction, of app: App, environment: Environment? = nil, player: PlayerNumber? = nil,
        subject: String, changes: String, by administrator: Administrator
    ) {
        let entry = administrator.entry(
            action, team: app.team, app: app.number, environment: environment, player: player, subject: subject,
            changes: changes, at: batch.time)
        batch.facts.append(.audit(entry))
    }

    private func entry(_ new: Leaderboard, _ call: ConfigureCall) -> Change.Fact {
        guard let old = keeper.catalogue.leaderboard(new.number) else {
            let changes = "format \(new.format); sortOrder \(new.sortOrder); submissionType \(new.submissionType)"
            return .audit(entry(.leaderboardCreate, new.id.text, changes, call))
        }
        let action = !old.isReleased && new.isReleased ? AuditAction.leaderboardRelease : .leaderboardUpdate
        return .audit(entry(action, new.id.text, FieldChanges(from: old, to: new).text, call))
    }

    private func entry(
        _ action: AuditAction, _ subject: String, _ changes: String, _ call: ConfigureCall
    ) -> NewAuditEntry {
        call.administrator.entry(
            action, team: call.app.team, app: call.app.number, subject: subject, changes: changes, at: batch.time)
    }
}

extension FieldChanges {
    init(from old: Leaderboard, to new: Leaderboard) {
        self.init()
        compare("referenceName", old.referenceName, new.referenceName)
        compare("format", old.format, new.format)
        compare("submissionType", old.submissionType, new.submissionType)
        compare("sortOrder", old.sortOrder, new.sortOrder)
        compare("range", old.range, new.range) { $0.map { "\($0.lowest)…\($0.highest)" } ?? "none" }
        compare("isDefault", old.isDefault, new.isDefault)
        compare("isHidden", old.isHidden, new.isHidden)
        compare("isArchived", old.isArchived, new.isArchived)
        compare("isReleased", old.isReleased, new.isReleased)
        compare("replays", old.replays, new.replays) {
            $0.map { "\($0.simulator.text), requires \($0.requires.name)" } ?? "none"
        }
        compare("localizations", old.localizations, new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.name)" }.joined(separator: ", ")
        }
    }
}
