import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension PlayerFeature {
    func eraseSelf(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ErasureBody(of: request)
        return log.later(request, as: .erasure, of: .player(session.player)) { () async throws(Problem) in
            do throws(EraseError) {
                var response = answers.json(.ok, try await data.erase(password: body.password, in: session))
                opened.forgetBrowser(&response)
                return response
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension PlayerData {
    /// A player's end, which they ask for.
    func erase(password: String?, in session: Session) async throws(EraseError) -> ErasureAnswer {
        ErasureAnswer(try await erasePlayer(password: password, in: session))
    }

    /// A player's end, which an administrator asks for.
    func erase(_ alias: Alias, by administrator: Administrator) async throws(EraseError) -> ErasureAnswer {
        ErasureAnswer(try await erasePlayer(alias, by: administrator))
    }

    private var erasePlayer: ErasePlayer {
        ErasePlayer(accounts, friends: friends.graph, finish: FinishErasures(accounts, challenges, teams))
    }
}

extension ErasureAnswer {
    fileprivate init(_ receipt: ErasureReceipt) {
        self.init(
            receipt: receipt.id, requested: receipt.requested, isFinished: receipt.isFinished,
            erased: ExportSection.all.map(\.name))
    }
}

extension Problem {
    init(from error: EraseError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player has this alias.", field: "alias")
        case .wrongPassword: self.init(.forbidden, "The password is wrong.", field: "password")
        case .proofNeeded: self = .signInOnceMore
        case .soleOwner(let teams):
            let names = teams.map { "“\($0)”" }.joined(separator: ", ")
            self.init(
                .soleOwner, "You're the only owner of \(names). Add another owner, or delete the team.",
                values: Values(teams: teams))
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
