import CLaurelSodium

/// libsodium must be initialised before anything else in it is called.
enum Sodium {
    static let isReady: Bool = sodium_init() >= 0

    static func require() {
        // Without a working random generator nothing here would be safe; there is nothing better to do.
        precondition(isReady, "libsodium could not be initialised")
    }
}
