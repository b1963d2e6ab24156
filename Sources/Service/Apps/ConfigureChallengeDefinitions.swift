package import LaurelDomain
package import LaurelScores
package import LaurelStorage

/// Makes, changes and removes the challenge definitions of an app, at once (rules 3.4, 14.12).
package struct ConfigureChallengeDefinitions: ConfiguresItems {
    package static let countLimit = ChallengeDefinition.countLimit
    package static let actions = ItemActions(
        create: .challengeDefinitionCreate, update: .challengeDefinitionUpdate, delete: .challengeDefinitionDelete)

    package let apps: Apps
    package var gate: SerialGate { apps.definitionGate }
    package init(_ apps: Apps) { self.apps = apps }

    package func items(of app: App) -> [ChallengeDefinition] {
        apps.catalogue.challengeDefinitions.definitions(of: app.number)
    }

    /// The leaderboards of an import are made before it: it is checked once more.
    package func checked(
        _ wanted: ChallengeDefinition, replacing old: ChallengeDefinition?, of app: App, isImported: Bool
    ) throws(ChallengeDefinitionRefusal) -> ChallengeDefinition {
        let kind = apps.catalogue.leaderboard(wanted.leaderboard, of: app.number)?.kind
        var definition = try wanted.checked(
            app.defaultLanguage, on: kind.map { ChallengeLeaderboard($0) }, replacing: old)
        definition.isReleased = old?.isReleased ?? false
        return definition
    }

    /// One that was never released. Challenges of a released one may be running.
    package func checkRemoval(
        of definition: ChallengeDefinition, from app: App
    ) throws(ChallengeDefinitionRefusal) {
        guard !definition.isReleased else { throw .cannotRemoveReleased }
    }

    package func changes(from old: ChallengeDefinition?, to new: ChallengeDefinition) -> FieldChanges {
        FieldChanges(from: old, to: new)
    }

    package func store(
        _ definition: ChallengeDefinition, of app: App, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        try await apps.directory.putChallengeDefinition(definition, of: app.number, entry)
        apps.catalogue.challengeDefinitions.put(definition, of: app.number)
    }

    package func discard(
        _ id: ChallengeDefinitionID, of app: App, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        _ = try await apps.directory.removeChallengeDefinition(id, of: app.number, entry)
        apps.catalogue.challengeDefinitions.remove(id, of: app.number)
    }
}

extension ChallengeDefinitionID: ConfiguredID {}
extension ChallengeDefinition: ReleasedItem {}
extension ChallengeDefinitionRefusal: ConfiguredRefusal {}
package typealias ConfigureChallengeDefinitionError = ConfigureItemError<ChallengeDefinitionRefusal>

/// Fills the catalogue with challenge definitions at start.
public struct LoadChallengeDefinitions: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func callAsFunction() async throws(AppError) {
        try await AppError.translating { () throws(StoreError) in
            for known in try await apps.directory.challengeDefinitions() {
                apps.catalogue.challengeDefinitions.put(known.definition, of: known.app)
            }
        }
    }
}
