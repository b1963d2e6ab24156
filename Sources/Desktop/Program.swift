public import Foundation
import CLaurelSDL
import GameKit

/// A game's program from its arguments to its end.
@MainActor public enum Program {
    /// - Parameters:
    ///   - keys: what `--help` says of them.
    ///   - desk: the game's own access to Game Center, with the folder for scores that wait.
    /// - Returns: the exit status.
    public static func run(
        _ game: any DesktopGame, keys: String, desk: (URL) -> any ScoreDesk
    ) -> Int32 {
        run(game.identifier, game.name, game.bundleID, keys, hasParties: false) {
            (options, art) throws(HostTrouble) in
            let folder = Settings(name: game.identifier, folder: options.folder).folder
            try Host(game, center: GameKitCenter(desk: desk(folder)), options: options, art: art).run()
        }
    }

    /// The same for a game that is played in turns.
    public static func run(_ game: any TableGame, keys: String) -> Int32 {
        run(game.identifier, game.name, game.bundleID, keys, hasParties: true) {
            (options, art) throws(HostTrouble) in
            try TableHost(game, options: options, art: art).run()
        }
    }

    private static let partyHelp = """

          --join CODE            join friends by their party code, or by the link to its page
        """

    private static func run(
        _ identifier: String, _ name: String, _ bundleID: String, _ keys: String, hasParties: Bool,
        show: (Options, URL) throws(HostTrouble) -> Void
    ) -> Int32 {
        let options: Options
        do throws(Options.Refusal) {
            options = try Options(
                Array(CommandLine.arguments.dropFirst()), variables: ProcessInfo.processInfo.environment)
        } catch {
            report("\(error.description)\nRun \(identifier) --help for the options.")
            return 2
        }
        if options.wantsHelp {
            print(Options.help(identifier, name, keys: keys, more: hasParties ? partyHelp : ""))
            return 0
        }
        guard hasParties || options.partyCode == nil else {
            report("\(name) has no party codes.")
            return 2
        }
        // GameKit speaks to the player as well, and asks the system in which language.
        if options.language != Options.language(ProcessInfo.processInfo.environment) {
            setenv("LANG", options.language == "en" ? "en_US.UTF-8" : "zh_CN.UTF-8", 1)
            for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES"] { unsetenv(name) }
        }
        Laurel.configure(
            server: options.server, bundleID: bundleID, environment: options.environment, device: options.device)
        do throws(HostTrouble) {
            try show(options, try art(identifier))
            return 0
        } catch {
            report(error.description)
            return 1
        }
    }

    /// The pictures and texts lie beside the program, or in `../share/laurel`, or where `LAUREL_ART` says.
    private static func art(_ name: String) throws(HostTrouble) -> URL {
        let folder = "laurel_\(name).resources"
        var candidates: [URL] = []
        if let named = ProcessInfo.processInfo.environment["LAUREL_ART"] {
            candidates.append(URL(fileURLWithPath: named))
        }
        if let program = Bundle.main.executableURL {
            for program in [program, program.resolvingSymlinksInPath()] {
                let beside = program.deletingLastPathComponent()
                candidates.append(beside.appendingPathComponent(folder))
                candidates.append(beside.appendingPathComponent("../share/laurel/\(folder)").standardizedFileURL)
            }
        }
        let found = candidates.first {
            FileManager.default.isReadableFile(atPath: $0.appendingPathComponent("logo.svg").path)
        }
        guard let found else {
            throw HostTrouble(
                "Can't find the game's artwork. Looked in: \(candidates.map(\.path).joined(separator: ", "))")
        }
        return found
    }
}
