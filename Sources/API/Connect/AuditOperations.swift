import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The audit log.
extension APIHandler {
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
        later(request) { [self] () async throws(Problem) in
            let page: AuditPage
            do throws(ReadAuditError) {
                page = try await ReadAudit(services.teams.directory)(
                    scope, before: query.before, count: query.count, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            let people = try await people(
                page.entries.flatMap { [Self.player(of: $0.content.actor), $0.content.player].compactMap { $0 } })
            return answers.json(capacity: 16_384) { writer in
                writer.beginObject()
                writer.key("entries")
                writer.beginArray()
                for entry in page.entries { writer.value(answer(entry, people)) }
                writer.endArray()
                writer.field("next", page.next.map { String($0.rawValue) })
                writer.endObject()
            }
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
            bundleID: content.app.flatMap { services.catalogue.app($0)?.bundleID },
            teamID: content.team.flatMap { services.teams.roster.team($0)?.id })
    }

    /// Players by number, as a first-party session sees them; those that are gone are left out.
    func people(_ numbers: [PlayerNumber]) async throws(Problem) -> [PlayerNumber: PlayerAnswer] {
        var rest = Array(Set(numbers))
        var found: [PlayerNumber: PlayerAnswer] = [:]
        while !rest.isEmpty {
            let page = Array(rest.suffix(LoadPlayers.countLimit))
            rest.removeLast(page.count)
            do throws(LoadPlayersError) {
                for player in try await LoadPlayers(services.accounts)(page) {
                    found[player.number] = playerAnswer(player, .firstParty)
                }
            } catch {
                throw Problem(from: error)
            }
        }
        return found
    }

    /// For acts whose own writing knows nothing of the log: the entry comes first, so that none is without one.
    func record(_ entry: NewAuditEntry) async throws(Problem) {
        do throws(ReadAuditError) { try await RecordAct(services.teams.directory)(entry) } catch {
            throw Problem(from: error)
        }
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
