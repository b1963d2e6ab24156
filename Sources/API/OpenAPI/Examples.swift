import LaurelWire

/// What stands for some fields in the examples of the OpenAPI document, so that the fields of one fit one another, and
/// all tell of the same player, game and leaderboard. Other fields have what their schemas give.
///
/// The keys are those of ``Descriptions``, and the values are JSON; nothing leaves a field out.
enum Examples {
    static func example(of field: String, in object: String) -> Schema.Notes.Example? {
        key(of: field, in: object).flatMap { parsed[$0] }
    }

    /// The key of a field's example; nil if its schema gives it.
    static func key(of field: String, in object: String) -> String? { table.key("\(object).\(field)", field) }

    /// By their keys. What is no JSON isn't there, which a test finds.
    static let parsed: [String: Schema.Notes.Example] = {
        var parsed: [String: Schema.Notes.Example] = [:]
        for (key, text) in table.entries {
            do throws(JSONError) {
                let example: Schema.Notes.Example =
                    try text.isEmpty ? .leftOut : .value(JSONValue(json: Array(text.utf8)))
                parsed[key] = example
            } catch {}
        }
        return parsed
    }()

    static let table = NamedTexts(
        """
        Player.id = "G:1000001"
        Player.teamPlayerID =
        playerID = "G:1000002"
        NewFriendRequest.alias = "sparrow"
        Claim.player = "9C1E4A7B2D"
        Ticket.player = "G:1000001"
        Challenge.receiver, IssuedChallenge.receiver = {"id": "G:1000002", "alias": "sparrow", "displayName": "sparrow"}
        FriendRequest.player, FriendRequestOutcome.player = {"id": "G:1000002", "alias": "sparrow", "displayName":
          "sparrow"}
        FriendSuggestion.player, Notice.about = {"id": "G:1000002", "alias": "sparrow", "displayName": "sparrow"}
        AuditEntry.player, WebhookMessageData.about = {"id": "G:1000002", "alias": "sparrow", "displayName": "sparrow"}
        Friends.friends, Likes.friends = [{"id": "G:1000002", "alias": "sparrow", "displayName": "sparrow"}]
        BlockedPlayers.players = [{"id": "G:1000003", "alias": "mallory", "displayName": "mallory"}]
        NewChallenge.players, NewGroupChallenge.players, ChallengeablePlayers.players = ["G:1000002"]
        NewMatch.players, PlayerExport.friends = ["G:1000002"]
        PlayerExport.blocked = ["G:1000003"]
        AbuseReport.player, ChallengeMute.player, PlayerExportChallengeMute.player = "G:1000002"
        PlayerExportChallenge.player, PlayerExportFriendRequest.player, PlayerExportReport.player = "G:1000002"
        PlayerExportNotice.about = "G:1000002"
        PlayerExportProfile.id = "G:1000001"
        AppConfiguration.$schema = "./app.schema.json"
        Session.bundleID, NewPlayer.bundleID, CurrentPlayer.bundleID = null

        rank = 3
        GroupChallengePlayer.rank = 1
        percentile = 95
        total = 40
        Friends.total, Likes.total = 1
        value = 1234
        ActivityProperty.value = "jungle"
        formatted = "1,234 m"
        context = 0
        version = 7
        MatchMove.version, EndTurn.version, EndMatch.version, MatchData.version, QuitMatch.version = 3
        Match.version, AppMatch.version = 3
        sequence = 4711
        waiting = 0
        isArchived = false
        isHidden = false
        isRepeatable = false
        isHeld = false
        isRepeat = false
        isDateClamped = false
        isPlaceholder = false
        isConflicting = false
        achievementsEarned = []
        challengesCompleted = []
        challengesSentBack = []
        EntryPage.occurrence, Leaderboard.occurrence = null
        nextReset = null
        nextStart = null
        AppLeaderboard.recurrence, ChangedLeaderboard.recurrence, Leaderboard.recurrence = null
        AppLeaderboard.parts, ChangedLeaderboard.parts, Leaderboard.parts = []
        AppLeaderboard.sharedWith, ChangedLeaderboard.sharedWith = []
        LeaderboardChange.sharedWith =
        ScoreRange.lowest = 0
        ScoreRange.highest = 100000
        hiddenEntries = 0
        Occurrence.end = "2026-11-22T12:00:00.000Z"
        Game.matchRules = null
        points = 10
        maximumPoints = 10
        playerCount = 40
        percentComplete = 100
        descriptionBefore = "Finish a run."
        descriptionAfter = "You finished your first run."
        AppMatches.next, AuditPage.next, Challenges.next, ClaimPage.next, EntryPage.next, FoundPlayers.next = null
        GroupChallenges.next, Inbox.next, InspectedScores.next, Matches.next, Reviews.next = null
        WebhookDeliveries.next = null

        Challenge.state, IssuedChallenge.state, PlayerExportChallenge.state = "pending"
        Challenge.achievement, ChallengeLink.achievement, IssuedChallenge.achievement = null
        Share.achievement, SharedPage.achievement = null
        Challenge.settled, IssuedChallenge.settled = null
        PlayerExportChallenge.achievement, PlayerExportShare.achievement =
        PlayerExportShare.message, PlayerExportShare.expires = null
        Share.isChallenge, SharedPage.isChallenge = false
        Share.message, Share.expires, Share.usesLeft = null
        ChallengeLink.url = "https://games.example/challenge/00112233445566778899aabbccddeeff#7QK2-M9XA-0TBC-41ZE"
        usesLeft = 10
        expires = "2026-12-21T12:00:00.000Z"
        ends = "2026-11-28T12:00:00.000Z"
        GroupChallenge.rematch, GroupChallenge.rematchOf, GroupChallenge.ghost, GroupChallenge.watch = null
        GroupChallenge.triesLimit = 3

        minPlayers = 2
        maxPlayers = 4
        NewMatch.maxPlayers, NewMatch.minPlayers, NewMatch.defaultNumberOfPlayers = 2
        group = 0
        NewMatch.attributes = 0
        Match.state = "turn"
        Match.seat, MatchTurn.seat, Exchange.sender = 0
        MatchTurn.due = "2026-11-28T12:00:00.000Z"
        MatchTurn.claimable = "2026-12-12T12:00:00.000Z"
        AppMatch.nextDeadline = "2026-11-28T12:00:00.000Z"
        Exchange.due = "2026-11-22T12:00:00.000Z"
        Match.participants, AppMatch.participants = [{"status": "active", "player": {"id": "G:1000001", "alias":
          "jungle-jim", "displayName": "jungle-jim"}, "outcome": 0, "lastTurn": null, "askedToQuit": null}, {"status":
          "active", "player": {"id": "G:1000002", "alias": "sparrow", "displayName": "sparrow"}, "outcome": 0,
          "lastTurn": "2026-11-21T12:00:00.000Z", "askedToQuit": null}]
        Match.ended, AppMatch.ended, Match.rematch, Match.invitation, AppMatch.refused, Exchange.completed = null
        Match.exchanges, Exchange.replies = []
        AppMatch.activeExchanges, AppMatch.completedExchanges = 0
        byteCount = 3
        MatchMessage.key, MatchMessageOfSeat.key = "yourMove"
        MatchMessage.arguments, MatchMessageOfSeat.arguments = []
        EndMatch.outcomes = [2, 3]
        MatchParticipant.lastTurn, MatchParticipant.askedToQuit = null
        MatchParticipant.outcome = 0
        MatchParticipant.status = "active"
        MatchActivity.players = 5

        Notice.kind, PlayerExportNotice.kind, Muted.kind, NotificationChoice.kind = "challengeReceived"
        WebhookMessage.type, WebhookDelivery.event = "challengeReceived"
        Notice.subject, PlayerExportNotice.subject, WebhookMessageData.subject = "C:_00112233445566778899aabbccddeeff"
        Notice.details = {"leaderboard": "HighScores", "title": "High Scores", "value": 1234}
        WebhookMessageData.details = {"leaderboard": "HighScores", "value": 1234}
        Notice.isRead, PlayerExportNotice.isRead = false
        WebhookDelivery.state = "delivered"
        WebhookDelivery.due = null
        WebhookDelivery.lastStatus = 200
        WebhookDelivery.lastFailure = ""
        WebhookDelivery.lastReason = null
        WebhookState.oldSecretsUntil = null
        PushSubscription.expirationTime = null
        QuietHours.to, PlayerExportQuietHours.to = "07:00"

        isAdministrator = false
        isGuest = false
        isUnderage = false
        isMultiplayerGamingRestricted = false
        isPersonalizedCommunicationRestricted = false
        forbidsStrangers = false
        forbidsMessages = false
        hasGuardian = false
        Profile.birthYear, Restrictions.birthYear = 1990
        MailAddress.pending, PlayerExportProfile.pendingMailAddress = null
        cookie = false
        expiresIn, expires_in = 600
        interval = 5
        recoveryCodesLeft = 8
        GameCenterProof.timestamp, IdentityProof.timestamp = 1795262400000
        MergedScore.game = "MonkeyJump"
        MergedScore.accountValue = 1234
        MergedScore.accountFormatted = "1,234 m"
        MergedScore.guestValue = 987
        MergedScore.guestFormatted = "987 m"
        isBanned = false
        isBannedEverywhere = false
        role = "developer"
        PlayerExportChallenge.role = "received"
        AuditEntry.key = null
        AuditEntry.action = "leaderboard.update"
        ActivityDay.day = "2026-11-21T00:00:00.000Z"
        ActivityDay.scores = 120
        ActivityDay.players = 40
        ActivityDay.challengesSent = 12
        ActivityDay.challengesBeaten = 7
        DistributionBin.worst = {"value": 1000, "formatted": "1,000 m"}
        DistributionBin.best = {"value": 1249, "formatted": "1,249 m"}
        DistributionBin.count = 12
        DistributionMark.percent = 75
        isPlan = false
        ChangedField.change = 0
        AppStoreConnectPlan.changes, ConfigurationPlan.changes = ["change leaderboard HighScores"]
        PlannedStep.kind = "change-leaderboard"
        PlannedStep.values = []
        untouched = []
        uploads = []
        AppStoreConnectNote.kind = "recurrence"
        AppStoreConnectNote.values = []
        known = 0
        ScoreImportResult.refused = []
        ReviewReason.rule = "outOfPlausibleRange"
        ReviewReason.sentence = "1234 is outside the plausible range, 0 to 1000."
        Review.subject, Review.decision = null
        reportCount = 1
        Review.reportCount = 0
        ReviewWithReports.kind = "name"
        ReviewWithReports.score, ReviewWithReports.bundleID, ReviewWithReports.environment = null
        ReviewWithReports.decision = null
        ReviewWithReports.reasons = [{"rule": "reported", "sentence": "A player reported it."}]
        ReviewWithReports.subject = ""
        SavedGame.bytes = 2048
        Simulator.size = 40960
        WipedLeaderboard.entries = 40
        WipedSection.count = 40
        """, separator: "=")
}
