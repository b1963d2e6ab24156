public import LaurelDomain

/// Challenge definitions of games. Every engine must pass `ChallengeDefinitionContract`.
public protocol ChallengeDefinitionDirectory: Sendable {
    /// In order of app and creation.
    func challengeDefinitions() async throws(StoreError) -> [AppChallengeDefinition]
    /// Writes all of it, and the audit log's entry; a new one comes after the others of its app.
    func putChallengeDefinition(
        _ definition: ChallengeDefinition, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError)
    /// - Returns: whether there was one; the entry is written only then.
    func removeChallengeDefinition(
        _ id: ChallengeDefinitionID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
}

/// A challenge definition, and whose it is.
public struct AppChallengeDefinition: Hashable, Sendable {
    public let app: AppNumber
    public let definition: ChallengeDefinition

    public init(app: AppNumber, definition: ChallengeDefinition) {
        self.app = app
        self.definition = definition
    }
}
