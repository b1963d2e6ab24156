import LaurelWire

/// Who may ask for what.
enum Access: Hashable, Sendable {
    /// Whatever comes along is not looked at.
    case anyone
    /// Signed in or not, with a different answer perhaps.
    case playerOrAnonymous
    case player
    /// An administrator's own session, or the operator's socket.
    case administrator
    /// The socket in the data folder alone: whoever is not administrator yet, and owns the machine.
    case `operator`
}

extension Endpoint {
    var access: Access {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .recover, .claimAdministration: .anyone
        case .games, .game, .leaderboards, .leaderboard, .entries, .events: .playerOrAnonymous
        case .signOut, .currentPlayer, .players, .submitScore, .submitScores, .entriesAround: .player
        case .renewAdministratorLink: .operator
        case .invite, .resetPassword, .apps, .createApp, .app, .updateApp, .appLeaderboards, .createLeaderboard,
            .appLeaderboard, .updateLeaderboard, .deleteLeaderboard, .configuration, .importConfiguration:
            .administrator
        }
    }
}
