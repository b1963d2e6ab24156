import Foundation
import GameKit

/// What the player says on the command line.
struct Options: Sendable {
    /// Nil: as GameKit has it (`LAUREL_SERVER`, …).
    var server: String?
    var environment: String?
    var device: String?
    var isFullScreen = false
    var isMuted = false
    var isCalm = false
    var width: Int32 = 1024
    var height: Int32 = 640
    /// `en` or `zh-Hans`.
    var language: String
    /// The seed of the seeds of all runs; nil: the system's.
    var seed: UInt64?
    /// Where settings and scores that wait are; nil: the player's own folder.
    var folder: String?
    /// Say on standard output what happens, and take events from standard input.
    var announces = false
    /// A folder for the pictures that F12 makes; nil: the one where the game was started.
    var pictures: String?
    /// Say at the end how long frames took.
    var tellsTimes = false
    var wantsHelp = false
    /// Of a party: as typed, or in a link of its page.
    var partyCode: String?

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - variables: the environment, for the language.
    init(_ arguments: [String], variables: [String: String]) throws(Refusal) {
        language = Self.language(variables)
        var rest = arguments[...]
        while let first = rest.popFirst() {
            if try address(first) { continue }
            let parts = first.split(separator: "=", maxSplits: 1).map(String.init)
            let name = parts.first ?? ""
            if parts.count < 2, try flag(name) { continue }
            guard Self.withValue.contains(name) else { throw Refusal(description: "Unknown option \(name).") }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw Refusal(description: "\(name) needs a value.")
            }
            try set(name, to: value)
        }
    }

    private static let withValue: Set = [
        "--server", "--environment", "--device", "--data", "--join", "--screenshots", "--laurel-challenge",
        "--laurel-activity", "--laurel-match", "--language", "--seed", "--size",
    ]

    private mutating func flag(_ name: String) throws(Refusal) -> Bool {
        switch name {
        case "--full-screen": isFullScreen = true
        case "--mute": isMuted = true
        case "--calm": isCalm = true
        case "--announce": announces = true
        case "--frame-times": tellsTimes = true
        case "--help", "-h": wantsHelp = true
        default: return false
        }
        return true
    }

    /// - Returns: whether it is what a desktop hands a program to be opened.
    private mutating func address(_ text: String) throws(Refusal) -> Bool {
        // Of a challenge, an activity or a match: GameKit reads it.
        if text.lowercased().hasPrefix("laurel://") { return true }
        guard Self.serverOfLink(text) != nil else { return false }
        try join(text)
        return true
    }

    private mutating func set(_ name: String, to value: String) throws(Refusal) {
        switch name {
        case "--server":
            guard ["http://", "https://"].contains(where: value.hasPrefix) else {
                throw Refusal(description: "--server \(value): use an address such as https://games.example.")
            }
            server = value
        case "--environment":
            guard ["production", "sandbox"].contains(value) else {
                throw Refusal(description: "--environment \(value): use production or sandbox.")
            }
            environment = value
        case "--device": device = value
        case "--data": folder = value
        case "--screenshots": pictures = value
        // GameKit reads these.
        case "--laurel-challenge", "--laurel-activity", "--laurel-match": break
        case "--join": try join(value)
        case "--language":
            guard ["en", "zh-Hans"].contains(value) else {
                throw Refusal(description: "--language \(value): use en or zh-Hans.")
            }
            language = value
        case "--seed":
            guard let number = UInt64(value) else {
                throw Refusal(description: "--seed \(value): use a whole number, 0 or higher.")
            }
            seed = number
        case "--size":
            let sides = value.lowercased().split(separator: "x").compactMap { Int32($0) }
            guard sides.count == 2, sides.allSatisfy({ (240...8192).contains($0) }) else {
                throw Refusal(description: "--size \(value): use WIDTHxHEIGHT, each from 240 to 8192.")
            }
            (width, height) = (sides[0], sides[1])
        default:
            throw Refusal(description: "Unknown option \(name).")
        }
    }

    /// - Parameter text: a party's code, or the link of its page. The link says on which server the party is.
    private mutating func join(_ text: String) throws(Refusal) {
        guard let code = Laurel.partyCode(in: text) else {
            throw Refusal(description: "--join \(text): use a party code, such as 7K3Q-XW2P, or a link to its page.")
        }
        partyCode = code
        if server == nil { server = Self.serverOfLink(text) }
    }

    /// - Returns: nil for everything that is no link to a party's page.
    private static func serverOfLink(_ text: String) -> String? {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let page = text.range(of: "/join/"), Laurel.partyCode(in: text) != nil
        else { return nil }
        return String(text[..<page.lowerBound])
    }

    /// As the system is set: POSIX's order of variables.
    static func language(_ variables: [String: String]) -> String {
        let names = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
        let first = names.compactMap { variables[$0] }.first { !$0.isEmpty } ?? "en"
        return first.lowercased().hasPrefix("zh") ? "zh-Hans" : "en"
    }

    /// What `--help` prints.
    ///
    /// - Parameter more: lines about options that this game alone has.
    static func help(_ program: String, _ name: String, keys: String, more: String = "") -> String {
        """
        \(name), a Laurel game. You can play it without a server.

        usage: \(program) [option …]
          --server ADDRESS       server, such as https://games.example (or LAUREL_SERVER); default http://127.0.0.1:8080
          --environment NAME     production or sandbox (or LAUREL_ENVIRONMENT)
          --device FOLDER        folder with the sign-in (or LAUREL_DEVICE); default $XDG_STATE_HOME/laurel
          --data FOLDER          folder for settings and unsent scores; default $XDG_DATA_HOME/\(program)
          --size 1024x640        window size
          --full-screen          start in full screen (toggle with F11 or Alt-Enter)
          --language LANGUAGE    en or zh-Hans; default: the system's language
          --mute                 start muted
          --calm                 reduce motion: no shaking
          --seed NUMBER          fix the random seed, so runs repeat\(more)
          --announce             print events as JSON lines and read events from standard input (docs/desktop.md)
          --screenshots FOLDER   folder for screenshots taken with F12
          --frame-times          print frame times on exit
        keys:
        \(keys)
          P, Escape  pause, back        M  sound       F11  full screen        F12  screenshot
        """
    }
}
