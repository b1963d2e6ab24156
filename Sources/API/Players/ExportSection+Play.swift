import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What they played, what they were told, and whom they know.
extension ExportSection {
    static let friends = list("friends") { export throws(ExportFailure) in
        for friend in try await export.relations().friends { try await export.value { $0.value(export.id(friend)) } }
    }

    static let blocked = list("blocked") { export throws(ExportFailure) in
        for player in try await export.relations().blocked { try await export.value { $0.value(export.id(player)) } }
    }

    static let friendRequests = list("friendRequests") { export throws(ExportFailure) in
        let requests = try await export.relations().requests
        for (rows, isSent) in [(requests.sent, true), (requests.received, false)] {
            for row in rows {
                try await export.object { writer in
                    writer.field("isSent", isSent)
                    writer.field("player", export.id(row.player))
                    writer.field("message", row.message)
                    writer.field("created", row.created)
                }
            }
        }
    }

    static let friendInvitations = list("friendInvitations") { export throws(ExportFailure) in
        for invitation in try await export.relations().invitations {
            try await export.object { writer in
                writer.field("id", String(invitation.id.rawValue))
                writer.field("created", invitation.created)
                writer.field("expires", invitation.expires)
                writer.field("usesLeft", invitation.usesLeft)
            }
        }
    }

