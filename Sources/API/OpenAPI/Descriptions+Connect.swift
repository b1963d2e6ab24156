extension Descriptions {
    /// What teams configure, moderate, import and read of their apps.
    static let connect = """
        $schema: The address of the JSON Schema of such files, for editors. The server doesn't read it.
        action: What was done, as OBJECT.VERB, such as `leaderboard.create`.
        actor: The player who acted. Null: none did.
        after: The `next` of the previous page. Left out: from the beginning.
        apps: The apps.
        bans: The banned players.
        PlayerExport.bans: The bans of the player.
        best: The best value in it.
        bins: The bins, worst scores first.
        by: What acted: a `player`, a `key`, the `operator`, or the `server` by a rule.
        bytes: The number of bytes.
        challengeDefinitions: The app's challenge definitions. Left out: they stay as they are.
        challengeMutes: Whose challenges the player has muted.
        challengesBeaten: The number of challenges that were completed.
        challengesSent: The number of challenges that were sent.
        change: The position of the change in `changes`, from 0.
        changes: What changes, a sentence each, in the order in which it's done.
        AuditEntry.changes: What changed, before and after, in short.
        claims: The links, one for each player.
        count: How many.
        DistributionBin.count: The number of entries in it.
        day: When the day began, in UTC.
        decision: What a moderator decided. Null: nothing yet.
        ReviewDecision.decision: What the moderator decides: `accept` (it stays, and a held score gets ranked) or
          `reject` (it's removed).
        deliveries: The deliveries, newest first.
        documents: Responses of the App Store Connect API as they came: JSON:API documents with `data` and `included`.
        durationMinutes: How long an occurrence is, in minutes: 5 minutes to 30 days.
        endOldSecrets: Whether secrets from before stop signing at once. Left out: they sign for 24 hours.
        event: What happened: `test`, or the kind of the notice.
        events: What the webhook is told: `challengeReceived`, `challengeCompleted`, `challengeDeclined`,
          `achievementEarned`, `overtaken` (a friend has passed), `matchTurn`, `matchInvited`, `matchTurnEnding` (time
          is almost over), `matchReminder`, `matchEnded`, `matchExchange`, `matchExchangeCompleted`,
          `matchExchangeCanceled`, `groupChallengeInvited`, `groupChallengeJoined`, `groupChallengeOvertaken`,
          `groupChallengeEnding`, `groupChallengeEnded`.
        everything: Wipe all Sandbox data of the app. One of the four is given.
        evidence: What was reported, as the reporter saw it; of a photo, its ID.
        fields: Each field that changes.
        formatOverride: Another format for this language, with the words of `format`. Left out: the leaderboard's own.
        formerIDs: IDs of leaderboards of this app that were moved into this group.
        guests: How guests are ranked: `shown` (like anyone) or `afterUpgrade` (their scores wait until they have an
          account).
        hiddenEntries: How many more entries the range hides now.
        highest: The highest value that is accepted.
        holdsScores: Whether every score is held until a moderator accepts it.
        imported: The number of scores that were imported, or would be.
        images: The images.
        AppConfiguration.images: The app's images. Those that aren't named stay as they are.
        imports: Who the player was elsewhere.
        into: The ID of the group that it moves into. It begins with `grp.`.
        isBanned: Whether the player is banned from the team's apps.
        isBannedEverywhere: Whether the player is banned from the whole server.
        isConflicting: Whether other versions have the same name.
        isEnabled: Whether messages are sent. Left out: true.
        isPlan: Whether it's only a plan: nothing was changed.
        isRemoved: Whether the score is removed. False brings it back.
        AppStoreConnectNote.kind: What Laurel does otherwise: `id-not-taken`, `format-unknown`, `default-no-more`,
          `recurrence`, `group`, `activity-properties`, `range-empty`, `range-open`, `leaderboards-missing`,
          `achievements-missing`, `language-missing`, `language-from`, `left-out` or `more-pages`. `sentence` says it in
          words.
        Review.kind, ReviewWithReports.kind: What is under review: a `score`, or what was reported: a `name`, `photo`,
          `message` or `status`.
        known: How many of them an earlier import has brought.
        language: The language, as a BCP 47 tag such as `en` or `zh-Hans`.
        lastAttempt: When the last attempt was. Null: none yet.
        lastFailure: Why the last attempt got no response, in English. Empty: it got one.
        lastReason: The same as a word: `off` (the webhook is off), `address` (its URL isn't allowed) or `unreached`.
          Null: there was a response, or no attempt yet.
        lastStatus: The HTTP status of the last response. Null: none came.
        leapOverBestPercent: Flags a score that is better than the player's best by more than this many percent of it.
          Null: off.
        leapOverBoardSpreads: Flags a score that is more than this many IQRs beyond the best quartile of the entries.
          Null: off.
        AppActivity.links, ActivityChange.links, NewActivity.links: What some of the leaderboards and achievements that
          link here say of the properties.
        localizations: The texts, by language: at least the app's default language.
        lowest: The lowest value that is accepted.
        maker: Who made it. Null: the operator, or an administrator of the server.
        matchAliases: Whether a player whom no import has brought yet is the account with their alias. For
          administrators of the server. Left out: false.
        members: The team's members.
        moderation: Which scores are held or flagged. Left out: it stays as it is.
        newPlayers: The number of guests made for players who are unknown here.
        notMapped: What Apple has and Laurel doesn't, or does otherwise.
        note: What the moderator wrote. May be empty.
        ReviewDecision.note, ScoreModeration.note: A note for the audit log. Left out: none.
        oldSecretsUntil: Until when messages are signed with an older secret, too. Null: they aren't.
        owner: The alias of the first owner. Only for administrators of the server. Left out: the caller.
        parts: IDs of the leaderboards that a combined one shows: classic ones with the same format and sort order.
          Empty: it isn't combined.
        percentiles: The values that 10, 25, 50, 75, 90 and 99 percent of the entries don't exceed.
        DistributionMark.percent: The percentage of entries.
        place: Where the image belongs: `icon`, `screenshots/1`, `leaderboards/HighScores/en`.
        plausibleRange: Flags a score outside this range. Null: off.
        range: The values that are accepted. Null: any.
        reason: Why, for moderators.
        AbuseReport.reason, FiledReport.reason, PlayerExportReport.reason: Why it was reported: `offensive`,
          `harassment`, `impersonation`, `personalInformation`, `spam` or `other`.
        RefusedScore.reason: What is wrong, and what to do.
        reasons: The rules that put it here, and what they saw.
        recurrence: When occurrences begin and end. Null: the leaderboard isn't recurring.
        referenceName: The developers' own name for it. Left out: its ID.
        renewSecret: Whether to make a new secret. Left out: false.
        reportCount: The number of reports of it.
        reports: The reports.
        requires: What a score must come with: `none` (a log is checked if there is one), `replay` (a log) or `ticket`
          (a log with a ticket: played in real time). Left out: `none`.
        requiresTwoFactor: Whether members must have two-factor authentication.
        restartMinutes: The minutes from the start of one occurrence to the next: not less than `durationMinutes`, at
          most 366 days.
        reviews: The items to review, oldest first.
        rights: What the caller can do in the team: `view`, `configure`, `release`, `wipe`, `moderate`, `export`,
          `importScores`, `audit` (read the audit log), `manageMembers`, `manageKeys`, `manageTeam`.
        row: The position in the request, from 0.
        rule: Why it's here: `held` (the leaderboard holds every score), `outOfPlausibleRange`, `tooSoonAfterTheLast`,
          `leapOverOwnBest`, `leapOverBoard`, or `reported` by a player.
        DistributionMark.score: The value that so many percent don't exceed.
        Review.score, ReviewWithReports.score: The score. Null: a player reported something else.
        ScoreImport.scores: The scores: all are imported, or none.
        sections: What else goes, or went.
        sentence: The same in words.
        sequence: The score's position in the journal, by which it's removed and restored.
        sharedWith: Bundle IDs of the other apps that share the group. Empty: it isn't shared.
        shares: The pages that the player made public.
        shortestIntervalSeconds: Flags a score whose date is closer to the player's last one than this many seconds.
          Null: off.
        simulator: The name of the simulator that replays the logs.
        simulators: The simulators that the app's developers have uploaded.
        size: The number of bytes.
        sku: The developers' own number for the app.
        HeldScore.state: Why it isn't ranked: `pending` (a moderator hasn't decided, or the guest has no account yet) or
          `rejected`.
        InspectedScore.state: Whether it counts: `counted`, `removed` or `held`.
        steps: The same as `changes`, for sentences in other languages.
        PlannedStep.kind: What is done: `create-app`, `change-app`, `create-leaderboard`, `change-leaderboard`,
          `create-set`, `change-set`, `create-achievement`, `change-achievement`, `create-activity`, `change-activity`,
          `create-challenge-definition`, `change-challenge-definition`, `web-origins`, `order-leaderboards`,
          `order-achievements`, `order-both` or `policy` (moderation).
        PlannedStep.id: The ID of what is made or changed. Null: the app's own moderation, its web origins, an order, or
          a change of the app.
        PlannedStep.values: Of `web-origins`, the origins. Of `change-app`, what changes: `name`, `sku`,
          `default-language`, `link`, `game-center-on`, `game-center-off`, `guests-on`, `guests-off`,
          `desktop-on`, `desktop-off`, `archive`, `unarchive`, `localizations` or `release`. Empty otherwise.
        Review.state, ReviewWithReports.state: Where it stands: `pending`, `accepted` or `rejected`.
        WebhookDelivery.state: Where it stands: `waiting` for an attempt, `delivered`, or `dead` (all attempts failed).
        AppStoreConnectNote.subject: What it's about: a `leaderboard`, `set`, `achievement`, `activity` or `challenge`,
          a type of `resource`, or a `document` of those that were sent.
        AuditEntry.subject: What it was done to: an ID or a name.
        Review.subject, ReviewWithReports.subject: What was reported: of a message, the ID that the report named. Empty:
          there's one alone. Null: a score.
        target: Where to send the file with PUT, as a path of this server.
        NewApp.team: The ID of the team that the app belongs to. Left out: the only team that the caller is in.
        PlayerExportBan.team: The ID of the team whose apps the ban is for. Null: the whole server, or the team was
          deleted.
        PlayerExportMembership.team: The team's name. Null: it was deleted.
        teamID: The team's ID.
        AuditEntry.teamID: The team's ID. Null: it's about none.
        teamName: The team's name.
        teams: The caller's teams.
        PlayerExport.teams: The teams that the player is in.
        AbuseReport.text: What the reporter says about it. Left out: nothing.
        FiledReport.text, PlayerExportReport.text: What the reporter said about it. May be empty.
        thing: What is reported: a `name`, `photo`, `message` or `status`.
        time: When it happened.
        InspectedScore.time: When the score arrived.
        untouched: IDs of leaderboards that the file doesn't name and that stay as they are.
        uploaded: When it was uploaded.
        uploads: Images that are to be sent next, one by one.
        Webhook.url, WebhookState.url: The `https://` address that messages are sent to.
        NewKey.days: For how many days the key works: at most 366. Left out: 90.
        values: The numbers and languages in the sentence, in its order.
        ReviewReason.values: What the rule saw, for a sentence in another language. Left out of `reported`.
        ReviewValues.value: The score.
        ReviewValues.minimum: The lowest plausible score. Of `tooSoonAfterTheLast`: the shortest interval between two
          scores, in milliseconds.
        ReviewValues.maximum: The highest plausible score.
        ReviewValues.apart: How long after the player's last score it came, in milliseconds.
        ReviewValues.best: The player's best score. Of `leapOverBoard`: the worst score of the leaderboard's best
          quarter.
        ReviewValues.percent: By how many percent of the best a score can be better.
        ReviewValues.spreads: How many IQRs beyond the best quartile a score can be.
        ReviewValues.isHeldBefore: Whether the score was held before its player signed in to this account. Only of
          `held`.
        verdict: What becomes of the word: `blocked` or `allowed`.
        WordChange.verdict: What becomes of the word: `blocked`, `allowed`, or `asDelivered` (as the built-in list has
          it).
        InspectedEntries.version: The leaderboard's version: a position in the journal.
        webOrigins: Origins whose pages can call the game's routes, such as `https://hop.example`.
        word: The word.
        words: The words that differ from the built-in list.
        worst: The worst value in it.
        """
}
