extension Descriptions {
    /// Games, leaderboards, scores, achievements, and the names that many things have.
    static let play = """
        achievement: The achievement's ID. Null: there's none, or it was deleted.
        AchievementReports.achievements: The reports, one per achievement: all count, or none.
        Achievements.achievements: The achievements, in the order that the developer set.
        Activity.achievements: How many of those who play have earned each achievement.
        AppAchievements.achievements: The app's achievements, in the order in which players see them.
        AppOrder.achievements: The IDs of all achievements, in the order in which players see them.
        DisplayOrder.achievements: IDs of achievements in their new order. Those that aren't named follow, in the order
          that they had.
        ActivityChange.achievements, AppActivity.achievements, NewActivity.achievements: IDs of the achievements that
          link to the activity.
        GameActivity.achievements: IDs of the achievements that link to the activity.
        AppConfiguration.achievements: The app's achievements. Left out: they stay as they are.
        EndMatch.achievements: What those who have played achieved in the match: all count with it, or the match goes
          on.
        PlayerExport.achievements: The player's progress in achievements.
        Scores.achievements: Progress in achievements, sent with the scores: all count, or none.
        SubmittedList.achievements: The results of the achievements that were sent with the scores, in their order. Left
          out: none were sent.
        achievementsEarned: IDs of achievements that the server found in the run's log, and that are newly earned.
        activities: The activities.
        AppConfiguration.activities: The app's activities. Left out: they stay as they are.
        activity: The activity's ID.
        Achievement.activity, Leaderboard.activity: The activity that it links to. Left out: none.
        allowsGuests: Whether players without an account can play as guests.
        App.allowsGuests, AppChange.allowsGuests, AppConfiguration.allowsGuests: Whether the app lets players without an
          account play as guests.
        banner: What to show for the achievement. Null unless this report earned it.
        challengeIDs: The only challenges that this can complete. Left out: any that it fits.
        challengesCompleted: IDs of the challenges that this completed.
        challengesSentBack: IDs of the challenges that went back to their senders because the score beat theirs.
        context: A 64-bit number that the game attaches and that means something to it alone. 0 unless it was given.
        date: When it happened on the device. What is sent late counts by it, up to 30 days back. Left out, or in the
          future: now.
        EntryRun.date, Entry.date, InspectedEntry.date, InspectedScore.date, HeldScore.date, ReviewedScore.date,
          PlayerExportScore.date: The date by which the score counts.
        SubmittedScore.date: The date by which the score counts.
        ImportedScore.date: When the score was made. It may be from before the leaderboard was.
        GroupChallengePlayer.date, PlayerExportGroupChallenge.date: The date of the player's best try. Null: no try yet.
        defaultLanguage: The language that is shown to readers of a language that the app doesn't have, as a BCP 47 tag.
        description: What it is about, in the reader's language. Null: nothing was written.
        AppLocalization.description: The text on the game's page, in this language.
        Localization.description: A sentence on what the leaderboard ranks, in this language.
        Game.description: The text on the game's page, in the reader's language. May be empty.
        descriptionAfter: What players read once they have earned it. Null while a hidden one wasn't reported.
        AchievementLocalization.descriptionAfter: What players read once they have earned it, in this language.
        descriptionBefore: What players read before they have earned it. Null while a hidden one wasn't reported.
        AchievementLocalization.descriptionBefore: What players read before they have earned it, in this language.
        end: When the occurrence ends.
        entries: Entries, by rank.
        WipedLeaderboard.entries: The number of entries that go, or went.
        AuditPage.entries: Entries of the audit log, newest first.
        entry: The player's entry after this score. Null: there's none, or the score is held.
        environment: The environment: `production`, which players see, or `sandbox`, which is for tests and can be
          wiped.
        DeviceAuthorizationRequest.environment, Guest.environment, GuestCodeRedemption.environment,
          NewAuthorization.environment, NewChallengeLink.environment, NewShare.environment, ProviderSignIn.environment,
          SignIn.environment, SignUp.environment: The environment: `production`, which players see, or `sandbox`, which
          is for tests. Left out: `production`.
        AbuseReport.environment: The environment of the match whose message is reported: `production`, which players
          see, or `sandbox`, which is for tests. Left out: the session's, or else `production`.
        Notice.environment, AuditEntry.environment, ListedSession.environment, PendingDevice.environment: The
          environment: `production`, which players see, or `sandbox`, which is for tests. Null: it's about none.
        Review.environment, ReviewWithReports.environment: The environment: `production`, which players see, or
          `sandbox`, which is for tests. Null: it's about none.
        environments: The environments that the game can be played in: `production` and `sandbox`.
        firstEarned: When it was first earned. Null: not yet.
        format: How values are shown: `integer`; `fixedPoint1`, `fixedPoint2`, `fixedPoint3` with so many decimals;
          `elapsedTimeMinute` and `elapsedTimeSecond` for values in seconds, `elapsedTimeCentisecond` for hundredths of
          a second; `dollarWhole`, `euroWhole`, `francWhole`, `kroneWhole`, `poundWhole`, `yenWhole` for whole units of
          money; `dollarDecimal`, `euroDecimal`, `francDecimal`, `kroneDecimal`, `poundDecimal` for hundredths of one.
          Permanent after the release.
        PlayerExport.format: How the document is to be read: `laurel-player-1`. Members can be added without a new word.
        formatted: The value as readers see it: in the leaderboard's format and the reader's language.
        Challenge.formatted, ChallengeLink.formatted, IssuedChallenge.formatted, Share.formatted, SharedPage.formatted:
          The value as readers see it, in the leaderboard's format. Null of an achievement.
        GroupChallengePlayer.formatted: The value as readers see it, in the leaderboard's format. Null: no try yet.
        game: The game.
        Notice.game: The game that the notice is about. Null: none.
        MergedScore.game, PendingDevice.game: The game's name.
        games: The games on this server.
        icon: The game's icon, in two sizes.
        id: Identifies it in requests.
        AbuseReport.id: The ID of the challenge or match whose message is reported, or `friendRequest` for a message
          with a friend request. `M:_…/invitation` is what is said with a match's invitation, `M:_…/reminder` with the
          latest reminder, and `M:_…/exchanges/1` what `player` says in an exchange.
        ReadNotices.id: The notice that was read. Either this or `upTo`.
        Score.id, ScoreOfGame.id: Drawn by the game for this score, such as a UUID. A score that is sent again with it
          counts once. Left out: each request is a score of its own.
        PlayerExportScore.id: The ID that the game gave the score. Null: none.
        Leaderboard.id, AppLeaderboard.id, ChangedLeaderboard.id, ConfiguredLeaderboard.id, NewLeaderboard.id: The
          leaderboard's ID, unique in its app and permanent.
        WipedLeaderboard.id: The leaderboard's ID.
        Achievement.id, AppAchievement.id, ConfiguredAchievement.id, NewAchievement.id: The achievement's ID, unique in
          its app and permanent.
        AchievementReport.id, AchievementShare.id, MatchAchievement.id, ReportedAchievement.id: The achievement's ID.
        AppActivity.id, GameActivity.id, LinkedActivity.id, NewActivity.id: The activity's ID, unique in its app and
          permanent.
        AppChallengeDefinition.id, ChallengeDefinition.id, NewChallengeDefinition.id: The challenge definition's ID,
          unique in its app and permanent.
        LeaderboardSet.id, ShownLeaderboardSet.id: The set's ID, unique in its app and permanent.
        Exchange.id: The exchange's ID, unique in its match.
        Player.id: The player's ID as the caller sees it: another one in each game and on the player's own pages.
        PlayerExportProfile.id: The player's ID on their own pages.
        SavedGame.id, PlayerExportSavedGame.id: The ID that the game drew for this version.
        Share.id, SharedPage.id, ChallengeLink.id, PlayerExportShare.id: The page's ID, in its address.
        WebhookDelivery.id: The message's ID, in its header `webhook-id` too: the same for every attempt.
        hasDesktopGame: Whether the game is on the desktop, too: where it has a page, this server's pages also offer
          links that open it on the device.
        image: The image to show.
        ConfiguredImage.image, Image.image, ImageUpload.image: The SHA-256 of the image file, in hexadecimal digits.
        ChallengeLink.image, Share.image, SharedPage.image: The address of the image that goes with the page, for chats
          and social networks.
        Party.image: The address of the party's image: its QR code.
        isArchived: Whether it is archived: it can be read but takes nothing new.
        Match.isArchived: Whether the match is archived: it's in no list and can only be read. Left out: no.
        isCompleted: Whether it is earned: 100 percent.
        isDateClamped: Whether the date that was sent lay in the future and was set to now.
        isDefault: Whether scores that name no leaderboard count here. One leaderboard of an app has it.
        isGameCenterEnabled: Whether Game Center is on for the app.
        isHeld: Whether the score is held: it isn't ranked until a moderator accepts it, or until its guest has an
          account.
        ReviewedScore.isHeld: Whether the score isn't ranked until it's accepted. Otherwise a rule only flagged it.
        isHidden: Whether it's hidden from players: a hidden leaderboard isn't listed, and a hidden achievement has no
          texts before it's reported.
        isNewBest: Whether the score is the player's new best.
        isPlaceholder: Whether it's the server's own drawing, because the developer gave no image.
        isReleased: Whether it is in Production. A release can't be undone.
        isRepeat: Whether it was sent before and counts once: the response is that of the first time, as it is now.
        isRepeatable: Whether it can be earned more than once.
        AppChallengeDefinition.isRepeatable, ChallengeDefinition.isRepeatable, ChallengeDefinitionChange.isRepeatable:
          Whether players choose between 1 try, 3 tries and tries without a limit. Otherwise everyone has one.
        NewChallengeDefinition.isRepeatable: Whether players choose between 1 try, 3 tries and tries without a limit.
          Otherwise everyone has one.
        kind: The leaderboard's kind: `classic` (one list that never ends), `recurring` (starts again and again) or
          `combined` (each player's best on several others, without scores of its own).
        lastReported: When progress was last reported.
        leaderboard: The leaderboard's ID. Null: there's none, or it was deleted.
        AppChallengeDefinition.leaderboard, ChallengeDefinition.leaderboard, MergedScore.leaderboard,
          PlayerExportReplay.leaderboard, SubmittedResult.leaderboard: The leaderboard's ID.
        NewChallengeDefinition.leaderboard: The leaderboard whose scores count in the challenge.
        SetLeaderboardName.leaderboard, ShownSetLeaderboardName.leaderboard: The leaderboard, one of the set, that has
          this name in it.
        ConfiguredPolicy.leaderboard: The leaderboard that these rules are for.
        ImportedScore.leaderboard: The leaderboard that the score is for.
        ActivityLink.leaderboard: The leaderboard that links to the activity. Either this or `achievement`.
        ActivityLink.achievement: The achievement that links to the activity. Either this or `leaderboard`.
        MatchScore.leaderboard, ScoreOfGame.leaderboard: The leaderboard that the score is for. Left out: the default
          leaderboard.
        DefaultLeaderboardChoice.leaderboard: The leaderboard that the player chooses. Null: the app's own default
          again.
        NewChallenge.leaderboard, NewChallengeLink.leaderboard, NewShare.leaderboard: The leaderboard of the score.
          Either this or `achievement`.
        NewChallenge.achievement, NewChallengeLink.achievement, NewShare.achievement: The achievement. Either this or
          `leaderboard`.
        Wipe.leaderboard: Wipe this leaderboard's scores. One of the four is given.
        ChallengeMuteChange.leaderboard, ChallengeMute.leaderboard, PlayerExportChallengeMute.leaderboard: The
          leaderboard whose challenges are muted. Null: all.
        leaderboardCount: The number of leaderboards that players see in lists.
        leaderboardNames: What leaderboards are called within this set. One that isn't named has its own name.
        Leaderboards.leaderboards, AppLeaderboards.leaderboards: The leaderboards, in the order that the developer set.
        LeaderboardSet.leaderboards, LeaderboardSetChange.leaderboards, ShownLeaderboardSet.leaderboards: The IDs of the
          set's leaderboards, in order.
        AppOrder.leaderboards: The IDs of all leaderboards, in the order in which players see them.
        DisplayOrder.leaderboards: IDs of leaderboards in their new order. Those that aren't named follow, in the order
          that they had.
        AppConfiguration.leaderboards: The app's leaderboards. Those that aren't named stay as they are.
        ConfiguredModeration.leaderboards: The leaderboards with rules of their own.
        WipePlan.leaderboards: What goes, or went, of each leaderboard.
        AppActivity.leaderboards, ActivityChange.leaderboards, GameActivity.leaderboards, NewActivity.leaderboards: IDs
          of the leaderboards that link to the activity.
        link: The address of the page where the game is played. Null: none.
        local: The caller's own entry, whatever its rank. Null: there's none in this scope, or nobody is signed in.
        matchRules: How many players a match takes, if the server judges the game's matches. Null: it judges none.
        maximumPoints: The points that all achievements give together.
        name: The name.
        Game.name, ChallengeGame.name, NoticeGame.name: The game's name, in the reader's language.
        AuthorizationRequest.name: The game's name.
        Leaderboard.name, ShownLeaderboardSet.name, ShownSetLeaderboardName.name: The name, in the reader's language.
        AppLocalization.name, Localization.name, SetLocalization.name, SetLeaderboardName.name: The name, in this
          language.
        ActivityProperty.name: The property's name, unique in its activity. Not `activity` or `partyCode`.
        App.name, AppConfiguration.name, NewApp.name, AppChange.name: The app's name.
        AppStoreConnectNote.name: What Apple's documents call it.
        ImportedScore.name: What the player was called there: the first choice for the guest's name.
        ProviderLink.name: The provider's name. Null: it isn't set up any more, so it signs nobody in.
        Key.name, MadeKey.name, NewKey.name: The key's name, for people.
        NewTeam.name, Team.name, TeamChange.name: The team's name.
        SavedGame.name, PlayerExportSavedGame.name: The name that the player sees.
        Simulator.name: The name that a leaderboard's `replays` gives it.
        WipedSection.name: What it is, such as `achievements`.
        next: What the parameter `before` of the next page is. Null: there are no more.
        EntryPage.next: What `cursor` of the next page is. Null: there are no more.
        Reviews.next, FoundPlayers.next: What the parameter `after` of the next page is. Null: there are no more.
        ClaimPage.next: What `after` of the next page is. Null: there are no more.
        EndTurn.next: Seats, in the order in which they get the turn: the first that can play has it, the others are the
          order of fallback.
        QuitMatch.next: In turn: the seats that get the turn, in order of fallback.
        nextReset: When the running occurrence ends. Null: none is running, or the leaderboard isn't recurring.
        nextStart: When the next occurrence begins. Null: the leaderboard isn't recurring.
        Icon.normal: The address of the image with 1,024 pixels a side, as a path of this server.
        Photo.normal: The address of the image with 512 pixels a side, as a path of this server.
        number: The occurrence's number, from 1.
        occurrence: The occurrence of a recurring leaderboard. Null: the leaderboard isn't recurring, or none is
          running.
        percent: The percentage of those who play. Null: nobody plays yet.
        percentComplete: How much of it is done, in percent. 100 earns it.
        percentile: The percentage of entries that it's at least as good as, rounded down.
        player: The player.
        Ticket.player: The ID of the player whom the ticket is for. Nobody else's run is live by it.
        playerCount: The number of players of the game who have scored or reported.
        players: The players.
        Players.players: Those of the players asked for that exist, in any order.
        points: The points that it gives. All achievements of an app give at most 1,000.
        Achievements.points: The points that the reader has earned.
        progress: The player's progress. Null: nothing was reported.
        rank: The position, best first, from 1. No two players share one.
        ChallengeLink.rank, Share.rank, SharedPage.rank, PlayerExportShare.rank: The rank at the moment of sharing. Null
          of an achievement.
        GroupChallengePlayer.rank: The position by best tries, from 1. Null without a try.
        rarityPercent: The percentage of the game's players who have earned it. Null: nobody plays yet.
        replay: The run's log, in base64, at most 256 KiB. It's needed where the leaderboard requires one.
        Challenge.replay, IssuedChallenge.replay, SharedPage.replay: The run's log, which can be fetched. Null: there's
          none.
        EntryRun.replay: The run's log, which can be fetched.
        PlayerExportChallenge.replay: The SHA-256 of the log that came with it, in hexadecimal digits. Null: none.
        replays: How scores are checked by replaying their runs. Null: they aren't.
        PlayerExport.replays: The logs that were submitted with scores.
        reportID: Drawn by the game for this report, such as a UUID. A report that is sent again with it counts once.
        results: The results, in the order of the request.
        runs: The runs that can be watched or raced, of the players asked for.
        score: The score, as the server took it.
        scores: The scores.
        ActivityDay.scores: The number of scores that arrived.
        Scores.scores: The scores, at most 100: all count, or none.
        EndMatch.scores: Scores of those who have played: all count with the match, or it goes on.
        HeldScores.scores: The caller's own scores that aren't ranked, or were rejected.
        MergePreview.scores: The best scores of both, by leaderboard.
        screenshots: The addresses of the screenshots, in order.
        seed: The random seed that the run must use.
        sets: The leaderboard sets, in order.
        AppConfiguration.sets: The app's leaderboard sets. Left out: they stay as they are.
        sha256: The SHA-256 of the bytes, in hexadecimal digits.
        Icon.small: The address of the image with 256 pixels a side, as a path of this server.
        Photo.small: The address of the image with 128 pixels a side, as a path of this server.
        Image.small: The address of a smaller one, as a path of this server. Null: there's none.
        sortOrder: Which values are better: `highToLow` (higher ones) or `lowToHigh` (lower ones). Permanent after the
          release.
        start: When the occurrence begins.
        Recurrence.start: When the first occurrence begins.
        submissionType: Which score counts: `best` (the player's best) or `mostRecent` (the one with the latest date).
        submitted: When the server took the score.
        subtitle: A short line below the game's name. May be empty.
        suffixPlural: What follows a value other than 1, in this language, such as ` points`. A space in front is part
          of it. Left out: as `suffixSingular`.
        suffixSingular: What follows the value 1, in this language, such as ` point`. Left out: as `suffixPlural`.
        ticket: The ticket, in base64. The game writes it into its log's header.
        timesEarned: How often it was earned.
        title: The title, in the reader's language.
        Achievement.title: The title, in the reader's language. Null while a hidden one wasn't reported.
        AchievementLocalization.title, ActivityLocalization.title: The title, in this language.
        Challenge.title, ChallengeLink.title, IssuedChallenge.title, Share.title, SharedPage.title: The title of the
          leaderboard or the achievement, in the reader's language. Null: it was deleted.
        GroupChallenge.title: The definition's title, in the reader's language. Null: it was deleted.
        MergedScore.title: The leaderboard's name.
        Problem.title: What happened, for people, in English. It may change.
        DeviceAuthorizationRequest.title, DeviceGrantRequest.title: A name for the device that its player recognizes.
        total: The number of entries in this scope.
        Submitted.total, SubmittedResult.total: The number of the leaderboard's entries.
        Friends.total: The number of friends in the whole list.
        Likes.total: The number of friends who like the game.
        Distribution.total: The number of entries.
        Image.url, Picture.url: The address of the image, as a path of this server. It names the bytes, so what was
          loaded never changes.
        value: The score, as an integer in the leaderboard's unit: 1234 for 123.4 with one decimal, hundredths of a
          second for centiseconds.
        Challenge.value, ChallengeLink.value, IssuedChallenge.value: The score to beat. Null: it's about an achievement.
        Share.value, SharedPage.value: The score, in the leaderboard's unit. Null: it's about an achievement.
        PlayerExportChallenge.value, PlayerExportShare.value: The score, in the leaderboard's unit. Left out: it's about
          an achievement.
        NewChallenge.value: The score to beat. Left out: the caller's entry.
        NewChallenge.context: The context of the score to beat. Left out: that of the caller's entry, if it has this
          value.
        GroupChallengePlayer.value, PlayerExportGroupChallenge.value: The best try, in the leaderboard's unit. Null: no
          try yet.
        ActivityProperty.value: The property's value.
        verification: How the run was checked: `verified` (replaying its log gives this score), `live` (the same, and
          its ticket shows that it was played in real time), or null (it wasn't).
        version: The leaderboard's version: a position in the journal. Give it as `version` in the next request to see
          nothing older.
        ReportedAchievements.version, SubmittedList.version, Version.version: The journal's position after this. Give it
          as `version` to see nothing older.
        waiting: The number of scores and reports that still wait in the device's queue after this. The dates of late
          ones are believed only from devices that give it.
        ScoreImportResult.waiting: How many of the imported ones are shown only once their player claims them.
        watch: Where the run can be watched, as a path of this server. Null: nowhere.
        accountFormatted: The account's best score as readers see it. Null: the account has none.
        accountValue: The account's best score. Null: it has none.
        guestFormatted: The guest's best score as readers see it.
        guestValue: The guest's best score.
        defaultLeaderboards: The leaderboards that the player has chosen as their default.
        isOwn: Whether the player chose it. Otherwise it's the app's.
        ModerationPolicyState.isOwn: Whether it's this leaderboard's or app's own. Otherwise it comes from the app or
          the server.
        """
}
