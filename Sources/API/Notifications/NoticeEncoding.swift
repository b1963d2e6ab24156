import LaurelDomain
import LaurelWire
public import Service

/// Notices as somebody may see them, with the names of now. All from memory.
public struct NoticeEncoding: Sendable {
    let ids: PlayerIDs
    let names: PlayerNames
    let catalogue: Catalogue

    public init(_ accounts: Accounts) {
        ids = accounts.ids
        names = accounts.names
        catalogue = accounts.catalogue
    }

    /// - Parameter scope: which ids the reader sees.
    func answer(_ notice: Notice, in scope: PlayerIDs.Scope) -> NoticeAnswer {
        let content = notice.content
        let app = content.app.flatMap { catalogue.app($0) }
        return NoticeAnswer(
            id: notice.id, kind: content.kind, created: content.created, isRead: notice.isRead,
            game: app.map { ($0.bundleID, $0.name) }, environment: content.environment,
            about: content.about.flatMap { player($0, in: scope) }, subject: content.subject,
            details: Self.members(content.details))
    }

    func player(_ number: PlayerNumber, in scope: PlayerIDs.Scope) -> PlayerAnswer? {
        names.displayName(number).map { PlayerAnswer(id: ids.id(of: number, in: scope), displayName: $0) }
    }

    /// What is stored is an object; whatever else it may be, an answer stays JSON.
    static func members(_ details: String) -> [String: JSONValue] {
        guard !details.isEmpty else { return [:] }
        do throws(JSONError) {
            if case .object(let members) = try JSONValue(json: Array(details.utf8)) { return members }
        } catch {
            return [:]
        }
        return [:]
    }
}
