import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Invitation links, and whether a game may see friends (rules 2.1, 2.2).
extension FriendFeature {
    func friendInvitations(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return inviting(request) { () async throws(FriendInvitationError) in
            let invitations = try await ListFriendInvitations(friends)(of: session.player)
            return answers.json(
                .ok, invitations.map { FriendInvitationAnswer($0) }, as: FriendInvitationAnswer.listShape)
        }
    }

    func inviteFriends(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try FriendInvitationBody(of: request)
        return inviting(request) { () async throws(FriendInvitationError) in
            let made = try await InviteFriends(friends)(
                uses: body.uses ?? FriendLimits.invitationUsesDefault,
                days: body.days ?? FriendLimits.invitationDaysDefault, by: session.player)
            // After the #, so that the code reaches no server's log.
            let url = origin + "/invite/#" + made.code
            return answers.json(
                .created,
                NewFriendInvitationAnswer(
                    invitation: FriendInvitationAnswer(made.invitation), code: made.code, url: url))
        }
    }

    func revokeFriendInvitation(_ request: Request, _ id: Int, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return inviting(request) { () async throws(FriendInvitationError) in
            do throws(FriendInvitationError) {
                try await RevokeFriendInvitation(friends)(
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
        // Who has no account yet learns whom they would be friends with.
        let session: Session? = if case .anonymous = caller { nil } else { try caller.onOwnPages() }
        let body = try FriendInvitationViewBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            let invitation: FriendInvitation
            do throws(FriendInvitationError) {
                invitation = try await ViewFriendInvitation(friends)(body.code, by: session?.player)
            } catch {
                throw Problem(from: error)
            }
            let player: PlayerAnswer?
            do throws(ListFriendsError) {
                player = try await seen([invitation.player], session).first
            } catch {
                throw Problem(from: error)
            }
            guard let player else { throw Problem(.friendInvitationRefused) }
            return answers.json(.ok, FriendInvitationViewAnswer(player: player, expires: invitation.expires))
        }
    }

    private func inviting(
        _ request: Request, _ work: @escaping @Sendable () async throws(FriendInvitationError) -> Response
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            do throws(FriendInvitationError) { return try await work() } catch { throw Problem(from: error) }
        }
    }

    // MARK: Consent

    func friendListConsent(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        return consenting(request) { () async throws(ListFriendsError) in
            try await ReadFriendListConsent(friends)(of: session.player, to: app)
        }
    }

    func setFriendListConsent(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let (app, _) = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        let body = try FriendListConsentBody(of: request)
        return consenting(request) { () async throws(ListFriendsError) in
            try await SetFriendListConsent(friends)(
                isAuthorized: body.isAuthorized, of: session.player, to: app)
        }
    }

    private func consenting(
        _ request: Request, _ work: @escaping @Sendable () async throws(ListFriendsError) -> FriendListConsent
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            let consent: FriendListConsent
            do throws(ListFriendsError) { consent = try await work() } catch { throw Problem(from: error) }
            return answers.json(.ok, consent, as: FriendListConsentAnswer.shape)
        }
    }
}