    static let friendListConsents = list("friendListConsents") { export throws(ExportFailure) in
        for app in export.data.accounts.catalogue.apps() {
            let consent = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.consent(of: export.player, to: app)
            }
            guard consent != .notDetermined else { continue }
            try await export.object { writer in
                writer.field("bundleID", app.bundleID.text)
                writer.field("consent", consent.name)
            }
        }
    }

    static let scores = list("scores") { export throws(ExportFailure) in
        let reader = ExportPlayerScores(export.data.keeper)
        var cursor = ExportPlayerScores.Cursor()
        while let scores = try await export.reading({ () throws(ExportPlayerError) in
            try await reader.next(of: export.player, &cursor)
        }) {
            for score in scores {
                try await export.object { writer in
                    writer.field("bundleID", score.bundleID?.text)
                    writer.field("environment", score.environment.name)
                    writer.field("leaderboard", score.leaderboard?.text)
                    writer.field("value", score.value)
                    writer.field("context", score.context)
                    writer.field("date", score.date)
                    writer.field("submitted", score.submitted)
                    writer.field("id", score.id?.text)
                }
            }
        }
    }

    static let defaultLeaderboards = list("defaultLeaderboards") { export throws(ExportFailure) in
        let catalogue = export.data.accounts.catalogue
        for app in catalogue.apps() {
            guard let number = catalogue.defaults.leaderboard(of: export.player, in: app.number) else { continue }
            try await export.object { writer in
                writer.field("bundleID", app.bundleID.text)
                writer.field("leaderboard", export.leaderboardID(number))
            }
        }
    }

    static let achievements = list("achievements") { export throws(ExportFailure) in
        for (app, environment) in export.environments {
            let list = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.progress(of: export.player, in: app, environment)
            }
            for progress in list {
                let known = export.data.accounts.catalogue.achievements.achievement(progress.achievement)
                try await export.object { writer in
                    writer.field("bundleID", app.bundleID.text)
                    writer.field("environment", environment.name)
                    writer.field("achievement", known?.id.text)
                    writer.field("percentComplete", progress.percent.value)
                    writer.field("timesEarned", Int(progress.timesEarned))
                    writer.field("firstEarned", progress.firstEarned.map(\.rfc3339))
                    writer.field("lastReported", progress.lastReported)
                }
            }
        }
    }

    static let challenges = list("challenges") { export throws(ExportFailure) in
        for role in ChallengeRole.allCases {
            for environment in Environment.allCases {
                var last: ChallengeNumber?
                while true {
                    let page = try await export.reading { [last] () throws(ExportPlayerError) in
                        try await export.records.challenges(of: export.player, role, environment, before: last)
                    }
                    guard let end = page.last else { break }
                    last = end.challenge.number
                    for details in page { try await export.write(details, role) }
                }
            }
        }
    }

    static let challengeMutes = list("challengeMutes") { export throws(ExportFailure) in
        let mutes = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.mutes(of: export.player)
        }
        for mute in mutes {
            try await export.object { writer in
                writer.field("player", mute.sender.map { export.id($0) })
                writer.field("leaderboard", mute.leaderboard.flatMap { export.leaderboardID($0) })
            }
        }
    }

    static let savedGames = list("savedGames") { export throws(ExportFailure) in
        for (app, environment) in export.environments {
            let versions = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.savedGames(of: export.player, in: app, environment)
            }
            for version in versions {
                let data = try await export.reading { () throws(ExportPlayerError) in
                    try await export.records.data(of: version.id, of: export.player, in: app, environment)
                }
                guard let data else { continue }
                try await export.object { writer in
                    writer.field("bundleID", app.bundleID.text)
                    writer.field("environment", environment.name)
                    writer.field("id", version.id.text)
                    writer.field("name", version.name.text)
                    writer.field("deviceName", version.deviceName)
                    writer.field("modificationDate", version.modified)
                    writer.field("data", Base64.encode(data))
                }
            }
        }
    }

    /// The logs that are kept with scores.
    static let replays = list("replays") { export throws(ExportFailure) in
        let catalogue = export.data.accounts.catalogue
        for stored in try await export.reading({ () throws(ExportPlayerError) in
            try await export.records.replays(of: export.player)
        }) {
            let replay = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.replay(stored)
            }
            guard let replay, let leaderboard = catalogue.target(of: replay.leaderboard) else { continue }
            try await export.object { writer in
                writer.field("bundleID", export.bundleID(leaderboard.app))
                writer.field("environment", replay.environment.name)
                writer.field("leaderboard", leaderboard.id.text)
                writer.field("value", replay.value)
                writer.field("verification", replay.verification?.name)
                writer.field("data", Base64.encode(replay.log))
            }
        }
    }

    static let notices = list("notices") { export throws(ExportFailure) in
        let reader = ExportNotices(export.data.accounts)
        let notices = try await export.reading { () throws(ExportPlayerError) in try await reader(of: export.player) }
        for notice in notices {
            let content = notice.content
            try await export.object { writer in
                writer.field("kind", content.kind.name)
                writer.field("created", content.created)
                writer.field("bundleID", export.bundleID(content.app))
                writer.field("about", content.about.map { export.id($0) })
                writer.field("subject", content.subject)
                writer.field("isRead", notice.isRead)
            }
        }
    }
}

extension Exporting {
    fileprivate func relations() async throws(ExportFailure) -> ReadOwnRecords.Relations {
        try await reading { () throws(ExportPlayerError) in try await records.relations(of: player) }
    }

    fileprivate func write(_ details: ChallengeDetails, _ role: ChallengeRole) async throws(ExportFailure) {
        let challenge = details.challenge
        try await object { writer in
            writer.field("id", data.challenges.ids.id(of: challenge.number))
            writer.field("role", role.rawValue)
            writer.field("player", id(role == .sent ? challenge.receiver : challenge.sender))
            writer.field("bundleID", bundleID(challenge.app))
            writer.field("environment", challenge.environment.name)
            switch challenge.goal {
            case .score(let leaderboard, let value, let context):
                writer.field("leaderboard", leaderboardID(leaderboard))
                writer.field("value", value)
                writer.field("context", context)
            case .achievement(let number):
                let known = data.accounts.catalogue.achievements.achievement(number)
                writer.field("achievement", known?.id.text)
            }
            writer.field("message", details.message)
            writer.field("replay", details.replay)
            writer.field("state", challenge.state.name)
            writer.field("issued", challenge.issued)
        }
    }
}
