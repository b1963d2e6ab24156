import Foundation
import Glibc
import LaurelImages
import LaurelSimulators
import LaurelStorage

/// The program: finds the command and runs it.
@main struct Laurel {
    static let version = "0.1.0"

    static func main() async {
        // Not for people: the server starts itself so to look at pictures.
        if CommandLine.arguments.dropFirst().first == ImageHelper.command {
            exit(ImageHelper.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        // Nor this: so it plays what developers have uploaded.
        if CommandLine.arguments.dropFirst().first == SimulatorHelper.command {
            exit(SimulatorHelper.run(Array(CommandLine.arguments.dropFirst(2))))
        }
        let commands = Command.all
        do {
            switch try CommandLineParser(commands: commands).parse(Array(CommandLine.arguments.dropFirst())) {
            case .version: Terminal.say("laurel \(version)")
            case .help(let topic): Terminal.say(HelpText(commands: commands).text(for: topic))
            case .run(let command, let typed):
                let sources = OptionSources(environment: ProcessInfo.processInfo.environment)
                let invocation = try sources.completed(typed, for: command)
                do { try await command.run(invocation) } catch StoreError.lostOwnership {
                    // Between its takeover and its start: as OpenedStore.takenOver().
                    throw Failure("another server has taken over the store, so this one has ended", status: 0)
                } catch {
                    throw invocation.located(Failure(error, in: DataFolder.path(invocation)))
                }
                // A server has other work than to be read.
                if Terminal.hasLostOutput, command.name != Command.serve.name {
                    throw Failure("not all of the output could be written", status: 1)
                }
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
    static let all: [Command] =
        [
            serve, appList, appCreate, appShow, appSet, appEnable, appRelease, appArchive, appLocalize, wipe,
            leaderboardList, leaderboardCreate, leaderboardSet, leaderboardArchive, leaderboardOrder, leaderboardMove,
            leaderboardDelete, achievementOrder,
            achievementList, achievementCreate, achievementSet, achievementArchive, achievementDelete,
            activityList, activityCreate, activitySet, activityArchive, activityDelete,
            challengeDefinitionList, challengeDefinitionCreate, challengeDefinitionSet, challengeDefinitionArchive,
            challengeDefinitionDelete,
            importConfiguration, exportConfiguration, importScores, claims, renewClaim,
            teamList, teamCreate, teamSet, teamDelete, teamMembers, teamInvite, teamRole, teamRemove, developerInvite,
            keyList,
            keyCreate, keyRevoke, audit,
            webhookSet, webhookShow, webhookRemove, webhookTest, webhookLog, webhookResend, mailTest,
            playerList, playerShow, playerExport, playerErase, playerResetPassword, playerResetTwoFactor, playerSignOut,
            invite, administratorLink,
        ] + [signIn]
        + moderation + images + simulators + [
            backup, restore, copy, identityRotate, secretsList, secretsRotate, secretsForget, types, schema, doctor,
            clusterStatus, clusterRaise,
        ]
}
