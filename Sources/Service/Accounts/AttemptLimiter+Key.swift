import LaurelDomain

extension AttemptLimiter {
    /// What attempts are counted by.
    enum Key: Hashable {
        /// An alias, guessed at from one source.
        case account(String, ClientAddress)
        case accountOnDevice(String, DeviceName)
        /// An alias, guessed at from addresses that are not known to be its player's.
        case accountByStrangers(String)
        /// Secrets of a player who is signed in.
        case player(PlayerNumber)
        /// Codes of a player's second factor.
        case secondFactor(PlayerNumber)
        /// Codes of devices that wait, typed by this player.
        case userCode(PlayerNumber)
        case address(ClientAddress)
        /// What an address has while the counters that all share are used up.
        case spare(ClientAddress)
        /// New codes of parties.
        case partyMaking(PlayerNumber)
        case total
    }
}

extension AttemptLimiter.Key {
    /// Whether who knows the secret clears it.
    var isCleared: Bool {
        switch self {
        case .account, .accountOnDevice: true
        case .accountByStrangers, .player, .secondFactor, .userCode, .address, .spare, .partyMaking, .total: false
        }
    }

    /// Whether it protects one player, wherever guesses come from. Only who has signed in as that player, or got as far
    /// as their second factor, is counted by it: so one more address doesn't make one more of these.
    var isOfPlayer: Bool {
        switch self {
        case .player, .secondFactor, .userCode: true
        case .account, .accountOnDevice, .accountByStrangers, .address, .spare, .partyMaking, .total: false
        }
    }

    /// The same for the same key, and for no other. Rows of the store depend on it for as long as they count.
    var text: String {
        let parts: [String] =
            switch self {
            case .account(let alias, let address): ["account", address.text, alias]
            case .accountOnDevice(let alias, let device): ["device", device.text, alias]
            case .accountByStrangers(let alias): ["strangers", alias]
            case .player(let player): ["player", String(player.rawValue)]
            case .secondFactor(let player): ["second-factor", String(player.rawValue)]
            case .userCode(let player): ["user-code", String(player.rawValue)]
            case .address(let address): ["address", address.text]
            case .spare(let address): ["spare", address.text]
            case .partyMaking(let player): ["party-making", String(player.rawValue)]
            case .total: ["total"]
            }
        // No alias and no name of a device has a character U+0000.
        return parts.joined(separator: "\0")
    }
}
