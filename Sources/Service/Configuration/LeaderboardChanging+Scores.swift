public import LaurelDomain
public import LaurelScores

extension LeaderboardChanging {
    /// Through the journal and its writer.
    public init(_ keeper: ScoreKeeper) {
        let configure = ConfigureLeaderboard(keeper)
        let catalogue = keeper.catalogue
        self.init(
            configure: { (app, wanted, administrator) throws(LeaderboardChangeError) in
                do throws(ConfigureLeaderboardError) {
                    try await configure.bring(wanted, to: app, catalogue, by: administrator)
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
            do throws(ChallengeError) { try await keeper.endChallenges(of: app.number) } catch {
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

extension ConfigureLeaderboard {
    /// Makes the leaderboard, or makes the one with this id so. A group that another app of the team has is shared.
    fileprivate func bring(
        _ wanted: LeaderboardConfiguration, to app: App, _ catalogue: Catalogue, by administrator: Administrator
    ) async throws(ConfigureLeaderboardError) {
        let kind = try catalogue.kind(wanted.kind, of: app)
        if let old = catalogue.leaderboard(wanted.id, of: app.number) {
            _ = try await update(old.number, of: app, by: administrator) { $0.become(wanted, kind) }
        } else if let group = catalogue.group(wanted.id, of: app.team), let owner = catalogue.app(group.app) {
            _ = try await update(group.number, of: owner, by: administrator) { fields in
                let isDefault = fields.isDefault
                fields.become(wanted, kind)
                // Which is another app's default is that app's business.
                fields.isDefault = isDefault
                fields.sharedWith.append(app.number)
            }
        } else {
            _ = try await create(NewLeaderboard(id: wanted.id, fields: wanted.fields(kind)), of: app, by: administrator)
        }
        for id in wanted.formerIDs {
            let group = catalogue.leaderboard(wanted.id, of: app.number)
            let former = catalogue.leaderboard(id, of: app.number)
            if former != nil, former?.number == group?.number { continue }
            if let former {
                _ = try await move(former.number, of: app, into: wanted.id, by: administrator)
            } else {
                // On this server it was never there: its id answers all the same.
                let made = try await create(
                    NewLeaderboard(id: id, fields: wanted.movedFields(of: app)), of: app, by: administrator)
                guard let made = made.leaderboard else { throw .unavailable }
                _ = try await move(made.number, of: app, into: wanted.id, by: administrator)
            }
        }
    }
}

extension Catalogue {
    /// Parts by number.
    public func kind(
        _ kind: LeaderboardKind<LeaderboardID>, of app: App
    ) throws(ConfigureLeaderboardError) -> LeaderboardKind<LeaderboardNumber> {
        guard let known = kind.map({ leaderboard($0, of: app.number)?.number }) else { throw .unknownPart }
        return known
    }

    /// Parts by id.
    public func kind(of leaderboard: Leaderboard) -> LeaderboardKind<LeaderboardID> {
        leaderboard.kind.map { self.leaderboard($0)?.id } ?? .classic
    }

    public func apps(sharing leaderboard: Leaderboard) -> [BundleID] {
        leaderboard.sharedWith.compactMap { app($0)?.bundleID }
    }

    public func apps(_ ids: [BundleID]) throws(ConfigureLeaderboardError) -> [AppNumber] {
        let numbers = ids.compactMap { app($0)?.number }
        guard numbers.count == ids.count else { throw .unknownShare }
        return numbers
    }
}

extension LeaderboardConfiguration {
    fileprivate func fields(_ kind: LeaderboardKind<LeaderboardNumber>) -> LeaderboardFields {
        LeaderboardFields(settings, kind: kind)
    }

    /// Of a leaderboard that moves into this one at once: nobody sees more of it than its ID.
    fileprivate func movedFields(of app: App) -> LeaderboardFields {
        LeaderboardFields(
            LeaderboardSettings(
                referenceName: settings.referenceName, format: settings.format,
                submissionType: settings.submissionType, sortOrder: settings.sortOrder,
                localizations: [
                    LeaderboardLocalization(language: app.defaultLanguage, name: settings.referenceName)
                ]))
    }
}

extension LeaderboardFields {
    fileprivate mutating func become(_ wanted: LeaderboardConfiguration, _ kind: LeaderboardKind<LeaderboardNumber>) {
        settings = wanted.settings(over: settings)
        self.kind = kind
    }
}

extension LeaderboardChangeError {
    fileprivate init(_ error: ConfigureLeaderboardError, _ id: LeaderboardID) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        case .unknownLeaderboard, .idTaken, .tooManyLeaderboards, .frozen, .cannotRemoveReleased, .emptyName,
            .nameTooLong, .hiddenCharacter, .missingLanguage, .languageTwice, .tooManyLanguages, .kindHasScores,
            .twoKinds, .partCount, .partTwice, .unknownPart, .partNotClassic, .partDiffers, .partOfCombined,
            .combinedCannot, .notAGroup, .unknownShare, .sharedTwice, .tooManyShares, .sharedByMove, .cannotMove,
            .groupDiffers, .unknownSimulator:
            self = .refused(id, error.sentence)
        }
    }
}
