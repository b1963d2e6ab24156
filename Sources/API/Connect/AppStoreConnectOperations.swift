import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// A configuration in Apple's own shape (rule 3.7): who comes from Game Center brings their leaderboards along.
extension AppFeature {
    func importFromAppStoreConnect(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppStoreConnectBody(of: request)
        var present: AppConfiguration
        do throws(AppError) {
            present = try ExportConfiguration(catalogue)(bundleID, by: administrator)
        } catch {
            throw Problem(from: error)
        }
        // Apple's answers carry no pictures: they stay as they are.
        present.images = nil
        let wanted = try AppStoreConnectConfiguration(body.documents, onto: present)
        try words.check(wanted.configuration)
        let use = ImportConfiguration(apps)
        if isPlan {
            do throws(ImportConfigurationError) {
                let plan = try use.plan(wanted.configuration, by: administrator)
                let difference = ConfigurationDifference(
                    plan, present: present, wanted: wanted.configuration)
                return .now(answer(plan, difference, of: bundleID, wanted.notMapped, isPlan: true))
            } catch {
                throw Problem(from: error)
            }
        }
        return replies.later(request) { [present] () async throws(ImportConfigurationError) in
            let plan = try await use(wanted.configuration, by: administrator)
            let difference = ConfigurationDifference(
                plan, present: present, wanted: wanted.configuration)
            return answer(plan, difference, of: bundleID, wanted.notMapped, isPlan: false)
        }
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
