import Glibc

/// The program: finds the command and runs it.
@main struct Laurel {
    static let version = "0.1.0"

    static func main() async {
        let commands = Command.all
        do {
            switch try CommandLineParser(commands: commands).parse(Array(CommandLine.arguments.dropFirst())) {
            case .version: Terminal.say("laurel \(version)")
            case .help(let topic): Terminal.say(HelpText(commands: commands).text(for: topic))
            case .run(let command, let invocation): try await command.run(invocation)
            }
        } catch let failure as Failure {
            Terminal.complain("laurel: \(failure.message)")
            exit(failure.status)
        } catch {
            Terminal.complain("laurel: \(error)")
            exit(1)
        }
    }
}

extension Command {
    /// Everything `laurel` does, in the order of `--help`.
    static let all: [Command] = [
        serve, appList, appCreate, appShow, appSet, appEnable, appRelease, leaderboardList, leaderboardCreate,
        leaderboardSet, leaderboardArchive, leaderboardDelete, importConfiguration, exportConfiguration, invite,
        playerResetPassword, administratorLink, backup, restore, doctor,
    ]
}
