import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// A player's end, and what an operator does about players.
extension APIHandler {
    func eraseSelf(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try PasswordProofBody(of: request)
        return later(request, as: .erasure, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(EraseError) {
                var response = erased(try await erasePlayer(password: body.password, in: session))
                forgetBrowser(&response)
                return response
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func eraseNamedPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try NamedPlayerBody(of: request).alias)
        return later(request) { [self] () async throws(Problem) in
            // Before it: whom the number named nobody can say after it.
            if let player = try await player(alias) {
                do throws(EraseError) { try services.teams.demandOwners(beside: player.number) } catch {
                    throw Problem(from: error)
                }
                let now = services.accounts.clock.now()
                try await record(administrator.entry(.playerErasure, player: player.number, at: now))
            }
            do throws(EraseError) {
                return erased(try await erasePlayer(alias, by: administrator))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private var erasePlayer: ErasePlayer {
        ErasePlayer(
            services.accounts, friends: services.friends.graph,
            finish: FinishErasures(services.accounts, services.challenges, services.teams))
    }

    private func erased(_ receipt: ErasureReceipt) -> Response {
        answers.json { writer in
            writer.beginObject()
            writer.field("receipt", receipt.id)
            writer.field("requested", receipt.requested)
            writer.field("isFinished", receipt.isFinished)
            writer.key("erased")
            writer.beginArray()
            for section in ExportSection.all { writer.value(section.name) }
            writer.endArray()
            writer.endObject()
        }
    }

    func findPlayers(
        _ request: Request, _ prefix: String?, _ after: String?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return later(request) { [self] () async throws(Problem) in
            do throws(LoadPlayersError) {
                let page = try await ListPlayers(services.accounts)(prefix: prefix, after: after, by: administrator)
                return answers.json(capacity: 256 + page.players.count * 160) { writer in
                    writer.beginObject()
                    writer.key("players")
                    writer.beginArray()
                    for player in page.players {
                        writer.beginObject()
                        writer.key("player")
                        writer.value(playerAnswer(player, .firstParty))
                        writer.field("created", player.created)
                        writer.field("isAdministrator", player.isAdministrator)
                        writer.endObject()
                    }
                    writer.endArray()
                    let last = page.hasMore ? page.players.last : nil
                    writer.field("next", last.map { services.accounts.ids.id(of: $0.number, in: .player) })
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension Problem {
    init(from error: EraseError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player has this alias.", field: "alias")
        case .wrongPassword: self.init(.forbidden, "The password is wrong.", field: "password")
        case .soleOwner(let teams):
            let names = teams.map { "“\($0)”" }.joined(separator: ", ")
            self.init(.soleOwner, "You're the only owner of \(names). Add another owner, or delete the team.")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
