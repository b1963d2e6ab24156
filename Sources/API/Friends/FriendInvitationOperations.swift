import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Invitation links, and whether a game may see friends (rules 2.1, 2.2).
extension APIHandler {
    func friendInvitations(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return inviting(request) { [self] () async throws(FriendInvitationError) in
            let invitations = try await ListFriendInvitations(services.friends)(of: session.player)
            return answers.json { writer in
                writer.beginObject()
                writer.key("invitations")
                writer.beginArray()
                for invitation in invitations { writer.value(FriendInvitationAnswer(invitation)) }
                writer.endArray()
                writer.endObject()
            }
        }
    }

    func inviteFriends(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        let body = try FriendInvitationBody(of: request)
        return inviting(request) { [self] () async throws(FriendInvitationError) in
            let made = try await InviteFriends(services.friends)(
                uses: body.uses ?? FriendLimits.invitationUsesDefault,
                days: body.days ?? FriendLimits.invitationDaysDefault, by: session.player)
            // After the #, so that the code reaches no server's log.
            let url = configuration.publicURL.origin + "/invite/#" + made.code
            return answers.json(.created) {
                $0.value(FriendInvitationAnswer(made.invitation, secret: (made.code, url)))
            }
        }
    }

    func revokeFriendInvitation(_ request: Request, _ id: Int, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return inviting(request) { [self] () async throws(FriendInvitationError) in
            do throws(FriendInvitationError) {
                try await RevokeFriendInvitation(services.friends)(
                    FriendInvitationID(Int64(id)), by: session.player)
            } catch {
                // Its own number is no secret: here it is just not there.
                guard error == .unknown else { throw error }
                return answers.problem(Problem(.notFound), request.id)
            }
            return answers.noContent()
        }
    }

    func viewFriendInvitation(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        let body = try FriendInvitationViewBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            let invitation: FriendInvitation
            do throws(FriendInvitationError) {
                invitation = try await ViewFriendInvitation(services.friends)(body.code, by: session.player)
            } catch {
                throw Problem(from: error)
            }
            let player: PlayerAnswer?
            do throws(ListFriendsError) {
                player = try await playerAnswers([invitation.player], session).first
            } catch {
                throw Problem(from: error)
            }
            guard let player else { throw Problem(.friendInvitationRefused) }
            return answers.json { writer in
                writer.beginObject()
                writer.key("player")
                writer.value(player)
                writer.field("expires", invitation.expires)
                writer.endObject()
            }
        }
    }

    private func inviting(
        _ request: Request, _ work: @escaping @Sendable () async throws(FriendInvitationError) -> Response
    ) -> Reply {
        later(request) { () async throws(Problem) in
            do throws(FriendInvitationError) { return try await work() } catch { throw Problem(from: error) }
        }
    }

    // MARK: Consent

    func friendListConsent(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try place(bundleID, nil, caller, isReading: true)
        return consenting(request) { [self] () async throws(ListFriendsError) in
            try await ReadFriendListConsent(services.friends)(of: session.player, to: app)
        }
    }

    func setFriendListConsent(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        let (app, _) = try place(bundleID, nil, caller, isReading: true)
        let body = try FriendListConsentBody(of: request)
        return consenting(request) { [self] () async throws(ListFriendsError) in
            try await SetFriendListConsent(services.friends)(
                isAuthorized: body.isAuthorized, of: session.player, to: app)
        }
    }

    private func consenting(
        _ request: Request, _ work: @escaping @Sendable () async throws(ListFriendsError) -> FriendListConsent
    ) -> Reply {
        later(request) { [self] () async throws(Problem) in
            let consent: FriendListConsent
            do throws(ListFriendsError) { consent = try await work() } catch { throw Problem(from: error) }
            return answers.json { writer in
                writer.beginObject()
                writer.field("status", consent.name)
                writer.endObject()
            }
        }
    }
}
