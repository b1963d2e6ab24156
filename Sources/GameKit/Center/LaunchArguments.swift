import LaurelWire

/// What a program is started for, by its arguments: `--laurel-match ID`, `--laurel-match=ID`, or an address such as
/// `laurel://matches/ID`, as a desktop hands a program what it opens.
struct LaunchArguments {
    private let arguments: ArraySlice<String>

    /// - Parameter arguments: of the program, its name first.
    init(_ arguments: [String]) { self.arguments = arguments.dropFirst() }

    /// `--laurel-challenge ID` or `laurel://challenges/ID`.
    var challenge: ChallengeID? {
        find("--laurel-challenge", value: { ChallengeID($0) }) { (address) -> ChallengeID? in
            guard case .challenge(let challenge) = address else { return nil }
            return challenge
        }
    }

    /// `--laurel-match ID` or `laurel://matches/ID`.
    var match: MatchID? {
        find("--laurel-match", value: { MatchID($0) }) { (address) -> MatchID? in
            guard case .match(let match) = address else { return nil }
            return match
        }
    }

    /// `--laurel-activity ID?partyCode=CODE` or `laurel://activities/ID?partyCode=CODE`.
    var activity: LaunchActivity? {
        find("--laurel-activity", value: { LaunchActivity($0) }) { (address) -> LaunchActivity? in
            guard case .activity(let activity) = address else { return nil }
            return activity
        }
    }

    /// The first argument that names one counts.
    ///
    /// - Parameters:
    ///   - value: of what follows the option.
    ///   - address: of an argument that stands alone; nil: it names something else.
    private func find<Value>(
        _ option: String, value: (String) -> Value?, address: (LaunchAddress) -> Value?
    ) -> Value? {
        for (index, argument) in zip(arguments.indices, arguments) {
            if let found = LaunchAddress(argument).flatMap(address) { return found }
            if argument == option, arguments.indices.contains(index + 1) { return value(arguments[index + 1]) }
            if argument.hasPrefix(option + "=") { return value(String(argument.dropFirst(option.count + 1))) }
        }
        return nil
    }
}
