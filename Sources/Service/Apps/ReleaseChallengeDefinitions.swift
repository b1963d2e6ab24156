import LaurelDomain
import LaurelScores
import LaurelStorage

extension Apps {
    /// With their app: those that are not archived. There is no way back (rule 3.2).
    func releaseChallengeDefinitions(of app: App, by administrator: Administrator) async throws(AppError) {
        try await definitionGate.run { () throws(AppError) in
            for old in catalogue.challengeDefinitions.definitions(of: app.number)
            where !old.isReleased && !old.isArchived {
                var definition = old
                definition.isReleased = true
                let entry = administrator.entry(
                    .challengeDefinitionUpdate, team: app.team, app: app.number, subject: definition.id.text,
                    changes: FieldChanges(from: old, to: definition).text, at: clock.now())
                let released = definition
                try await AppError.translating { () throws(StoreError) in
                    try await directory.putChallengeDefinition(released, of: app.number, entry)
                }
                catalogue.challengeDefinitions.put(released, of: app.number)
            }
        }
    }
}
