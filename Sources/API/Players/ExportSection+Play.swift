import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What they played, what they were told, and whom they know.
extension ExportSection {
    static let friends = list(PlayerExportAnswer.friends) { list throws(ExportFailure) in
        for friend in try await list.export.relations().friends { try await list.append(list.export.id(friend)) }
    }

    static let blocked = list(PlayerExportAnswer.blocked) { list throws(ExportFailure) in
        for player in try await list.export.relations().blocked { try await list.append(list.export.id(player)) }
    }

    static let friendRequests = list(PlayerExportAnswer.friendRequests) { list throws(ExportFailure) in
        let export = list.export
        let requests = try await export.relations().requests
        for (rows, isSent) in [(requests.sent, true), (requests.received, false)] {
            for row in rows {
                try await list.append(
                    PlayerExportAnswer.FriendRequest(
                        isSent: isSent, player: export.id(row.player), message: row.message, created: row.created))
            }
        }
    }

    static let friendInvitations = list(PlayerExportAnswer.friendInvitations) { list throws(ExportFailure) in
        let export = list.export
        for invitation in try await export.relations().invitations {
            try await list.append(
                PlayerExportAnswer.FriendInvitation(
                    id: invitation.id, created: invitation.created, expires: invitation.expires,
                    usesLeft: invitation.usesLeft))
        }
    }

