import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// A configuration in Apple's own shape (rule 3.7): who comes from Game Center brings their leaderboards along.
extension AppFeature {
    func importFromAppStoreConnect(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let team = try catalogue.find(bundleID).team
        let body = try AppStoreConnectBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            try await bring(body.documents, into: bundleID, of: team, isPlan: isPlan, administrator)
        }
    }

    private func bring(
        _ documents: [JSONValue], into bundleID: BundleID, of team: TeamNumber, isPlan: Bool,
        _ administrator: Administrator
    ) async throws(Problem) -> Response {
        var present: AppConfiguration
        do throws(AppError) {
            present = try ExportConfiguration(catalogue)(bundleID, by: administrator)
        } catch {
            throw Problem(from: error)
        }
        // Apple's answers carry no pictures: they stay as they are.
        present.images = nil
        // A megabyte of documents is much work, and replies are made on the loop that other connections wait for.
        let mapped = await keeper.workers.run { [present] () -> Result<AppStoreConnectConfiguration, Problem> in
            do throws(Problem) {
                let wanted = try AppStoreConnectConfiguration(documents, onto: present)
                try words.check(wanted.configuration)
                return .success(wanted)
            } catch {
                return .failure(error)
            }
        }
        guard let mapped else { throw Problem.unavailable }
        let wanted = try mapped.get()
        let use = ImportConfiguration(apps)
        let plan: ConfigurationPlan
        do throws(ImportConfigurationError) {
            if isPlan {
                plan = try use.plan(wanted.configuration, in: team, by: administrator)
            } else {
                plan = try await use(wanted.configuration, in: team, by: administrator)
            }
        } catch {
            throw Problem(from: error)
        }
        let difference = ConfigurationDifference(plan, present: present, wanted: wanted.configuration)
        return answer(plan, difference, of: bundleID, wanted.notMapped, isPlan: isPlan)
    }

    private func answer(
        _ plan: ConfigurationPlan, _ difference: ConfigurationDifference, of bundleID: BundleID,
        _ notMapped: [AppStoreConnectNote], isPlan: Bool
    ) -> Response {
        let notes = notMapped.prefix(AppStoreConnectPlanAnswer.notMappedLimit).map { $0.answer }
        let changes = ConfigurationPlanAnswer(plan, difference, of: bundleID, isPlan: isPlan)
        return answers.json(.ok, AppStoreConnectPlanAnswer(plan: changes, notMapped: notes))
    }
}
