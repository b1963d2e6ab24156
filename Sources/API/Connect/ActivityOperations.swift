import LaurelDomain
import LaurelHTTPServer
import LaurelService
import LaurelWire

// Figures of a game, for whoever may look at it.
extension APIHandler {
    func activity(
        _ request: Request, _ bundleID: BundleID, _ days: Int, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        return later(request) { [self] () async throws(Problem) in
            let activity: GameActivity
            do throws(ReadActivityError) {
                activity = try await services.readActivity(of: app, environment ?? .production, days: days)
            } catch {
                throw Problem(from: error)
            }
            return answers.json(capacity: 128 * (activity.days.count + activity.achievements.count + 1)) { writer in
                writer.beginObject()
                writer.key("days")
                writer.beginArray()
                for day in activity.days {
                    writer.beginObject()
                    writer.field("day", day.day.start)
                    writer.field("scores", day.scores)
                    writer.field("players", day.players)
                    writer.field("challengesSent", day.challengesSent)
                    writer.field("challengesBeaten", day.challengesBeaten)
                    writer.endObject()
                }
                writer.endArray()
                writer.field("playerCount", activity.players)
                writer.key("achievements")
                writer.beginArray()
                for share in activity.achievements {
                    writer.beginObject()
                    writer.field("id", share.achievement.id.text)
                    writer.field("referenceName", share.achievement.referenceName)
                    if let percent = share.percent {
                        writer.field("percent", percent)
                    } else {
                        writer.key("percent")
                        writer.null()
                    }
                    writer.endObject()
                }
                writer.endArray()
                writer.endObject()
            }
        }
    }

    func distribution(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        let formatter = formatter(try find(id, of: app), app, languages(nil, request))
        return later(request) { [self] () async throws(Problem) in
            do throws(ReadEntriesError) {
                let spread = try await services.readEntries.distribution(of: id, environment ?? .production, app: app)
                return answers.json(capacity: 4_096) { writer in
                    var scratch: [UInt8] = []
                    writer.beginObject()
                    writer.field("total", spread.total)
                    writer.key("bins")
                    writer.beginArray()
                    for bin in spread.bins {
                        writer.beginObject()
                        writer.field("worst", value: bin.worst, formatter: formatter, scratch: &scratch)
                        writer.field("best", value: bin.best, formatter: formatter, scratch: &scratch)
                        writer.field("count", bin.count)
                        writer.endObject()
                    }
                    writer.endArray()
                    writer.key("percentiles")
                    writer.beginArray()
                    for mark in spread.marks {
                        writer.beginObject()
                        writer.field("percent", mark.percent)
                        writer.field("score", value: mark.value, formatter: formatter, scratch: &scratch)
                        writer.endObject()
                    }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension Problem {
    init(from error: ReadActivityError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
