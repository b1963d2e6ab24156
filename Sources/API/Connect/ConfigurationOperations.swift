import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// An app's configuration as one document (rule 3.7).
extension AppFeature {
    func configuration(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        do throws(AppError) {
            var configuration = try ExportConfiguration(catalogue)(bundleID, by: administrator)
            // What a moderator watches for is not for those to know who do not moderate.
            let rights = catalogue.app(bundleID).flatMap {
                access.roster.rights(of: administrator, in: $0.team)
            }
            if rights?.contains(.moderate) != true { configuration.moderation = nil }
            let document = configuration
            return .now(answers.json(ConfigurationBody(document), as: ConfigurationBody.shape))
        } catch {
            throw Problem(from: error)
        }
    }

    func importConfiguration(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let present = present(bundleID, administrator)
        let wanted = try AppConfiguration(wire: try ConfigurationBody(of: request), over: present)
        guard wanted.bundleID == bundleID else {
            throw Problem(.invalidParameter, "bundleID must match the one in the path.", field: "bundleID")
        }
        try words.check(wanted)
        let app = catalogue.app(bundleID)
        let team: TeamNumber
        if let app {
            // It may have been made since the route was judged, when nobody's right was asked for.
            try access.check(.configure, in: app.team, administrator, Problem.unknown(bundleID))
            team = app.team
        } else {
            team = try access.teamForNewApp(nil, administrator)
        }
        if wanted.isReleased, app?.isReleased == false { try checkRelease(bundleID, administrator) }
        if wanted.isReleased, app == nil { try access.check(.release, in: team, administrator, Problem(.notFound)) }
        let use = ImportConfiguration(apps)
        let plan: ConfigurationPlan
        do throws(ImportConfigurationError) {
            plan = try use.plan(wanted, in: team, by: administrator)
        } catch {
            throw Problem(from: error)
        }
        if plan.moderates { try access.check(.moderate, in: team, administrator, Problem.unknown(bundleID)) }
        let difference = ConfigurationDifference(plan, present: present, wanted: wanted)
        if isPlan {
            return .now(answers.json(ConfigurationPlanAnswer(plan, difference, of: bundleID, isPlan: true)))
        }
        if wanted.isReleased, app?.isReleased != true { try access.proofs.demandProof(of: caller) }
        return replies.later(request) { () async throws(ImportConfigurationError) in
            let plan = try await use(wanted, in: team, by: administrator)
            return answers.json(ConfigurationPlanAnswer(plan, difference, of: bundleID, isPlan: false))
        }
    }

    /// - Returns: nil: there is no such app.
    private func present(_ bundleID: BundleID, _ administrator: Administrator) -> AppConfiguration? {
        do throws(AppError) {
            return try ExportConfiguration(catalogue)(bundleID, by: administrator)
        } catch {
            return nil
        }
    }
}
