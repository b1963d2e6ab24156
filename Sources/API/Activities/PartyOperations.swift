import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Parties, as their players see them.
extension ActivityFeature {
    func makeParty(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let room = try room(request, bundleID, environment, caller)
        let body = try PartyBody(of: request)
        guard let activity = body.activity else { throw Problem(.invalidParameter, field: "activity") }
        if let code = body.code {
            for part in code.parts + [code.parts.joined()] { try words.check(part, field: "code") }
        }
        return answering(request, session, .created) { () async throws(PartyError) in
            try await EnterParty(parties).make(activity, code: body.code, at: room, by: session.player)
        }
    }

    func party(
        _ request: Request, _ bundleID: BundleID, _ code: PartyCode, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let room = try room(request, bundleID, environment, caller)
        return answering(request, session) { () async throws(PartyError) in
            try await ReadParty(parties)(code, at: room, by: session.player)
        }
    }

    func joinParty(
        _ request: Request, _ bundleID: BundleID, _ code: PartyCode, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let room = try room(request, bundleID, environment, caller)
        return answering(request, session) { () async throws(PartyError) in
            try await EnterParty(parties).join(code, at: room, by: session.player)
        }
    }

    func leaveParty(
        _ request: Request, _ bundleID: BundleID, _ code: PartyCode, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let room = try room(request, bundleID, environment, caller)
        return replies.later(request) { () async throws(PartyError) in
            try await EnterParty(parties).leave(code, at: room, by: session.player)
            return answers.noContent()
        }
    }

    // MARK: Parts

    private func room(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> PartyRoom {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        return PartyRoom(app: app, environment: environment, address: ClientAddress(request.peer))
    }

    private func answering(
        _ request: Request, _ session: Session, _ status: Status = .ok,
        _ work: @escaping @Sendable () async throws(PartyError) -> PartyDetails
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            let details: PartyDetails
            do throws(PartyError) { details = try await work() } catch { throw Problem(from: error) }
            let names = try await players.friendNames(of: session.player)
            return answers.json(status, answer(details, to: session.binding, names))
        }
    }

    private func answer(
        _ details: PartyDetails, to reader: Binding, _ names: [PlayerNumber: String]
    ) -> PartyAnswer {
        let party = details.party
        let url = origin + "/join/" + party.code.text
        return PartyAnswer(
            code: party.code, activity: party.activity, environment: party.environment, created: party.created,
            ends: details.ends, players: details.present.map { players.brief($0, to: reader, friendNames: names) },
            url: url, image: url + ".png",
            play: details.activity.startURL(code: party.code, link: details.app.link))
    }
}

extension Problem {
    init(from error: PartyError) {
        switch error {
        case .unknownActivity(let id): self.init(.unknownActivity, "No activity has the ID \(id.text).")
        case .noCodes(let id):
            self.init(.conflict, "Activity \(id.text) doesn't support party codes.", field: "activity")
        case .unknownParty: self.init(.unknownParty)
        case .codeTaken: self.init(.conflict, "This code is in use.", field: "code")
        case .full(let limit): self.init(.conflict, "At most \(limit) players can be in a party.")
        case .restricted:
            self.init(.playerRestricted, "This account can't play with strangers, and one of them is in this party.")
        case .banned: self.init(.banned)
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
