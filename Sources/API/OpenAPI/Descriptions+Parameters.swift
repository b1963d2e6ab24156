extension Descriptions {
    /// Parameters of paths and queries.
    static let parameters = """
        {achievementID}: The achievement's ID, unique in its app.
        {activityID}: The activity's ID, unique in its app.
        {bannedPlayer}: The player's ID as the team knows it, such as `T:_…`, or as the caller sees it.
        {bundleID}: The app's bundle ID.
        {certificate}: The last part of the certificate's address, as `publicKeyURL` has it.
        {challengeID}: The challenge's ID.
        {definitionID}: The challenge definition's ID, unique in its app.
        {deliveryID}: The delivery's ID.
        {exchangeID}: The exchange's ID, unique in its match.
        {friendInvitationID}: The `id` of the invitation link.
        {groupChallengeID}: The ID of the challenge of a group.
        {imageID}: The SHA-256 of the image's bytes, in hexadecimal digits.
        {invitationID}: The `id` of the invitation to the team.
        {keyID}: The `id` of the team's key.
        {language}: The language that the image is for: a BCP 47 tag that the texts have, too.
        {leaderboardID}: The leaderboard's ID, unique in its app. One that begins with `grp.` is a group's.
        {linkID}: The `id` of the provider link.
        {matchID}: The match's ID, unique in its game and environment.
        {noticeID}: The notice's ID.
        {partyCode}: The party's code. Lower case, spaces and a missing dash are accepted.
        {photoID}: The SHA-256 of the photo's bytes, in hexadecimal digits, as its address has it.
        reviewPhoto{photoID}: The ID of the reported photo, from the report's `evidence`.
        {playerID}: The player's ID as the caller sees it. It differs between games and from the player's own pages. At
          most 80 bytes.
        {providerID}: The provider's `id`, from the list of providers.
        {review}: The review item's `id`.
        {savedGameID}: The save's ID, drawn by the game; a UUID works. A save that is sent again with it is stored once.
        {score}: The score's `sequence`: its position in the journal.
        {screenshot}: The position of the screenshot on the game's page, from 1.
        {sessionID}: The `id` of the session, from the list of sessions.
        {setID}: The leaderboard set's ID, unique in its app.
        {shareID}: The shared page's ID, from its address.
        {simulator}: The simulator's name, as a leaderboard's `replays` has it.
        {teamID}: The team's ID.
        {userCode}: The code that the device shows. Lower case and a missing dash are accepted.
        ?after: The `next` of the previous page, as it is: only what comes after it is returned.
        exportScores?after: The `sequence` of the last row that arrived, to continue an export that broke off.
        ?basedOn: The IDs of the versions that the game has seen under this name, with commas between them. Empty: it
          has seen none. Left out: what this device saved last.
        ?before: The `next` of the previous page, as it is: only what comes before it is returned.
        ?count: The number of items to return at most.
        ?cursor: The `next` of the previous page, as it is. It can't be combined with `from`.
        ?days: The number of days in UTC, today among them.
        ?deviceName: What the player calls the device, for a list of versions.
        ?environment: The environment to read or write: `production` for players, `sandbox` for tests. Left out: the
          session's own, otherwise `production`.
        ?format: The format of the export: `csv` (RFC 4180, safe in a spreadsheet) or `json` (one JSON object a line).
        ?from: The position of the first item to return, from 1: the rank in a leaderboard, the position by name in a
          list of friends.
        ?group: Only requests for matches of this group, as the game numbers them. Left out: all groups.
        ?ids: IDs of players with commas between them, at most 100, each at most 210 bytes.
        ?language: The language of the texts in the response, as a BCP 47 tag. Left out: what `Accept-Language` asks
          for.
        ?lastEventID: The ID of the last notice that the stream delivered. What was missed since then comes first. The
          same as the header `Last-Event-ID`.
        ?leaderboard: Only scores of this leaderboard.
        ?leaderboards: Leaderboards to follow, with commas between them, each as `BUNDLE-ID/LEADERBOARD-ID`.
        ?modificationDate: When the game was saved on the device, in RFC 3339. Left out, or in the future: now.
        ?name: The name of the saved game that the player sees.
        ?occurrence: The occurrence of a recurring leaderboard: `current`, `previous` for the last one in which the
          caller scored, or its number. Left out: the running one, or the one that ended last.
        ?origin: The origin of the page that asks for a session, such as `https://hop.example`.
        ?plan: `true`: only say what would change, and change nothing. `false`, or left out: do it.
        achievements?player: The ID of a friend whose progress is returned in place of the caller's.
        inspectScores?player: The player's ID as the team knows it, such as `T:_…`, or as the caller sees it.
        ?players: Whose entries are ranked: `global` (everyone's) or `friends` (those of the caller and the caller's
          friends). Left out: `global`.
        ?prefix: The beginning of the player name.
        ?redirect: The address on the game's page that the player returns to.
        ?role: Only challenges that the caller `received` or `sent`. Left out: both.
        ?search: The beginning of a player name, or a player's ID.
        challenges?state: Only challenges in this state: `pending` (neither settled nor expired), `completed` (beaten or
          earned), `declined` by the receiver, or `invalid` (expired, replaced, or what it was about is gone).
        ?state: Only matches in this state for the caller: `invited` (not answered yet), `turn` (the caller's turn),
          `waiting` (somebody else's turn), or `over` (ended, or left by the caller).
        ?status: Only items in this state: `pending` (waiting for a decision), `accepted` or `rejected`. Left out:
          `pending`.
        ?time: The time scope: `today` (the past 24 hours), `week` (the past 7 days) or `allTime`. Left out: `allTime`.
          Recurring leaderboards have occurrences instead.
        ?version: The leaderboard's version that the caller has seen: the response is at least that new.
        ?waiting: The number of scores and reports that still wait in the device's queue after this.
        """
}
