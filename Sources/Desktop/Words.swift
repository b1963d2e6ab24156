import Foundation
import GameKit
import LaurelArcade

/// What the games say, in the player's language: the texts of the browser's (Web/site/i18n/games says how they are
/// written).
@MainActor public enum Words {
    private static var catalogue = Catalogue()

    private static let format: NumberFormatter = {
        let format = NumberFormatter()
        format.numberStyle = .decimal
        return format
    }()

    private static let moments = DateFormatter()

    /// Called once, before anything is shown.
    ///
    /// - Parameters:
    ///   - language: `en` or `zh-Hans`.
    ///   - folder: the game's resources.
    static func load(_ language: String, of game: String, from folder: URL) throws(HostTrouble) {
        catalogue = try Catalogue(["games", "refusals", game], in: language, from: folder)
        format.locale = Locale(identifier: language)
        moments.locale = Locale(identifier: language)
        moments.setLocalizedDateFormatFromTemplate("MMMdjmm")
    }

    public static func number(_ value: Int64) -> String {
        format.string(from: NSNumber(value: value)) ?? String(value)
    }

    /// Day and time, where the player is.
    static func moment(_ date: Date) -> String { moments.string(from: date) }

    /// A text that every game has, as it is in a window.
    static func say(_ name: String, a: Int64? = nil, b: Int64? = nil, slot: String = "", value: String = "") -> String {
        fill(["desktop.\(name)", "play.\(name)"], a, b, slot, value) ?? name
    }

    /// A text of a game's own; without one, its key.
    public static func text(
        _ key: String, a: Int64? = nil, b: Int64? = nil, slot: String = "", value: String = ""
    ) -> String { fill([key], a, b, slot, value) ?? key }

    /// What starts a run.
    public static var play: String { say("play") }
    /// What ends the program.
    public static var quit: String { say("allGames") }
    public static func sound(isMuted: Bool) -> String { say(isMuted ? "soundOn" : "soundOff") }

    /// - Parameters:
    ///   - slot: what stands in the text, such as a name.
    ///   - value: the item's own value, where the text has a gap for it.
    static func phrase(_ phrase: Phrase, a: Int32, b: Int32, slot: String, value: String) -> String {
        say("\(phrase)", a: Int64(a), b: Int64(b), slot: slot, value: value)
    }

    /// Why the server refused something, in the player's language; what is new to this game is told as GameKit has it.
    public static func reason(_ error: (any Error)?) -> String {
        guard let error else { return "" }
        let problem = (error as? GKError)?.userInfo[GKError.problemTypeKey] as? String ?? ""
        let keys = ["desktop.problem.\(problem)", "play.problem.\(problem)", "problem.\(problem)"]
        return catalogue.text(keys) ?? error.localizedDescription
    }

    /// What is said of a kind of problem, in the player's language; nil: nothing.
    ///
    /// - Parameters:
    ///   - problem: as ``GKError/problemTypeKey`` has it.
    ///   - area: of the texts in which a game's own sentences are.
    public static func known(_ problem: String, in area: String) -> String? {
        catalogue.text(["\(area).problem.\(problem)", "problem.\(problem)"])
    }

    private static func fill(
        _ keys: [String], _ a: Int64?, _ b: Int64?, _ slot: String, _ value: String
    ) -> String? {
        let count = a == 0 ? ".zero" : a == 1 ? ".one" : ""
        let bare = slot.isEmpty && value.isEmpty ? ".bare" : ""
        let forms = keys.flatMap { key in [key + count + bare, key + count, key + bare, key] }
        guard let text = catalogue.text(forms) else { return nil }
        // One pass: what is filled in may have braces itself.
        return text.replacing(/\{(a|b|slot|value)\}/) { match in
            switch match.output.1 {
            case "a": number(a ?? 0)
            case "b": number(b ?? 0)
            case "slot": slot
            default: value
            }
        }
    }
}
