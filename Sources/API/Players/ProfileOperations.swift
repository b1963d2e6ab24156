import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// A player's profile and photo.
extension PlayerFeature {
    func profile(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(Problem) in
            do throws(ProfileError) {
                return profile(try await ReadProfile(accounts)(of: session.player))
            } catch { throw Problem(from: error) }
        }
    }

    func updateProfile(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ProfileChangeBody(of: request)
        var change = ProfileChange()
        if let alias = body.alias { change.alias = try Alias(knownOnWire: alias) }
        change.realName = body.realName
        change.status = body.status
        change.audience = body.audience
        change.isFindable = body.isFindable
        change.takesRequests = body.takesRequests
        return replies.later(request) { [change] () async throws(ProfileError) in
            return profile(try await UpdateProfile(accounts)(of: session.player, change))
        }
    }

    func restrict(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try RestrictionsBody(of: request)
        let restrictions = RestrictionRequest(
            birthYear: body.birthYear, forbidsStrangers: body.forbidsStrangers,
            forbidsMessages: body.forbidsMessages, guardianCode: body.guardianCode,
            newGuardianCode: body.newGuardianCode)
        return replies.later(request) { () async throws(RestrictError) in
            return profile(try await Restrict(accounts)(session.player, restrictions))
        }
    }

    private func profile(_ own: OwnProfile) -> Response {
        var player = players.answer(own.player, to: .firstParty)
        player.photo = own.record.photo.map { PhotoAnswer(smallID: $0.small, normalID: $0.normal) }
        player.status = own.record.profile.status
        let limits = PlayerLimitsAnswer(
            isUnderage: own.isUnderage, isMultiplayerGamingRestricted: own.isMultiplayerGamingRestricted,
            isPersonalizedCommunicationRestricted: own.isPersonalizedCommunicationRestricted)
        return answers.json(
            .ok, ProfileAnswer(player: player, own.record.profile, isGuest: own.isGuest, limits: limits))
    }

    // MARK: Photo

    func setPhoto(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let types = CheckedImage.Format.allCases.map(\.rawValue)
        guard let type = request.headers["content-type"]?.lowercased(), types.contains(type) else {
            throw Problem(.invalidImage, "Content-Type must be \(types.joined(separator: " or ")).")
        }
        return replies.later(request) { () async throws(PhotoError) in
            let photo = try await SetPhoto(accounts)(request.body, of: session.player)
            return answers.json(.ok, PhotoAnswer(smallID: photo.small, normalID: photo.normal))
        }
    }

    func removePhoto(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(Problem) in
            do throws(PhotoError) { try await SetPhoto(accounts).remove(of: session.player) } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
    }

    func photo(_ request: Request, _ id: String) -> Reply {
        replies.later(request) { () async throws(Problem) in
            let bytes: [UInt8]?
            do throws(PhotoError) { bytes = try await ReadPhoto(accounts)(id) } catch {
                throw Problem(from: error)
            }
            guard let bytes else { throw Problem(.notFound) }
            return answers.photo(bytes, id: id, isKnown: request.knows("\"\(id)\""))
        }
    }
}

extension Problem {
    init(from error: ProfileError) {
        switch error {
        case .unknownPlayer: self.init(.unauthenticated)
        case .guest: self = .guestRestricted
        case .aliasTaken:
            self.init(.aliasTaken, "Another player has this alias, or one that looks like it.", field: "alias")
        case .aliasReserved: self.init(.aliasReserved, field: "alias")
        case .invalidAlias(let error): self.init(from: error)
        case .wordRefused(let field): self.init(.textRefused, field: field)
        case .invalidRealName(let limit):
            self.init(.invalidParameter, "realName must have 1 to \(limit) visible characters.", field: "realName")
        case .invalidStatus(let limit):
            self.init(.invalidParameter, "status must have 1 to \(limit) visible characters.", field: "status")
        case .tooManyChanges(let span): self = .tryAgain(span)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: RestrictError) {
        switch error {
        case .unknownPlayer: self.init(.unauthenticated)
        case .birthYear(let range):
            self.init(
                .invalidParameter, "birthYear must be \(range.lowerBound) to \(range.upperBound).", field: "birthYear")
        case .codeLength(let range):
            self.init(
                .invalidParameter,
                "newGuardianCode must have \(range.lowerBound) to \(range.upperBound) characters, or "
                    + "be empty to remove the code.", field: "newGuardianCode")
        case .guardianNeeded: self.init(.guardianNeeded, field: "guardianCode", reason: .required)
        case .wrongCode: self.init(.guardianNeeded, "This isn't the guardian's code.", field: "guardianCode")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: PhotoError) {
        switch error {
        case .invalid(let invalid): self.init(from: invalid)
        case .unknownPlayer: self.init(.unauthenticated)
        case .guest: self = .guestRestricted
        case .busy:
            self.init(
                .unavailable, "Too many images are being processed.", retryAfterSeconds: 2,
                cause: "the image helpers are busy")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    /// For everything that takes pictures.
    init(from error: CheckedImage.Invalid) {
        switch error {
        case .tooManyBytes(let limit): self.init(.tooLarge, "An image can have at most \(limit) bytes.")
        case .noImage: self.init(.invalidImage, "Send a readable PNG, JPEG or WebP image.")
        case .tooManyPixels(let side, let pixels):
            self.init(.invalidImage, "An image can have at most \(side) pixels a side, and \(pixels) in total.")
        case .tooManyScans(let limit):
            self.init(
                .invalidImage, "A JPEG can have at most \(limit) scans. Save it again without progressive display.")
        case .animated: self.init(.invalidImage, "Send a still image. An animation can't be used.")
        }
    }
}
