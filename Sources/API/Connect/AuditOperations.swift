import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The audit log.
extension TeamFeature {
    func audit(_ request: Request, _ id: TeamID, _ query: AuditQuery, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let team = try find(id)
        return auditPage(request, .team(team.number), query, administrator)
    }

    func serverAudit(_ request: Request, _ query: AuditQuery, _ caller: Caller) throws(Problem) -> Reply {
        auditPage(request, .server, query, try caller.administering())
    }

    private func auditPage(
        _ request: Request, _ scope: AuditScope, _ query: AuditQuery, _ administrator: Administrator
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            let page: AuditPage
            do throws(ReadAuditError) {
                page = try await ReadAudit(teams.directory)(
                    scope, before: query.before, count: query.count, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            let people = try await players.all(
                page.entries.flatMap { [Self.player(of: $0.content.actor), $0.content.player].compactMap { $0 } })
            return answers.json(
                AuditPageAnswer(entries: page.entries.map { answer($0, people) }, next: page.next))
        }
    }

    private static func player(of actor: AuditActor) -> PlayerNumber? {
        if case .player(let player) = actor { player } else { nil }
    }

    private func answer(_ entry: AuditEntry, _ people: [PlayerNumber: PlayerAnswer]) -> AuditAnswer {
        let content = entry.content
        return AuditAnswer(
            entry, actor: Self.player(of: content.actor).flatMap { people[$0] },
            player: content.player.flatMap { people[$0] },
            bundleID: content.app.flatMap { catalogue.app($0)?.bundleID },
            teamID: content.team.flatMap { teams.roster.team($0)?.id })
    }
}

extension Problem {
    init(from error: ReadAuditError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
