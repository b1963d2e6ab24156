import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Tickets, and the logs that others may see.
extension APIHandler {
    func issueTicket(
        _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try place(bundleID, environment, caller)
        let issue = IssueTicket(services.keeper, random: services.accounts.random)
        let ticket = issue(for: session.player, in: app, environment)
        let answer = TicketAnswer(
            player: services.accounts.ids.id(of: session.player, in: PlayerIDs.Scope(session.binding)),
            ticket: ticket.bytes, seed: ticket.seed, issued: ticket.issued, expires: ticket.expires)
        return .now(answers.json(.created) { $0.value(answer) })
    }

    /// What a shared page shows, for programs, and for the page that shows its run.
    func sharedPage(_ request: Request, _ id: ShareID) -> Reply {
        let wishes = languages(nil, request)
        return later(request) { [self] () async throws(Problem) in
            do throws(ShareError) {
                let read = ReadShare(services.sharing)
                let page = try await read(id)
                let run = try await read.run(behind: page)
                guard let share = answer(page.share, wishes) else { throw ShareError.unknownShare }
                let answer = SharedPageAnswer(
                    share, game: page.app.localization(for: wishes).name, link: page.app.link, alias: page.alias,
                    verification: run?.verification, sha256: run?.sha256, watch: watchAddress(page, run))
                return answers.json { $0.value(answer) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// Whoever sees the page may watch its run.
    func sharedReplay(_ request: Request, _ id: ShareID) -> Reply {
        later(request) { [self] () async throws(Problem) in
            do throws(ShareError) {
                let replay = try await ReadShare(services.sharing).replay(of: id)
                return answers.bytes(replay.bytes, sha256: replay.sha256)
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension Problem {
    /// - Parameter field: of the replay in the body.
    init(from refusal: ReplayRefusal, field: String) {
        switch refusal {
        case .unreadable(let reason):
            self.init(.replayUnreadable, "Not a valid log: \(reason). Send the bytes the game recorded.", field: field)
        case .otherGame:
            self.init(
                .replayOfOtherGame, "Submit it to the leaderboard for its own game and mode.", field: field)
        case .otherVersion(let version):
            self.init(
                .replayOfOtherVersion,
                "It was recorded by version \(version) of the game and can't be checked. Update the game.",
                field: field)
        case .inputAfterEnd(let tick):
            self.init(.replayPastEnd, "The run ends at tick \(tick). Record no input after that.", field: field)
        case .unfinished(let tick):
            self.init(
                .replayUnfinished, "The run isn't over at tick \(tick). Submit its score when it is.",
                field: field)
        case .tooLong(let ticks, let limit):
            self.init(.replayTooLong, "It has \(ticks) ticks; the limit is \(limit).", field: field)
        case .stopped(let reason): self.init(.replayStopped, reason, field: field)
        }
    }
}
