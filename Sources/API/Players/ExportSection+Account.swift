import LaurelDomain
import LaurelWire
import LaurelService

// The account: who they are, where they are signed in, what they chose, and what was decided about them.
extension ExportSection {
    static let profile = ExportSection(name: "profile") { export throws(ExportFailure) in
        let own: OwnProfile
        do throws(ProfileError) {
            own = try await ReadProfile(export.data.accounts)(of: export.player)
        } catch {
            throw .failed(Problem(from: error))
        }
        let profile = own.record.profile
        try await export.object { writer in
            writer.field("id", export.id(export.player))
            writer.field("alias", own.player.alias.text)
            writer.field("signedUp", own.player.created)
            writer.field("realName", profile.realName)
            writer.field("status", profile.status)
            writer.field("photo", own.record.photo.map { Route.players(.photo($0.normal)).target })
            writer.field("audience", profile.privacy.audience.name)
            writer.field("isFindable", profile.privacy.isFindable)
            writer.field("takesRequests", profile.privacy.takesRequests)
            writer.field("birthYear", profile.restrictions.birthYear.map { String($0) })
            writer.field("forbidsStrangers", profile.restrictions.forbidsStrangers)
            writer.field("forbidsMessages", profile.restrictions.forbidsMessages)
            writer.field("hasTwoFactor", export.data.teams.roster.hasTwoFactor(export.player))
        }
    }

    static let sessions = list("sessions") { export throws(ExportFailure) in
        let list: [ListedSessionAnswer]
        do throws(Problem) {
            list = try await ListedSessions(export.data.accounts).answers(of: export.player, current: nil)
        } catch {
            throw .failed(error)
        }
        for session in list { try await export.value { $0.value(session) } }
    }

    static let devices = list("devices") { export throws(ExportFailure) in
        let names = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.devices(of: export.player)
        }
        for name in names { try await export.value { $0.value(name.text) } }
    }

    static let teams = list("teams") { export throws(ExportFailure) in
        let roster = export.data.teams.roster
        for member in roster.memberships(of: export.player) {
            try await export.object { writer in
                writer.field("team", roster.team(member.team)?.id.text)
                writer.field("role", member.role.name)
                writer.field("joined", member.joined)
            }
        }
    }

    static let notificationSettings = ExportSection(name: "notificationSettings") { export throws(ExportFailure) in
        let settings = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.notificationSettings(of: export.player)
        }
        try await export.object { writer in
            writer.key("quietHours")
            if let hours = settings.quietHours {
                writer.beginObject()
                writer.field("from", hours.from.text)
                writer.field("to", hours.to.text)
                writer.field("zone", hours.zone.text)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.key("choices")
            writer.beginArray()
            for (topic, choice) in settings.choices {
                writer.beginObject()
                writer.field("kind", topic.kind?.name)
                writer.field("bundleID", export.bundleID(topic.app))
                writer.field("isOn", choice.isOn)
                writer.field("isPushed", choice.isPushed)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    static let pushSubscriptions = list("pushSubscriptions") { export throws(ExportFailure) in
        let subscriptions = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.pushSubscriptions(of: export.player)
        }
        for subscription in subscriptions {
            try await export.object { $0.field("endpoint", subscription.target.endpoint) }
        }
    }

    static let reports = list("reports") { export throws(ExportFailure) in
        let reports = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.reports(by: export.player)
        }
        for report in reports {
            try await export.object { writer in
                writer.field("thing", report.thing.name)
                writer.field("player", export.id(report.player))
                writer.field("bundleID", export.bundleID(report.app))
                writer.field("reason", report.reason.name)
                writer.field("text", report.text)
                writer.field("created", report.created)
            }
        }
    }

    /// That they are kept out; the reason is written for moderators.
    static let bans = list("bans") { export throws(ExportFailure) in
        for ban in export.records.bans(of: export.player) {
            var team: String?
            if case .team(let number) = ban.scope { team = export.data.teams.roster.team(number)?.id.text }
            try await export.object { writer in
                writer.field("team", team)
                writer.field("created", ban.created)
            }
        }
    }
}