    static let friendListConsents = list(PlayerExportAnswer.friendListConsents) { list throws(ExportFailure) in
        let export = list.export
        for app in export.data.accounts.catalogue.apps() {
            let consent = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.consent(of: export.player, to: app)
            }
            guard consent != .notDetermined else { continue }
            try await list.append(PlayerExportAnswer.FriendListConsent(bundleID: app.bundleID, consent: consent))
        }
    }

    static let likes = list(PlayerExportAnswer.likes) { list throws(ExportFailure) in
        let export = list.export
        let likes = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.likes(by: export.player)
        }
        for like in likes {
            guard let app = export.data.accounts.catalogue.app(like.app) else { continue }
            try await list.append(PlayerExportAnswer.Like(bundleID: app.bundleID, since: like.since))
        }
    }

    static let imports = list(PlayerExportAnswer.imports) { list throws(ExportFailure) in
        let export = list.export
        let players = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.foreignIdentities(of: export.player)
        }
        for player in players {
            guard let app = export.data.accounts.catalogue.app(player.app) else { continue }
            try await list.append(PlayerExportAnswer.Import(bundleID: app.bundleID, player: player.id))
        }
    }

    static let scores = list(PlayerExportAnswer.scores) { list throws(ExportFailure) in
        let export = list.export
        let reader = ExportPlayerScores(export.data.keeper)
        var cursor = ExportPlayerScores.Cursor()
        while let scores = try await export.reading({ () throws(ExportPlayerError) in
            try await reader.next(of: export.player, &cursor)
        }) {
            for score in scores {
                try await list.append(
                    PlayerExportAnswer.Score(
                        bundleID: score.bundleID, environment: score.environment, leaderboard: score.leaderboard,
                        value: score.value, context: score.context, date: score.date, submitted: score.submitted,
                        id: score.id))
            }
        }
    }

    static let defaultLeaderboards = list(PlayerExportAnswer.defaultLeaderboards) { list throws(ExportFailure) in
        let export = list.export
        let catalogue = export.data.accounts.catalogue
        for app in catalogue.apps() {
            guard let number = catalogue.defaults.leaderboard(of: export.player, in: app.number) else { continue }
            try await list.append(
                PlayerExportAnswer.DefaultLeaderboard(
                    bundleID: app.bundleID, leaderboard: export.leaderboardID(number)))
        }
    }

    static let achievements = list(PlayerExportAnswer.achievements) { list throws(ExportFailure) in
        let export = list.export
        for (app, environment) in export.environments {
            let reported = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.progress(of: export.player, in: app, environment)
            }
            for progress in reported {
                try await list.append(
                    PlayerExportAnswer.Achievement(
                        bundleID: app.bundleID, environment: environment,
                        achievement: export.achievementID(progress.achievement), percentComplete: progress.percent,
                        timesEarned: Int(progress.timesEarned), firstEarned: progress.firstEarned,
                        lastReported: progress.lastReported))
            }
        }
    }

    static let challenges = list(PlayerExportAnswer.challenges) { list throws(ExportFailure) in
        let export = list.export
        for role in ChallengeRole.allCases {
            for environment in Environment.allCases {
                var last: ChallengeNumber?
                while true {
                    let page = try await export.reading { [last] () throws(ExportPlayerError) in
                        try await export.records.challenges(of: export.player, role, environment, before: last)
                    }
                    guard let end = page.last else { break }
                    last = end.challenge.number
                    for details in page { try await list.append(export.answer(details, role)) }
                }
            }
        }
    }

    static let challengeMutes = list(PlayerExportAnswer.challengeMutes) { list throws(ExportFailure) in
        let export = list.export
        let mutes = try await export.reading { () throws(ExportPlayerError) in
            try await export.records.mutes(of: export.player)
        }
        for mute in mutes {
            try await list.append(
                PlayerExportAnswer.ChallengeMute(
                    player: mute.sender.map { export.id($0) },
                    leaderboard: mute.leaderboard.flatMap { export.leaderboardID($0) }))
        }
    }

    static let savedGames = list(PlayerExportAnswer.savedGames) { list throws(ExportFailure) in
        let export = list.export
        for (app, environment) in export.environments {
            let versions = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.savedGames(of: export.player, in: app, environment)
            }
            for version in versions {
                let data = try await export.reading { () throws(ExportPlayerError) in
                    try await export.records.data(of: version.id, of: export.player, in: app, environment)
                }
                guard let data else { continue }
                try await list.append(
                    PlayerExportAnswer.SavedGame(
                        bundleID: app.bundleID, environment: environment, id: version.id, name: version.name.text,
                        deviceName: version.deviceName, modified: version.modified, data: data))
            }
        }
    }

    /// The logs that are kept with scores.
    static let replays = list(PlayerExportAnswer.replays) { list throws(ExportFailure) in
        let export = list.export
        let catalogue = export.data.accounts.catalogue
        for stored in try await export.reading({ () throws(ExportPlayerError) in
            try await export.records.replays(of: export.player)
        }) {
            let replay = try await export.reading { () throws(ExportPlayerError) in
                try await export.records.replay(stored)
            }
            guard let replay, let leaderboard = catalogue.target(of: replay.leaderboard) else { continue }
            try await list.append(
                PlayerExportAnswer.Replay(
                    bundleID: export.bundleID(leaderboard.app), environment: replay.environment,
                    leaderboard: leaderboard.id, value: replay.value, verification: replay.verification,
                    data: replay.log))
        }
    }

    static let notices = list(PlayerExportAnswer.notices) { list throws(ExportFailure) in
        let export = list.export
        let reader = ExportNotices(export.data.accounts)
        let notices = try await export.reading { () throws(ExportPlayerError) in try await reader(of: export.player) }
        for notice in notices {
            let content = notice.content
            try await list.append(
                PlayerExportAnswer.Notice(
                    kind: content.kind, created: content.created, bundleID: export.bundleID(content.app),
                    about: content.about.map { export.id($0) }, subject: content.subject, isRead: notice.isRead))
        }
    }
}

extension Exporting {
    fileprivate func relations() async throws(ExportFailure) -> ReadOwnRecords.Relations {
        try await reading { () throws(ExportPlayerError) in try await records.relations(of: player) }
    }

    fileprivate func answer(_ details: ChallengeDetails, _ role: ChallengeRole) -> PlayerExportAnswer.Challenge {
        let challenge = details.challenge
        var score: PlayerExportAnswer.ScoreGoal?
        var achievement: PlayerExportAnswer.AchievementGoal?
        switch challenge.goal {
        case .score(let leaderboard, let value, let context):
            score = .init(leaderboard: leaderboardID(leaderboard), value: value, context: context)
        case .achievement(let number): achievement = .init(achievement: achievementID(number))
        }
        return PlayerExportAnswer.Challenge(
            id: data.challenges.ids.id(of: challenge.number), role: role,
            player: id(role == .sent ? challenge.receiver : challenge.sender), bundleID: bundleID(challenge.app),
            environment: challenge.environment, score: score, achievement: achievement, message: details.message,
            replay: details.replay, state: challenge.state, issued: challenge.issued)
    }
}
