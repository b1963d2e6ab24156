public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes, changes and removes the challenge definitions of an app, at once (rules 3.4, 14.12).
public struct ConfigureChallengeDefinitions: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func create(
        _ wanted: ChallengeDefinition, of app: App, by administrator: Administrator
    ) async throws(ConfigureChallengeDefinitionError) -> ChallengeDefinition {
        try await apps.definitionGate.run { () throws(ConfigureChallengeDefinitionError) in
            let definitions = apps.catalogue.challengeDefinitions.definitions(of: app.number)
            guard !definitions.contains(where: { $0.id == wanted.id }) else { throw .refused(.idTaken) }
            guard definitions.count < ChallengeDefinition.countLimit else {
                throw .refused(.tooManyDefinitions(limit: ChallengeDefinition.countLimit))
            }
            return try await write(wanted, of: app, by: administrator)
        }
    }

    /// - Parameter change: called once, with the definition as it is then.
    public func update(
        _ id: ChallengeDefinitionID, of app: App, by administrator: Administrator,
        _ change: @escaping @Sendable (inout ChallengeDefinition) -> Void
    ) async throws(ConfigureChallengeDefinitionError) -> ChallengeDefinition {
        try await apps.definitionGate.run { () throws(ConfigureChallengeDefinitionError) in
            guard var definition = apps.catalogue.challengeDefinitions.definition(id, of: app.number) else {
                throw .unknownChallengeDefinition
            }
            change(&definition)
            return try await write(definition, of: app, by: administrator)
        }
    }

    /// One that was never released. Challenges of a released one may be running.
    public func remove(
        _ id: ChallengeDefinitionID, of app: App, by administrator: Administrator
    ) async throws(ConfigureChallengeDefinitionError) {
        try await apps.definitionGate.run { () throws(ConfigureChallengeDefinitionError) in
            guard let definition = apps.catalogue.challengeDefinitions.definition(id, of: app.number) else {
                throw .unknownChallengeDefinition
            }
            guard !definition.isReleased else { throw .refused(.cannotRemoveReleased) }
            let entry = administrator.entry(
                .challengeDefinitionDelete, team: app.team, app: app.number, subject: id.text, at: apps.clock.now())
            _ = try await ConfigureChallengeDefinitionError.translating { () throws(StoreError) in
                try await apps.directory.removeChallengeDefinition(id, of: app.number, entry)
            }
            apps.catalogue.challengeDefinitions.remove(id, of: app.number)
        }
    }

    /// For an import, which has checked it.
    func bring(
        _ wanted: ChallengeDefinition, to app: App, by administrator: Administrator
    ) async throws(ConfigureChallengeDefinitionError) {
        _ = try await apps.definitionGate.run { () throws(ConfigureChallengeDefinitionError) in
            var wanted = wanted
            let old = apps.catalogue.challengeDefinitions.definition(wanted.id, of: app.number)
            wanted.isReleased = old?.isReleased ?? false
            return try await write(wanted, of: app, by: administrator)
        }
    }

    private func write(
        _ wanted: ChallengeDefinition, of app: App, by administrator: Administrator
    ) async throws(ConfigureChallengeDefinitionError) -> ChallengeDefinition {
        let old = apps.catalogue.challengeDefinitions.definition(wanted.id, of: app.number)
        let checked: ChallengeDefinition
        do throws(ChallengeDefinitionRefusal) {
            let kind = apps.catalogue.leaderboard(wanted.leaderboard, of: app.number)?.kind
            checked = try wanted.checked(
                app.defaultLanguage, on: kind.map { ChallengeLeaderboard($0) }, replacing: old)
        } catch {
            throw .refused(error)
        }
        guard checked != old else { return checked }
        let entry = administrator.entry(
            old == nil ? .challengeDefinitionCreate : .challengeDefinitionUpdate, team: app.team, app: app.number,
            subject: checked.id.text, changes: FieldChanges(from: old, to: checked).text, at: apps.clock.now())
        try await ConfigureChallengeDefinitionError.translating { () throws(StoreError) in
            try await apps.directory.putChallengeDefinition(checked, of: app.number, entry)
        }
        apps.catalogue.challengeDefinitions.put(checked, of: app.number)
        return checked
    }
}

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

public enum ConfigureChallengeDefinitionError: Error, StoreFailure, Hashable, Sendable {
    case unknownChallengeDefinition
    case refused(ChallengeDefinitionRefusal)
    case unavailable
    case broken(reason: String)
}

extension AppError {
    init(_ error: ConfigureChallengeDefinitionError, _ id: ChallengeDefinitionID) {
        switch error {
        case .refused(let refusal): self = .challengeDefinition(id, refusal)
        // Somebody removed it meanwhile.
        case .unknownChallengeDefinition, .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}
