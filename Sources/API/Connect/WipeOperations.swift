import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Test data wiped in the Sandbox.
extension AppFeature {
    func wipeTestData(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try WipeBody(of: request)
        let said = [body.leaderboard != nil, body.player != nil, body.alias != nil, body.everything].count { $0 }
        guard said == 1 else {
            throw Problem(
                .invalidParameter, "Give exactly one of leaderboard, player, alias or everything: true.",
                field: "everything")
        }
        let alias: Alias?
        if let text = body.alias { alias = try Alias(knownOnWire: text) } else { alias = nil }
        return replies.later(request) { () async throws(Problem) in
            let scope = try await scope(body, alias, app)
            do throws(WipeError) {
                let wipe = WipeTestData(keeper, sections: apps.wipeSections)
                let plan =
                    isPlan
                    ? try await wipe.plan(scope, of: app)
                    : try await wipe(scope, of: app, subject: body.leaderboard?.text ?? "", by: administrator)
                return answers.json(WipeAnswer(plan, isPlan: isPlan))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func scope(_ body: WipeBody, _ alias: Alias?, _ app: App) async throws(Problem) -> WipeScope {
        if let id = body.leaderboard { return .leaderboard(try catalogue.find(id, of: app).number) }
        if let alias {
            guard let player = try await accounts.player(alias) else {
                throw Problem(.notFound, "No player has this alias.", field: "alias")
            }
            return .player(player.number)
        }
        guard let id = body.player else { return .everything }
        let ids = accounts.ids
        guard let player = ids.player(id, in: .player) ?? ids.player(id, in: .team(app.team)) else {
            throw Problem(.notFound, "No player has this ID.", field: "player")
        }
        return .player(player)
    }
}

extension WipeAnswer {
    fileprivate init(_ plan: WipePlan, isPlan: Bool) {
        self.init(
            isPlan: isPlan,
            leaderboards: plan.leaderboards.map { Leaderboard(id: $0.id, entries: $0.entries) },
            sections: plan.sections.map { Section(sectionName: $0.name, count: $0.count) })
    }
}

extension Problem {
    init(from error: WipeError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
