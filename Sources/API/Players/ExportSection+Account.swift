import LaurelDomain
import LaurelWire
import LaurelService

// The account: who they are, where they are signed in, what they chose, and what was decided about them.
extension ExportSection {
    static let profile = one(PlayerExportAnswer.profile) { export throws(ExportFailure) in
        let own: OwnProfile
        do throws(ProfileError) {
            own = try await ReadProfile(export.data.accounts)(of: export.player)
        } catch {
            throw .failed(Problem(from: error))
        }
        let mail = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.mailAddress(of: export.player)
        }
        let profile = own.record.profile
        return PlayerExportAnswer.Profile(
            id: export.id(export.player), alias: own.player.alias.text, signedUp: own.player.created,
            realName: profile.realName, status: profile.status,
            photo: own.record.photo.map { Route.players(.photo($0.normal)).target },
            audience: profile.privacy.audience, isFindable: profile.privacy.isFindable,
            takesRequests: profile.privacy.takesRequests, birthYear: profile.restrictions.birthYear,
            forbidsStrangers: profile.restrictions.forbidsStrangers,
            forbidsMessages: profile.restrictions.forbidsMessages,
            hasTwoFactor: export.data.teams.roster.hasTwoFactor(export.player), isGuest: own.isGuest,
            mailAddress: mail?.confirmed, pendingMailAddress: mail?.pending)
    }

    static let providerLinks = list(PlayerExportAnswer.providerLinks) { list throws(ExportFailure) in
        let export = list.export
        let links: [ProviderLink]
        do throws(UnlinkProviderError) {
            links = try await ListProviderLinks(export.data.accounts)(of: export.player).links
        } catch {
            throw .failed(Problem(from: error))
        }
        for link in links { try await list.append(ProviderLinkAnswer(link, .none)) }
    }

    static let sessions = list(PlayerExportAnswer.sessions) { list throws(ExportFailure) in
        let export = list.export
        let sessions: [ListedSessionAnswer]
        do throws(Problem) {
            sessions = try await ListedSessions(export.data.accounts).answers(of: export.player, current: nil)
        } catch {
            throw .failed(error)
        }
        for session in sessions { try await list.append(session) }
    }

    static let devices = list(PlayerExportAnswer.devices) { list throws(ExportFailure) in
        let export = list.export
        let names = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.devices(of: export.player)
        }
        for name in names { try await list.append(name) }
    }

    static let teams = list(PlayerExportAnswer.teams) { list throws(ExportFailure) in
        let export = list.export
        for member in export.data.teams.roster.memberships(of: export.player) {
            try await list.append(
                PlayerExportAnswer.Membership(
                    team: export.teamID(member.team), role: member.role, joined: member.joined))
        }
    }

    static let notificationSettings = one(PlayerExportAnswer.notificationSettings) { export throws(ExportFailure) in
        let settings = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.notificationSettings(of: export.player)
        }
        return PlayerExportAnswer.NotificationSettings(
            quietHours: settings.quietHours.map {
                PlayerExportAnswer.QuietHours(from: $0.from, to: $0.to, zone: $0.zone)
            },
            choices: settings.sorted.map { topic, choice in
                NotificationChoiceBody(kind: topic.kind, bundleID: export.bundleID(topic.app), choice: choice)
            })
    }

    static let pushSubscriptions = list(PlayerExportAnswer.pushSubscriptions) { list throws(ExportFailure) in
        let export = list.export
        let subscriptions = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.pushSubscriptions(of: export.player)
        }
        for subscription in subscriptions {
            try await list.append(PlayerExportAnswer.PushSubscription(endpoint: subscription.target.endpoint))
        }
    }

    static let reports = list(PlayerExportAnswer.reports) { list throws(ExportFailure) in
        let export = list.export
        let reports = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.reports(by: export.player)
        }
        for report in reports {
            try await list.append(
                PlayerExportAnswer.Report(
                    thing: report.thing, player: export.id(report.player), bundleID: export.bundleID(report.app),
                    reason: report.reason, text: report.text, created: report.created))
        }
    }

    /// That they are kept out; the reason is written for moderators.
    static let bans = list(PlayerExportAnswer.bans) { list throws(ExportFailure) in
        let export = list.export
        for ban in export.records.bans(of: export.player) {
            var team: TeamID?
            if case .team(let number) = ban.scope { team = export.teamID(number) }
            try await list.append(PlayerExportAnswer.Ban(team: team, created: ban.created))
        }
    }
}
