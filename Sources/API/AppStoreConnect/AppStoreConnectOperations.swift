import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// A configuration in Apple's own shape (rule 3.7): who comes from Game Center brings his leaderboards along.
extension APIHandler {
    func importFromAppStoreConnect(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppStoreConnectBody(of: request)
        let present: AppConfiguration
        do throws(AppError) {
            present = try ExportConfiguration(services.catalogue)(bundleID, by: administrator)
        } catch {
            throw Problem(from: error)
        }
        let wanted = try AppStoreConnectConfiguration(body.documents, onto: present)
        let use = ImportConfiguration(services.apps)
        if isPlan {
            do throws(ImportConfigurationError) {
                let plan = try use.plan(wanted.configuration, by: administrator)
                return .now(answer(plan, wanted.notMapped, isPlan: true))
            } catch {
                throw Problem(from: error)
            }
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(ImportConfigurationError) {
                let plan = try await use(wanted.configuration, by: administrator)
                return answer(plan, wanted.notMapped, isPlan: false)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func answer(_ plan: ConfigurationPlan, _ notMapped: [String], isPlan: Bool) -> Response {
        answers.json { writer in
            writer.beginObject()
            writer.fields(of: plan, isPlan: isPlan)
            writer.key("notMapped")
            writer.beginArray()
            for sentence in notMapped.prefix(AppStoreConnectAnswer.notMappedLimit) {
                writer.value(String(sentence.prefix(AppStoreConnectAnswer.sentenceLimit)))
            }
            writer.endArray()
            writer.endObject()
        }
    }
}
