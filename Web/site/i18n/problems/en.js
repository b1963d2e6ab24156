// English: what each kind of problem means, and what a program should do about it.

export default {
    "problems.title": "Problems",
    "problems.text": "Every error response is an application/problem+json document. Its type is the address of one of "
        + "these pages and never changes, so programs can rely on it. Its detail says what was wrong this time.",
    "problems.all": "All problems",
    "problems.reference": "API reference",
    "problems.status": "HTTP status",
    "problems.meaning": "What to do",
    "problems.shown": "What players see",
    "problems.routes": "Requests that answer with it",
    "problems.routes.many": "Almost any request can answer with it.",
    "problems.example": "Example",

    "problems.access-denied": "Player denied the request",
    "problems.access-denied.text": "The player looked at the device's code and declined. Stop polling. Ask for a new "
        + "code only if they want to sign in after all.",
    "problems.achievement-archived": "Achievement is archived",
    "problems.achievement-archived.text": "Archived achievements keep their progress but take no more reports. Remove "
        + "it from your game, or restore it in Connect.",
    "problems.alias-reserved": "Alias is reserved",
    "problems.alias-reserved.text": "The name belongs to the people who run the server, or looks like it does. Ask "
        + "the player for another one.",
    "problems.alias-taken": "Alias is taken",
    "problems.alias-taken.text": "Someone has this name, or one that looks the same. Ask the player for another one.",
    "problems.already-friends": "Already friends",
    "problems.already-friends.text": "There's nothing to do: the two players are friends.",
    "problems.authorization-pending": "Player hasn't decided yet",
    "problems.authorization-pending.text": "Poll again after the interval from the first response (RFC 8628).",
    "problems.authorization-refused": "Authorization code is invalid, used or expired",
    "problems.authorization-refused.text": "A code works once, for a minute, with the redirect and the verifier it "
        + "was issued for. Start the sign-in again.",
    "problems.banned": "Player is banned",
    "problems.banned.text": "A moderator banned this player from the game or the server. Don't retry; tell the player.",
    "problems.between-occurrences": "No occurrence was running at the score's date",
    "problems.between-occurrences.text": "A recurring leaderboard takes scores only while an occurrence is running. "
        + "Drop the score, or submit to another leaderboard.",
    "problems.challenge-invalid": "Challenge is invalid",
    "problems.challenge-invalid.text": "The sender has no such score or achievement, or may not challenge one of the "
        + "players. Reload who can be challenged, then try again.",
    "problems.challenge-settled": "Challenge is no longer pending",
    "problems.challenge-settled.text": "It was completed, declined or withdrawn in the meantime. Reload the challenge.",
    "problems.code-required": "Two-factor code required",
    "problems.code-required.text": "The password was right. Ask the player for a code from their authenticator app "
        + "and send both.",
    "problems.combined-leaderboard": "Combined leaderboards don't accept scores",
    "problems.combined-leaderboard.text": "Submit to one of its parts, or challenge on it; the combined entry follows.",
    "problems.conflict": "Conflicts with the current state",
    "problems.conflict.text": "Something else changed first. Read the current state, then decide whether to send the "
        + "change again.",
    "problems.expired-code": "Code is invalid, used or expired",
    "problems.expired-code.text": "Device codes work for a limited time. Request a new one.",
    "problems.forbidden": "Not allowed",
    "problems.forbidden.text": "The caller is known but lacks the right to do this. The detail names the right or the "
        + "kind of session that is needed.",
    "problems.friend-invitation-refused": "Invitation is no longer valid",
    "problems.friend-invitation-refused.text": "The link was used up, removed or has expired. Ask the sender for a "
        + "new one.",
    "problems.friend-limit": "Limit reached",
    "problems.friend-limit.text": "One of the players has as many friends, requests or invitations as they may have. "
        + "Remove one first.",
    "problems.friend-list-denied": "Player doesn't let this game see their friends",
    "problems.friend-list-denied.text": "Respect the choice. Players can change it in their privacy settings.",
    "problems.friend-list-not-determined": "Player hasn't decided whether this game can see their friends",
    "problems.friend-list-not-determined.text": "Let the player decide first. GameKit's loadFriends opens the page "
        + "that asks.",
    "problems.friend-list-restricted": "Player's friends aren't shared with games",
    "problems.friend-list-restricted.text": "Parental controls or the player's settings keep friends from all games. "
        + "Don't ask.",
    "problems.game-center-disabled": "Game Center is off for this game",
    "problems.game-center-disabled.text": "Turn it on for the app in Connect.",
    "problems.guardian-needed": "Guardian code required",
    "problems.guardian-needed.text": "A guardian protects this setting with a code. Ask for it and send it along.",
    "problems.guest-merged": "Guest is part of an account now",
    "problems.guest-merged.text": "The device's secret no longer signs in. Ask the player to sign in to that account, or "
        + "make a new secret for a new guest.",
    "problems.guest-restricted": "Guests can't do this",
    "problems.guest-restricted.text": "Guests write nothing that others read, and aren't in teams. Offer the player an "
        + "alias and a password.",
    "problems.guest-upgraded": "Guest has an alias and a password now",
    "problems.guest-upgraded.text": "The device's secret no longer signs in. Ask the player for their alias and "
        + "password, or make a new secret for a new guest.",
    "problems.guests-not-allowed": "Guests aren't accepted here",
    "problems.guests-not-allowed.text": "The operator or the game's developer has turned guests off. Offer sign-in "
        + "instead.",
    "problems.internal-error": "Internal server error",
    "problems.internal-error.text": "A bug in the server. Nothing needs to change in your request. Give the request "
        + "ID to the operator, who finds the reason in the log.",
    "problems.invalid-image": "Image can't be used",
    "problems.invalid-image.text": "Send a PNG, JPEG or WebP within the limits that the detail names.",
    "problems.invalid-parameter": "Invalid request",
    "problems.invalid-parameter.text": "A body field or query parameter has a wrong value, is missing or is unknown. "
        + "The field member says which one, the detail what it should be. Nothing was changed.",
    "problems.invalid-simulator": "Simulator can't be run",
    "problems.invalid-simulator.text": "The WebAssembly module doesn't meet the rules for simulators; the detail "
        + "names the one it breaks. See the guide to simulators.",
    "problems.invitation-required": "Invitation required",
    "problems.invitation-required.text": "Sign-up on this server takes an invitation code from its administrator.",
    "problems.key-reused": "This key was already used for another request",
    "problems.key-reused.text": "Draw a new key for each write, and use it again only to repeat that write.",
    "problems.last-sign-in": "Nothing else signs the player in",
    "problems.last-sign-in.text": "Without a password, the last link stays. Link another account first, or erase the "
        + "player.",
    "problems.leaderboard-archived": "Leaderboard is archived",
    "problems.leaderboard-archived.text": "Archived leaderboards can be read but take no scores. Use another one, or "
        + "restore it in Connect.",
    "problems.link-taken": "Provider's account is linked to another player",
    "problems.link-taken.text": "One account elsewhere signs in one player here. Sign in with it to become that "
        + "player, or unlink it there first.",
    "problems.malformed-request": "Malformed HTTP request",
    "problems.malformed-request.text": "The bytes weren't HTTP/1.1 as the server reads it. Check what builds the "
        + "request, and any proxy in between.",
    "problems.match-request-invalid": "Request for a match is invalid",
    "problems.match-request-invalid.text": "Numbers of players must fit one another: 2 to 16, the least "
        + "first. Invite each player once, and nobody who is blocked.",
    "problems.match-state-invalid": "Match doesn't allow this now",
    "problems.match-state-invalid.text": "The match is over, or not over yet, or your part in it doesn't "
        + "allow this. Read the match again.",
    "problems.method-not-allowed": "Method not allowed",
    "problems.method-not-allowed.text": "The address exists, but not for this method. The Allow header lists those "
        + "that work.",
    "problems.no-default-leaderboard": "Game has no default leaderboard",
    "problems.no-default-leaderboard.text": "Name a leaderboard in the request, or choose a default one in Connect.",
    "problems.not-found": "Not found",
    "problems.not-found.text": "There's nothing at this address, or nothing that the caller may know about. Check the "
        + "path and the IDs in it.",
    "problems.not-implemented": "Not implemented",
    "problems.not-implemented.text": "The request uses a method or transfer coding that the server doesn't support.",
    "problems.not-released": "Game isn't released; only its Sandbox is available",
    "problems.not-released.text": "Use the Sandbox while you develop. Release the app in Connect to open "
        + "Production.",
    "problems.not-your-turn": "Not the caller's turn, or the match has changed",
    "problems.not-your-turn.text": "Somebody else has the turn, or the turn was written since you read the "
        + "match. The response has the match as it is now.",
    "problems.occurrence-over": "The occurrence for the score's date has expired",
    "problems.occurrence-over.text": "A late score counts in the occurrence of its date until that expires. "
        + "Drop the score.",
    "problems.origin-not-allowed": "Origin isn't registered for this game",
    "problems.origin-not-allowed.text": "Register the page's origin for the app in Connect, under web games.",
    "problems.participant-invalid": "Participant can't be chosen",
    "problems.participant-invalid.text": "Name seats of players who can still play, each once. Read the match "
        + "again to see who has left.",
    "problems.player-blocked": "You've blocked this player",
    "problems.player-blocked.text": "Unblock the player first.",
    "problems.player-restricted": "Player can't interact with strangers",
    "problems.player-restricted.text": "Parental controls forbid it, on one side or the other. Don't retry.",
    "problems.prereleased": "Not released yet; available only in the Sandbox",
    "problems.prereleased.text": "This leaderboard or achievement hasn't been released. Use the Sandbox, or release it "
        + "in Connect.",
    "problems.proof-needed": "Confirm that it's you",
    "problems.proof-needed.text": "This takes a password or a code given within the last ten minutes. Ask for one, "
        + "send it to /v1/sessions/current/proof, then send the request again.",
    "problems.provider-refused": "Provider's proof can't be accepted",
    "problems.provider-refused.text": "The code, token, ticket or signature isn't one that this server can believe: of "
        + "another issuer or for another app, expired, used before, or not signed by the provider. Ask the provider "
        + "for a new one; the server's log says why.",
    "problems.provider-unavailable": "Provider can't be reached",
    "problems.provider-unavailable.text": "The server couldn't ask the provider. Try again after Retry-After; offer "
        + "another way to sign in meanwhile.",
    "problems.replay-of-other-game": "Replay is from another game",
    "problems.replay-of-other-game.text": "The replay's header names a core that this leaderboard doesn't use.",
    "problems.replay-of-other-version": "Replay is from an unsupported version of the game",
    "problems.replay-of-other-version.text": "The server has no simulator for the version in the replay's header. "
        + "Upload it, or update the game.",
    "problems.replay-past-end": "Replay continues after the end of the run",
    "problems.replay-past-end.text": "Stop recording at the tick that ends the run.",
    "problems.replay-required": "Leaderboard requires a replay with each score",
    "problems.replay-required.text": "Send the run's inputs in the replay field.",
    "problems.replay-reused": "Run was already submitted",
    "problems.replay-reused.text": "Each run counts once. To resend a score, use its original ID.",
    "problems.replay-score-differs": "Replay gives a different score",
    "problems.replay-score-differs.text": "The server played the replay and got another score than the one claimed. "
        + "Check that the game is deterministic: no clock, no floating point, its own random numbers.",
    "problems.replay-stopped": "Simulator returned no score within its limits",
    "problems.replay-stopped.text": "The simulator trapped, or used up its time or memory. Try the replay with the "
        + "simulator on your machine.",
    "problems.replay-too-long": "Replay is too long",
    "problems.replay-too-long.text": "The run has more ticks than the server plays. End runs earlier.",
    "problems.replay-unfinished": "Replay ends before the run is over",
    "problems.replay-unfinished.text": "Record to the tick that ends the run, and send the log after it.",
    "problems.replay-unreadable": "Replay can't be read",
    "problems.replay-unreadable.text": "The bytes aren't an input log, or the base64 is broken.",
    "problems.request-timeout": "Request timed out",
    "problems.request-timeout.text": "The request didn't arrive whole in time. Send it again.",
    "problems.requests-not-taken": "Player doesn't accept friend requests",
    "problems.requests-not-taken.text": "The player takes no requests, or none from the sender. An invitation link of "
        + "theirs still works.",
    "problems.run-too-fast": "Run is longer than the time since its ticket was issued",
    "problems.run-too-fast.text": "A run can't have more ticks than time has passed. Play at 60 ticks a second, and "
        + "take the ticket before the run.",
    "problems.saved-games-full": "Saved game limit reached",
    "problems.saved-games-full.text": "Delete a saved game, or save less.",
    "problems.score-id-reused": "This ID was already used for another score",
    "problems.score-id-reused.text": "Give each score an ID of its own, made together with the score, and send the "
        + "same one only when you send the same score again.",
    "problems.score-out-of-range": "Score is outside the leaderboard's range",
    "problems.score-out-of-range.text": "Check the score, or the range of the leaderboard in Connect.",
    "problems.sign-up-closed": "Sign-up is closed",
    "problems.sign-up-closed.text": "The operator takes no new players.",
    "problems.slow-down": "Polling too often",
    "problems.slow-down.text": "Wait five seconds longer between polls from now on (RFC 8628).",
    "problems.sole-owner": "Player is the only owner of a team",
    "problems.sole-owner.text": "Make someone else an owner of the team or delete it, then send the request again.",
    "problems.text-refused": "Text contains a blocked word",
    "problems.text-refused.text": "The server's or the app's word list refuses the text. Ask the player for another.",
    "problems.ticket-invalid": "Ticket is for another player or game",
    "problems.ticket-invalid.text": "Request a ticket for the player who plays, in the game they play.",
    "problems.ticket-required": "Run has no ticket, or was submitted too late",
    "problems.ticket-required.text": "This leaderboard takes only runs that start with a ticket and are submitted "
        + "within their own length plus 15 minutes. Request a ticket before the run.",
    "problems.ticket-seed-differs": "Run doesn't use its ticket's seed",
    "problems.ticket-seed-differs.text": "Start the run with the seed that came with the ticket.",
    "problems.ticket-used": "Ticket was already used",
    "problems.ticket-used.text": "A ticket is good for one run. Request one for each.",
    "problems.too-large": "Request is too large",
    "problems.too-large.text": "The target, the headers or the body are longer than the server takes. Send less at a "
        + "time.",
    "problems.too-many-attempts": "Too many attempts",
    "problems.too-many-attempts.text": "Too many wrong passwords or codes. Wait as long as Retry-After says.",
    "problems.too-many-challenges": "Too many challenges",
    "problems.too-many-challenges.text": "The sender has reached a limit on challenges. Wait until some are over.",
    "problems.too-many-connections": "Too many connections",
    "problems.too-many-connections.text": "Use one connection for many requests, and close those you don't need.",
    "problems.too-many-matches": "Too many open matches",
    "problems.too-many-matches.text": "A player can have 30 open matches in a game. Finish or quit one first.",
    "problems.too-many-requests": "Too many requests",
    "problems.too-many-requests.text": "An address, player or app has used up its budget; the RateLimit headers say "
        + "which. Wait as long as Retry-After says.",
    "problems.two-factor-required": "Two-factor authentication required",
    "problems.two-factor-required.text": "The team or the server requires it for this. Set it up in your settings.",
    "problems.unauthenticated": "Sign-in required",
    "problems.unauthenticated.text": "The token is missing, unknown, or its session has ended. Sign in again.",
    "problems.unavailable": "Temporarily unavailable",
    "problems.unavailable.text": "The server is starting or its store can't write. Wait as long as Retry-After says, "
        + "then send the request again. A score with the same ID counts once.",
    "problems.unknown-achievement": "Achievement not found",
    "problems.unknown-achievement.text": "Check the ID and the app. IDs are case-sensitive.",
    "problems.unknown-activity": "Activity not found",
    "problems.unknown-activity.text": "Check the ID and the app, and whether it's released.",
    "problems.unknown-challenge": "Challenge not found",
    "problems.unknown-challenge.text": "There's no such challenge, or it isn't between this player and another.",
    "problems.unknown-challenge-definition": "Challenge definition not found",
    "problems.unknown-challenge-definition.text": "Check the ID and the app, and whether it's released or archived.",
    "problems.unknown-game": "Game not found",
    "problems.unknown-game.text": "Check the bundle ID. Create the app in Connect first.",
    "problems.unknown-leaderboard": "Leaderboard not found",
    "problems.unknown-leaderboard.text": "Check the ID and the app. IDs are case-sensitive.",
    "problems.unknown-match": "Match not found",
    "problems.unknown-match.text": "There's no such match, or the caller has no part in it, or has removed it.",
    "problems.unknown-occurrence": "Occurrence not found or expired",
    "problems.unknown-occurrence.text": "Occurrences can be read until 30 days after they end. "
        + "Leave occurrence out to get the current one.",
    "problems.unknown-party": "Party not found",
    "problems.unknown-party.text": "The code is wrong or has ended, or somebody in it can't be met. Ask for a new one.",
    "problems.unknown-player": "Player not found",
    "problems.unknown-player.text": "Player IDs belong to a game or team: use the one that this session sees.",
    "problems.unknown-saved-game": "Saved game not found",
    "problems.unknown-saved-game.text": "It was deleted, perhaps on another device. Load the list again.",
    "problems.unknown-set": "Leaderboard set not found",
    "problems.unknown-set.text": "Check the ID and the app.",
    "problems.unknown-simulator": "Simulator not found",
    "problems.unknown-simulator.text": "Upload the simulator for this core and version first.",
    "problems.unsupported-media-type": "Content-Type must be application/json",
    "problems.unsupported-media-type.text": "Send the Content-Type that the route documents.",
    "problems.wrong-code": "Two-factor code is wrong, used or expired",
    "problems.wrong-code.text": "Wait for the next code, and check the device's clock.",
    "problems.wrong-credentials": "Wrong alias or password",
    "problems.wrong-credentials.text": "The server doesn't say which one is wrong. Ask the player again.",
};
