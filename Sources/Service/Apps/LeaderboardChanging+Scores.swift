import LaurelDomain

extension LeaderboardChanging {
    /// Through the journal and its writer.
    public init(_ keeper: ScoreKeeper) {
        let configure = ConfigureLeaderboard(keeper)
        let catalogue = keeper.catalogue
        self.init(
            configure: { (app, wanted, administrator) throws(LeaderboardChangeError) in
                do throws(ConfigureLeaderboardError) {
                    if let old = catalogue.leaderboard(wanted.id, of: app.number) {
                        _ = try await configure.update(old.number, of: app, by: administrator) { $0.become(wanted) }
                    } else {
                        var fields = LeaderboardFields(
                            referenceName: wanted.referenceName, localizations: wanted.localizations)
                        fields.become(wanted)
                        _ = try await configure.create(
                            NewLeaderboard(id: wanted.id, fields: fields), of: app, by: administrator)
                    }
                } catch {
                    throw LeaderboardChangeError(error, wanted.id)
                }
            },
            release: { (app, administrator) throws(LeaderboardChangeError) in
                do throws(ConfigureLeaderboardError) {
                    try await configure.releaseAll(of: app, by: administrator)
                } catch {
                    throw catalogue.leaderboards(of: app.number).first.map { LeaderboardChangeError(error, $0.id) }
                        ?? .unavailable
                }
                // A fault in between leaves an app that is not released yet, and can be released again.
                do throws(ConfigureAchievementError) {
                    try await ConfigureAchievement(keeper).releaseAll(of: app, by: administrator)
                } catch .broken(let reason) {
                    throw .broken(reason: reason)
                } catch {
                    throw .unavailable
                }
            })
        appEnded = { (app) throws(AppError) in
            do throws(ChallengeError) { try await EndChallenges(keeper).appEnded(app.number) } catch {
                // The start makes up for it.
                throw .unavailable
            }
        }
        achievements = { (app, wanted, administrator) throws(AppError) in
            do throws(ConfigureAchievementError) {
                try await ConfigureAchievement(keeper).become(wanted, of: app, by: administrator)
            } catch {
                throw AppError.achievement(wanted.id, error)
            }
        }
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
