extension Descriptions {
    /// Players, accounts, friends, notices and webhooks.
    static let people = """
        about: The other player. Null: there's none, or the account is gone.
        PlayerExportNotice.about: The ID of the other player. Null: there's none.
        access_token: The token, for `Authorization: Bearer`.
        address: The mail address.
        MailAddress.address: The confirmed mail address. Null: none is.
        advice: Whether two-factor authentication is asked of the caller: `none`, `suggested` or `required` (much
          answers `two-factor-required` until it's on).
        alias: The player name: 3 to 20 letters, digits, `_`, `-`, `.` and single spaces, unique by look too.
        Player.alias: The player name. Left out where only `displayName` counts.
        SharedPage.alias: The player name of the page's owner.
        SignIn.alias, Recovery.alias: The player name.
        NamedPlayer.alias, PasswordResetRequest.alias, SessionEnding.alias, TwoFactorReset.alias: The player name.
        ImportedScore.alias: The name of a player here. It counts where aliases are matched, or where `player` isn't
          given.
        NewFriendRequest.alias: The player name to ask. Either this or `playerID`.
        NewTeamInvitation.alias: The only player who can use the invitation. Left out: anyone with the code.
        ProviderSignIn.alias: The player name for a new player. Left out: one is drawn.
        ProviderLinkRequest.alias: The player name for a guest who gets an account. Left out: they keep theirs.
        Wipe.alias: Wipe what this player has. One of the four is given.
        allow: Whether the player allows the device to sign in.
        attempts: The number of attempts so far.
        audience: Who sees photo and status line: `everyone`, `friends` or `nobody`.
        auth: The subscription's secret, in base64url.
        birthYear: The year of birth. A player under 13 by it counts as young. Null: not given.
        PlayerExportProfile.birthYear: The year of birth, as four digits. Null: not given.
        blocked: IDs of the players whom the player blocks.
        bundleID: The app's bundle ID.
        CurrentPlayer.bundleID, ListedSession.bundleID, NewPlayer.bundleID, PendingDevice.bundleID, Session.bundleID:
          The app that the session is bound to. Null: it's a session of the server's own pages or tools.
        Guest.bundleID, GuestCodeRedemption.bundleID, ProviderSignIn.bundleID, SignIn.bundleID, SignUp.bundleID: The app
          that the session is for. Left out: a session of the server's own pages or tools.
        DeviceAuthorizationRequest.bundleID: The app that the session is for. Left out: a session of the server's own
          tools.
        AbuseReport.bundleID: The app of the match whose message is reported. Only for such a message.
        AuditEntry.bundleID: The app that the entry is about. Null: none.
        ChallengeMute.bundleID, ChallengeMuteChange.bundleID: The app of `leaderboard`.
        Muted.bundleID: The app whose notices are muted. Null: all.
        NotificationChoice.bundleID: The app that the choice is for. Left out or null: all apps.
        PlayerExportChallenge.bundleID, PlayerExportGroupChallenge.bundleID, PlayerExportReplay.bundleID: The app's
          bundle ID. Null: it was deleted.
        PlayerExportScore.bundleID, PlayerExportShare.bundleID: The app's bundle ID. Null: it was deleted.
        PlayerExportNotice.bundleID, PlayerExportReport.bundleID: The app's bundle ID. Null: it's about none, or it was
          deleted.
        Review.bundleID, ReviewWithReports.bundleID: The app's bundle ID. Null: it's about none.
        WebhookMessageData.bundleID: The app's bundle ID. Null: it was deleted.
        canBeMuted: Whether players can mute notices of this kind.
        choices: What the player has chosen. What isn't named is told and pushed.
        client_id: The app's bundle ID, as RFC 8628 names it.
        Authorization.code: The code that the game's page exchanges for a session, once, within a minute.
        Redemption.code: The code that the page was given.
        GuestCode.code: Signs the guest in elsewhere, once, within two minutes.
        GuestCodeRedemption.code: The code that the guest's device was given.
        Invitation.code: The code that a player signs up with, or a developer creates a team with. Shown once.
        MadeTeamInvitation.code: The code that lets someone join, once. Shown once.
        NewMembership.code: The invitation's code. Either this or `invitation`.
        NewTeam.code: An invitation's code, where the server asks for one to create a team.
        FriendInvitationCode.code, NewFriendInvitation.code: The invitation link's code.
        ChallengeLink.code, ChallengeLinkCode.code: The challenge link's code.
        Party.code, PlayerExportParty.code: The party's code, such as `7K3Q-XW2P`.
        NewParty.code: A code of the player's own. Left out: one is drawn.
        ProviderProof.code: What the provider's page gave the browser, together with `state`.
        SignIn.code, ProviderSignIn.code, Proof.code: A two-factor code: six digits of an authenticator app, or a backup
          code.
        TwoFactorConfirmation.code, TwoFactorRemoval.code: A two-factor code: six digits of an authenticator app, or a
          backup code.
        consent: What the player decided: `notDetermined` (not yet), `restricted` (their guardian or age doesn't allow
          it), `denied` or `authorized`.
        cookie: Whether the session goes into an HttpOnly cookie and the response has no token. Only for pages of this
          server. Left out: false.
        created: When it was made.
        WebhookMessageData.created: When it happened. Left out of a test.
        currentPassword: The password so far. Left out: the player has none yet, and has just signed in.
        data: The bytes, in base64.
        WebhookMessage.data: What happened, and where.
        deviceCode, device_code: What the device polls with. It stays on the device.
        device: The device's name, kept on the device: Settings lists the session by it, the queue of waiting scores is
          known by it, and the server trusts a device from which the player came before. A name that players recognize,
          with `-` for a comma, then a dot and at least 24 random letters and digits, which Settings leaves out: it
          shows `Chrome-Linux.2k0z1u5b2r4c0q6d1w5a2m4x` as “Chrome, Linux”.
        ListedSession.device, PendingDevice.device: The device's name. Null: none was given.
        deviceName: What the player calls the device.
        devices: The names of the devices that the player has used.
        details: More about it, depending on its kind.
        ActivityLocalization.details: The text, in this language. May be left out.
        ChallengeDefinition.details, GameActivity.details: The text, in the reader's language. May be empty.
        displayName: The name to show: for friends the real name, for others the player name.
        MergePreview.displayName: The guest's name.
        Claim.displayName: The name of the guest who waits for the player.
        endpoint: The push service's address for this browser.
        error: Why there's no token (RFC 6749, RFC 8628): `authorization_pending` (poll again), `slow_down` (poll less
          often), `access_denied`, `expired_token`, `invalid_request`, `invalid_client`, `invalid_scope`,
          `unsupported_grant_type`, `temporarily_unavailable` (try again) or `server_error`.
        error_description: The same, for people.
        expirationTime: When the browser lets the subscription end, in milliseconds since 1970. Null: never.
        expires: When it ends.
        ChallengeLink.expires, PlayerExportShare.expires, Share.expires: When the challenge link ends. Null: it's no
          challenge.
        expiresIn, expires_in: The seconds until the code ends.
        extent: How much to mute: `kindInGame` (this kind in this game), `game` (everything of this game) or `kind`
          (this kind in all games).
        forbidsMessages: Whether texts that people wrote themselves are kept from and to the player.
        forbidsStrangers: Whether only friends can deal with the player.
        friendInvitations: The invitation links that still work.
        friendListConsents: What the player decided when games asked to see their friends.
        friendRequests: The friend requests that wait for a response.
        friends: The friends, by name.
        PlayerExport.friends: IDs of the friends.
        Likes.friends: The friends who like the game, the latest first; not all if there are many.
        from: When it begins, as hours and minutes, such as `22:30`.
        ChangedField.from: The value so far, as text. Null: none.
        gameCenter: What Apple's `fetchItemsForIdentityVerificationSignature` gives. One of the four proofs.
        grant_type: Always `urn:ietf:params:oauth:grant-type:device_code`.
        guardianCode: The guardian's code. It's needed once one is set.
        hasGuardian: Whether a guardian's code is set.
        hasPages: Whether a browser can be sent to the provider. Otherwise only games sign in with it.
        hasPassword: Whether the player has a password.
        hasTwoFactor: Whether two-factor authentication is on.
        idToken: The provider's ID token (OpenID Connect), made with the server's nonce. One of the four proofs.
        interval: The least number of seconds between two polls.
        SignUp.invitation, GuestUpgrade.invitation, ProviderLinkRequest.invitation, ProviderSignIn.invitation: The
          invitation's code, where the server asks for one.
        NewFriend.invitation: The code of an invitation link. Either this or `playerID`.
        NewMembership.invitation: The `id` of an invitation for the caller. Either this or `code`.
        Match.invitation: What its maker says with the invitations: to the maker, and to those who haven't answered.
          Null: nothing.
        invitations: The invitations.
        FriendInvitations.invitations: The invitation links that still work.
        Teams.invitations: The caller's pending invitations to other teams.
        isAdministrator: Whether the player is an administrator of the server.
        isCurrent: Whether it's the session of this request.
        isFindable: Whether strangers who type the player name find the player, and whether friends of friends are shown
          them.
        isGuest: Whether the player is a guest, without a password. Others don't see it.
        isLiked: Whether the player likes the game.
        isLinked: Whether it signs a player in already. Otherwise signing in makes a new one.
        isMultiplayerGamingRestricted: Whether the player meets friends only.
        isMuted: Whether to mute them.
        isNew: Whether it is new. False: a pending one that asks for as much is there already.
        isOn: Whether it is on.
        Mail.isOn, MailAddress.isOn: Whether the server sends mail.
        NotificationChoice.isOn: Whether the player is told. False: it goes into the inbox silently.
        isPersonalizedCommunicationRestricted: Whether texts that people wrote themselves are kept from and to the
          player.
        isPushed: Whether it's pushed to closed browsers. False: only open pages and games show it.
        isRead: Whether it was read. Of `matchTurn`, whether the turn has passed on.
        isSent: Whether the player sent the request. Otherwise they received it.
        isSubscribed: Whether this session's browser gets pushes.
        isUnderage: Whether the player is under 13 by their year of birth.
        issuer: The address by which the provider names itself.
        keys: The subscription's keys.
        Keys.keys: The team's keys.
        Notice.kind, PlayerExportNotice.kind: What happened, such as `friendRequested`, `challengeReceived`,
          `achievementEarned`, `overtaken` or `matchTurn`. See `details`.
        Muted.kind: The kind of notices that is muted. Null: all of the game.
        NotificationChoice.kind: The kind of notices that the choice is for. Left out or null: all kinds.
        Provider.kind: How its accounts are proved: `openid` (OpenID Connect), `steam` (a session ticket) or
          `game-center` (Apple's signature).
        lastUsed: When it was last used.
        likes: The games that the player likes.
        links: The accounts elsewhere that sign the player in.
        mailAddress: The confirmed mail address. Null: none.
        message: What its sender says with it. Null: nothing, or the reader gets no messages.
        NewFriendRequest.message: One line of plain text for the other player.
        NewChallenge.message, NewChallengeLink.message: One line of plain text that goes with it.
        NewMatch.message: One line of plain text for those who are invited.
        FriendRequest.message, PlayerExportFriendRequest.message: What the sender wrote. Empty: nothing.
        modificationDate: When the game was saved on the device.
        mutes: Whose challenges are muted.
        newGuardianCode: The guardian's new code. Empty: none from now on. Left out: it stays.
        newPassword: The new password: 8 to 128 characters, not a common or stolen one.
        nonce: What the ID token must carry.
        notice: The notice's ID. Left out: it's a test.
        notices: The notices, newest first.
        notificationSettings: What the player is told, and when.
        p256dh: The browser's public key, in base64url.
        password: The password.
        SignUp.password, GuestUpgrade.password, Administrator.password: The password: 8 to 128 characters, not a common
          or stolen one.
        ErasureRequest.password: The password. Left out: the player has none, and has just signed in.
        Proof.password: The password. Either this or `code`.
        pending: An address that waits until the link that was sent there is opened. Null: none.
        pendingMailAddress: An address that waits to be confirmed. Null: none.
        photo: The photo, in two sizes. Left out: there's none, or the caller can't see it.
        PlayerExportProfile.photo: The photo's address, as a path of this server. Null: none.
        AbuseReport.player: The ID of the player who is reported, as the caller sees it. Either this or `share`.
        ChallengeMute.player, PlayerExportChallengeMute.player, ChallengeMuteChange.player: The ID of the player whose
          challenges are muted. Null: everyone's.
        Claim.player, ClaimRenewal.player: Who the player was elsewhere, as the import named them.
        ImportedScore.player: Who the player was elsewhere, always the same for the same player. Left out: `alias` says
          it.
        PlayerExportImport.player: Who the player was elsewhere.
        PlayerExportChallenge.player, PlayerExportFriendRequest.player: The ID of the other player.
        PlayerExportReport.player: The ID of the player who was reported.
        WebhookMessageData.player: The player who was notified. Null: the account is gone.
        AuditEntry.player: The player whom it was done to. Null: none.
        MadeTeamInvitation.player, TeamInvitation.player: The only player who can use it. Null: anyone with the code.
        MatchParticipant.player: Who sits there. Null: nobody yet, or the account is gone.
        Wipe.player: Wipe what this player has, by ID as the caller sees it or as the team's exports have it. One of the
          four is given.
        playerID: The player's ID, as the caller sees it.
        NewFriend.playerID: The player whose request is accepted. Either this or `invitation`.
        NewFriendRequest.playerID: The player to ask. Either this or `alias`.
        profile: Who the player is, and what they let others see and do.
        provider: The provider's ID.
        providerLinks: The accounts elsewhere that sign the player in.
        providers: The providers that players can sign in with.
        publicKey: The server's public key (VAPID), in base64url.
        publicKeyURL: Where the certificate is that verifies the signature.
        GameCenterProof.publicKeyURL: The `publicKeyURL` that Apple gave.
        IdentityKey.publicKeyURL: The address of the new key's certificate.
        pushSubscriptions: The browsers that are told while they are closed.
        quietHours: When nothing is pushed. Null: at no time.
        realName: The real name: friends see it in place of the player name, nobody else does. Null: none.
        received: The requests that the player can accept.
        receipt: A proof of it, to keep.
        recoveryCode: A recovery code. It works once.
        recoveryCodes: One-time codes for a player who loses the password or the device. Shown once.
        recoveryCodesLeft: The number of backup codes that still work.
        requested: When it was asked for.
        requestID: The request's ID: the server's log tells more under it.
        resetCode: The code that sets a new password. Shown once.
        salt: The salt, in base64.
        savedGames: The saved games. Versions of one name conflict if there's more than one.
        DeviceGrantRequest.scope: The environment that the session is for: `production` or `sandbox`. Left out:
          `production`.
        DeviceToken.scope: The environment that the session is for: `production` or `sandbox`.
        Guest.secret, GuestMerge.secret: The guest's secret: 256 random bits in base64url, drawn by the device and kept
          there.
        TwoFactorOffer.secret: The secret for an authenticator app, in base32.
        WebhookState.secret: The secret that signs messages: only when it's new. Null otherwise.
        MadeKey.secret: The key, for `Authorization: Bearer`. Shown once.
        sent: The requests that wait for the other player's response.
        sessions: The sessions.
        share: The ID of the shared page that is reported, where the player's ID isn't known. Either this or `player`.
        sharedFriends: The number of friends that both have.
        signUp: Who can make an account: `open` (anyone), `invitation` (with a code) or `closed` (nobody).
        signature: The signature, in base64.
        signedUp: When the player signed up.
        since: When the player said so.
        ProviderProof.state: The `state` that the provider's page gave the browser, together with `code`.
        FriendRequestOutcome.state: What became of it: `requested` (the other player has to accept) or `friends` (they
          had asked, too).
        status: The status line. Null: none.
        Player.status: The status line. Left out: there's none, or the caller can't see it.
        FriendListConsent.status: Whether the game can see the player's friends: `notDetermined` (ask the player),
          `restricted` (their guardian or age doesn't allow it), `denied` or `authorized`.
        FriendListConsentChoice.status: The player's decision: `denied` or `authorized`.
        steamTicket: Steam's session ticket, in hexadecimal digits. One of the four proofs.
        subject: The ID of what it's about: a challenge, an achievement, a leaderboard or a match.
        ProviderLink.subject: The provider's own name for the player.
        suggestions: Friends of friends, those with the most shared friends first.
        takesRequests: Whether strangers can send friend requests.
        teamPlayerID: The player's ID in all games of the same team. Only in sessions of games.
        GameCenterProof.teamPlayerID: The `teamPlayerID` of Apple's local player.
        IdentityProof.teamPlayerID: The player's ID in all games of the same team: what is signed.
        ProviderLinkRequest.ticket, ProviderSignIn.ticket, ProviderTicket.ticket: The proof of who somebody is at the
          provider. It works once, for ten minutes.
        timeZone: The time zone, as an offset or a name: `+02:00`, `Europe/Berlin`.
        timestamp: When it was signed, in milliseconds since 1970.
        WebhookMessage.timestamp: When the message was made: the same for every attempt.
        to: When it ends, as hours and minutes, such as `07:00`.
        ChangedField.to: The value after the change, as text. Null: none.
        token: The session's token, for `Authorization: Bearer`. Null: it went into a cookie.
        Administrator.token, AdministratorLink.token: The one-time secret of the link for the first administrator.
        MailConfirmation.token, MailReset.token: The one-time secret from the link in the mail.
        token_type: Always `Bearer`.
        type: The kind of the problem, as the address of a page that explains it. It keeps its meaning.
        WebhookMessage.type: What happened: `test`, or the kind of the notice, such as `challengeCompleted`.
        detail: What was wrong this time, and what to do now, for the developer. In English.
        field: The field or parameter at fault, such as `scores[2].value`.
        ChangedField.field: The field that changes, such as `sortOrder` or `localizations.en.name`.
        Problem.reason: Which rule is broken, where a kind has several. Of a field: `required`, `too-short`, `too-long`,
          `text` (too short, too long, or with control characters), `integer`, `too-many`, `twice`. Of a password:
          `common` (guessed first) or `breached` (stolen elsewhere). Of an address: `unknown-host`, `private-host`. Of
          what developers configure: `taken` (the ID), `too-many-points`, `no-localization`, `frozen` (released),
          `archived`, `released` (can't be undone). Of an action: `decided` (already), `administrator` (it's about one),
          `role` (the caller's isn't enough).
        Problem.values: The numbers and names of the rule that `reason` or `type` names.
        ProblemValues.minimum: The least number, or characters of a text.
        ProblemValues.maximum: The greatest number, characters of a text, or elements of a list.
        ProblemValues.id: What the rule is about, such as a leaderboard's ID.
        ProblemValues.language: The language, as a BCP 47 tag.
        ProblemValues.teams: The names of the teams that the player is the only owner of.
        Problem.status: The HTTP status.
        match: The match.
        Problem.match: The match as it is now. Only where a write was made from an older version.
        unread: The number of unread notices.
        upTo: The last notice that was read: it and all before it. Either this or `id`.
        uri: The same for a QR code (`otpauth:`).
        NewFriendInvitation.url: The invitation link, with its code. Shown once.
        ChallengeLink.url, Share.url, SharedPage.url: The page's address. That of a new challenge link has its code, and
          is shown once.
        Claim.url: The link by which the player claims their scores.
        Party.url: The page of this code.
        ProviderVisit.url: Where the browser goes now.
        userCode, user_code: The code that the player types, such as `WDJB-MJHT`.
        uses: How many players can use it. Left out: 10.
        usesLeft: How many more players can use it.
        ChallengeLink.usesLeft, Share.usesLeft: How many more players can use the challenge link. Null: it's no
          challenge.
        days: For how many days it works. Left out: 7.
        Activity.days: The days in UTC, oldest first; the last is today.
        verificationURI, verification_uri: The address that the device shows.
        verificationURIComplete, verification_uri_complete: The same with the code in it, for a link or a QR code.
        verifier: The PKCE verifier whose SHA-256 was the `challenge`.
        challenge: The challenge.
        NewAuthorization.challenge: The PKCE challenge: the verifier's SHA-256 in base64url.
        origin: The origin of the game's page, such as `https://hop.example`.
        redirect: The address on the game's page that the player returns to. Left out: a pop-up is told.
        zone: The time zone.
        exported: When the document was made.
        isFinished: Whether everything was done. Otherwise the server goes on with it.
        erased: What was erased, by the sections of an export.
        MergedGuest.isFinished: Whether everything was moved. Otherwise the server goes on with it.
        """
}
