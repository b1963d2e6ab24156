import LaurelDomain

extension LeaderboardChanging {
    /// Through the journal and its writer.
    public init(_ keeper: ScoreKeeper) {
        let configure = ConfigureLeaderboard(keeper)
        let catalogue = keeper.catalogue
        self.init(
            configure: { (app, wanted) throws(LeaderboardChangeError) in
                do throws(ConfigureLeaderboardError) {
                    if let old = catalogue.leaderboard(wanted.id, of: app.number) {
                        _ = try await configure.update(old.number, of: app) { $0.become(wanted) }
                    } else {
                        var fields = LeaderboardFields(
                            referenceName: wanted.referenceName, localizations: wanted.localizations)
                        fields.become(wanted)
                        _ = try await configure.create(NewLeaderboard(id: wanted.id, fields: fields), of: app)
                    }
                } catch {
                    throw LeaderboardChangeError(error, wanted.id)
                }
            },
            release: { (app) throws(LeaderboardChangeError) in
                do throws(ConfigureLeaderboardError) {
                    try await configure.releaseAll(of: app)
                } catch {
                    throw catalogue.leaderboards(of: app.number).first.map { LeaderboardChangeError(error, $0.id) }
                        ?? .unavailable
                }
            })
    }
}

extension LeaderboardFields {
    fileprivate mutating func become(_ wanted: LeaderboardConfiguration) {
        referenceName = wanted.referenceName
        format = wanted.format
        submissionType = wanted.submissionType
        sortOrder = wanted.sortOrder
        range = wanted.range
        isDefault = wanted.isDefault
        isHidden = wanted.isHidden
        isArchived = wanted.isArchived
        localizations = wanted.localizations
    }
}

extension LeaderboardChangeError {
    fileprivate init(_ error: ConfigureLeaderboardError, _ id: LeaderboardID) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        case .unknownLeaderboard: self = .refused(id, "there is no such leaderboard")
        case .idTaken: self = .refused(id, "the id is taken")
        case .tooManyLeaderboards(let limit): self = .refused(id, "an app has at most \(limit) leaderboards")
        case .frozen(let field): self = .refused(id, "\(field) is frozen since the release")
        case .cannotRemoveReleased: self = .refused(id, "a released leaderboard can only be archived")
        case .emptyName: self = .refused(id, "a name must not be empty")
        case .nameTooLong(let limit): self = .refused(id, "names have at most \(limit) characters")
        case .hiddenCharacter: self = .refused(id, "a name or suffix has a character that cannot be seen")
        case .missingLanguage(let language): self = .refused(id, "a localization for \(language.text) is required")
        case .languageTwice(let language): self = .refused(id, "\(language.text) is there twice")
        case .tooManyLanguages(let limit): self = .refused(id, "at most \(limit) languages")
        }
    }
}
