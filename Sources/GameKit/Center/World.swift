import LaurelClient
import LaurelDomain

/// What the engine needs of the outside world: tests replace it a member at a time.
struct World: Sendable {
    var now: @Sendable () -> Date
    /// Unique, at most 64 letters, digits, `.`, `_` and `-`: names a score for good.
    var makeID: @Sendable () -> String
    /// Between 0 and 1: spreads what many devices would else do at once.
    var random: @Sendable () -> Double
    /// For secrets: so many bytes that nobody can foresee.
    var randomBytes: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
    var sleep: @Sendable (Duration) async throws -> Void
    /// Waits while a banner is seen.
    var seeBanner: @Sendable (Duration) async -> Void
    var transport: any Transport
    /// Preferred first.
    var languages: [String]
    /// What the player may know this device by, in lists of saved games; nil: nothing.
    var deviceName: String?
    /// Watches a device's folder; nil: frames look.
    var watch: @Sendable (_ path: String, _ changed: @escaping @Sendable () -> Void) -> DeviceWatch? = {
        DeviceWatch($0, changed: $1)
    }
    /// A line for the developer.
    var log: @Sendable (String) -> Void
    /// The event stream is open now: from here on nothing is missed.
    var eventStreamOpened: @Sendable () -> Void = {}
    /// What an event means is done.
    var eventWasHandled: @Sendable () -> Void = {}

    static func system() -> World {
        World(
            now: { Date() }, makeID: { UUID().uuidString.lowercased() }, random: { Double.random(in: 0..<1) },
            sleep: { try await Task.sleep(for: $0) },
            seeBanner: { await see(for: $0) },
            transport: SystemTransport(),
            languages: Locale.preferredLanguages, deviceName: deviceName(ProcessInfo.processInfo.hostName),
            log: { FileHandle.standardError.write(Data(("GameKit: " + $0 + "\n").utf8)) })
    }

    /// - Returns: nil for what the server would not take as a name.
    private static func deviceName(_ host: String) -> String? {
        let name = host.split(separator: ".").first.map { String($0.prefix(SavedGame.deviceNameLimit)) } ?? ""
        let isName = PlainText.holds(name, limit: SavedGame.deviceNameLimit) && PlainText.isSeen(name)
        return isName ? name : nil
    }

    private static func see(for duration: Duration) async {
        // Cancelled, it is over.
        do { try await Task.sleep(for: duration) } catch { return }
    }

    /// In which the server's texts are wanted; nil: its own choice.
    var language: LanguageTag? {
        guard let first = languages.first else { return nil }
        do throws(InvalidIdentifier) { return try LanguageTag(first.replacing("_", with: "-")) } catch { return nil }
    }
}
