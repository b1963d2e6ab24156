extension Descriptions {
    /// Challenges, matches and activities.
    static let together = """
        activeExchanges: The number of exchanges that wait for replies.
        arguments: What the game puts into the words of `key`.
        askedToQuit: When the player asked to quit and their game hasn't answered yet. Null: they didn't.
        attributes: The part that the player plays, as a mask of 32 bits. The parts of a full match together are all
          bits. Left out: any.
        began: When the turn began.
        byteCount: The number of bytes of its data.
        challenges: The challenges, newest first.
        IssuedChallenges.challenges: The challenges, one for each player named.
        PlayerExport.challenges: The challenges that the player sent or received.
        claimable: From when on others can take the turn.
        completed: When all had replied, or the time was over. Null: not yet.
        completedExchanges: The number of exchanges that the turn's holder has to resolve.
        EndMatch.data, EndTurn.data, MatchData.data: The match's data from now on, in base64. The game alone understands
          it.
        QuitMatch.data: In turn: the match's data from now on, in base64.
        Match.data: The match's data, in base64; of a match that the server judges, the reader's own view. Null in a
          list.
        Exchange.data, ExchangeReplyOfSeat.data: What was sent, in base64. Null in a list.
        defaultNumberOfPlayers: How many seats a new match has. Left out: as many as the caller's last one in the game,
          otherwise `maxPlayers`.
        definition: The ID of the challenge definition.
        definitions: The challenge definitions.
        due: When the time is over. Null: never by itself.
        WebhookDelivery.due: When the next attempt is. Null: one is under way, or there are no more.
        duration: How long it runs: `oneDay`, `threeDays` or `oneWeek`. Left out: the shortest that the definition has.
        durations: How long challenges of it can run: `oneDay`, `threeDays`, `oneWeek`. Empty: for the rest of the
          leaderboard's occurrence. Left out: all.
        ended: When the match ended. Null: not yet.
        ends: When it ends for everyone.
        Party.ends: When the code ends if nobody enters any more.
        entered: When the player entered it.
        exchange: The new exchange's ID.
        exchanges: The exchanges that the reader has a part in or has to resolve.
        fallback: The seats that get the turn next, if its holder can't play or runs out of time.
        fallbackURL: Where players without the game go. Null: the game's own link.
        ghost: The winner's run in the challenge that this is a rematch of. Null: there's none.
        group: The group of matches, as the game numbers them: only requests of one group meet. Left out: 0.
        groupID: What several games of a team share. Null: nothing.
        groupChallenges: The challenges of groups.
        hasJoined: Whether the player takes part. False: they are invited.
        isChallenge: Whether it's a challenge link.
        isRunning: Whether the running game was told. Otherwise `launch` or `link` starts it.
        issued: When it was issued.
        joined: When they joined.
        PlayerExportGroupChallenge.joined: When the player joined. Null: they didn't.
        key: 32 hexadecimal digits, drawn when the write is made and sent again with it: it counts once.
        MatchMessage.key, MatchMessageOfSeat.key: The name of a text that the receiver's game has in the receiver's
          language.
        AuditEntry.key: The ID of the key that acted. Null: none did.
        Challenge.kind, ChallengeLink.kind, IssuedChallenge.kind: What it's about: a `score` to beat, or an
          `achievement` to earn.
        Share.kind, SharedPage.kind: What it shows: a `score` or an `achievement`.
        lastTurn: When the player last ended a turn. Null: never.
        launch: The address that starts a game registered for it, such as `laurel://challenges/C:_…`.
        matches: The matches, newest first.
        PlayerExport.matches: All matches that the player was told of, archived ones too: each game's in order of
          creation.
        maxPlayers: The largest number of players. Null: any number.
        minPlayers: The smallest number of players.
        EndMatch.message, EndTurn.message, MatchData.message, QuitMatch.message: What the player says to the others with
          it. Left out: nothing.
        ExchangeCancel.message, ExchangeReply.message, MatchReminder.message, NewExchange.message: What the player says
          with it. Left out: nothing.
        Match.message: What the player of the last turn said. Null: nothing, or the reader gets no messages; null in a
          list.
        Exchange.message, ExchangeReplyOfSeat.message: What the player said with it. Null: nothing, or the reader gets
          no messages.
        move: The move, in base64. The game's rules know what it means.
        nextDeadline: When time changes the match next, if nobody does.
        oldestAppVersion: The game's first version that has what the definition needs, as digits and dots. Null: any.
        outcome: How it ended for the player, as GameKit numbers it: 0 none yet, 1 quit, 2 won, 3 lost, 4 tied, 5 time
          expired, 6 to 9 first to fourth. Higher numbers up to 16711680 are the game's own.
        outcomes: An outcome for each seat, in order, numbered as in `outcome`: none of them 0, and null for a seat that
          has one.
        participants: Those in the match, in the order of seats.
        parties: The codes of parties that the player is in.
        play: Where the game opens with the activity and the code. Null: it can't be opened by an address.
        playStyle: How it's played: `synchronous` (all at the same time), `asynchronous` (in turns) or `unspecified`.
        problem: The kind of the problem, such as `not-your-turn`.
        properties: What the game gets with the activity.
        LinkedActivity.properties: What the game gets: the activity's properties, and over them the link's.
        ChallengeablePlayers.players: IDs of those who can be challenged.
        NewChallenge.players: IDs of the friends to challenge, at most 10: all get it, or none.
        NewGroupChallenge.players: IDs of the friends to invite, at most 15: all are invited, or none.
        NewMatch.players: IDs of the players to invite, in the order of seats. Left out: none.
        GroupChallenge.players: Those who joined, by rank, then those who are invited.
        Party.players: Those in the party, in the order in which they entered.
        MatchActivity.players: How many players asked for a match within the last minute. Below 100, rounded down to 0,
          1, 2, 5, 10, 20 or 50.
        ActivityDay.players: How many players scored or reported.
        receiver: The player who was challenged.
        recipients: The seats that it's for.
        refused: The last write that was refused since the server's start. Null: none.
        ScoreImportResult.refused: The scores that can't be imported, and why.
        rematch: The ID of the rematch. Null: nobody has asked for one.
        rematchOf: The ID of the challenge that this is a rematch of. Null: it's none.
        replies: The replies so far.
        resolved: IDs of the exchanges whose results are in the data now.
        role: The role in the team: `owner`, `admin`, `developer`, `moderator` or `viewer`.
        Team.role: The caller's role in the team: `owner`, `admin`, `developer`, `moderator` or `viewer`. Null: the
          caller is an administrator of the server, or a key.
        PlayerExportChallenge.role: Which side the player is on: `received` or `sent`.
        seat: The seat, from 0.
        Match.seat: The reader's seat, from 0.
        MatchTurn.seat: The seat that has the turn, from 0.
        RefusedMatchWrite.seat: The writer's seat, from 0. Null: they don't sit there any more.
        seats: The seats to remind.
        sender: The player who sent it.
        Exchange.sender: The seat that sent it.
        Exchange.sent: When it was sent.
        ExchangeReplyOfSeat.sent: When the reply was sent. Null in a list.
        settled: When it was no longer pending. Null: it still is.
        started: When it started.
        Challenge.state, IssuedChallenge.state, PlayerExportChallenge.state: Where it stands: `pending`, `completed`
          (beaten or earned), `declined`, or `invalid` (expired, replaced, or what it was about is gone).
        GroupChallenge.state: Where it stands: `running`, `provisional` (over, late scores still count), `final` or
          `canceled` (its leaderboard or game is gone).
        Match.state: Where it stands for the reader: `invited` (not answered yet), `turn` (the reader's turn), `waiting`
          (somebody else's turn) or `over` (ended, or left by the reader).
        PlayerExportGroupChallenge.state: What became of the invitation: `invited` (not answered), `joined`, `declined`
          or `left`.
        AppMatch.status, Match.status: The match itself: `matching` (strangers can take a free seat), `open` or `ended`.
        Exchange.status: Where it stands: `active`, or `complete` (all have replied, or its time is over).
        MatchParticipant.status: Where they stand: `invited` (not answered), `declined`, `matching` (nobody sits there
          yet), `active` or `done`.
        supportsPartyCodes: Whether players can meet by party codes.
        takesStrangers: Whether strangers can take free seats. Left out: true.
        MatchMessage.text: The text for a game that can't put `key` into words.
        MatchMessageOfSeat.text: The text to show where `key` can't be put into words.
        timeout: The seconds until the time is over; 0: none. Otherwise at least 60. Left out: a week.
        NewExchange.timeout: The seconds until the time is over; 0: none. Left out: a day.
        tries: How many tries the player has used.
        NewGroupChallenge.tries: How many tries each has: `one`, `three` or `unlimited`. Left out: one.
        triesLimit: How many tries each has. Null: any number.
        turn: Whose turn it is. Null: the match is over.
        Match.version, AppMatch.version: The match's version: it rises with each write.
        EndMatch.version, EndTurn.version, MatchData.version, MatchMove.version: The version of the match that the
          caller has seen. Another one refuses the write.
        QuitMatch.version: In turn: the version of the match that the caller has seen.
        """
}
