import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite

@testable import LaurelTestMatches

/// Its turn-based matches, behind the same writer.
extension TorturedServer {
    private var game: MatchGame { MatchGame(app: app.number, environment: .production) }
    /// More than a simulation makes.
    private static let matchesLimit = 10_000

    /// As they are published, in order of number.
    func matches() -> [Match] {
        keeper.matches.read(game) { $0.newest(before: nil, limit: Self.matchesLimit).matches.reversed() }
    }

    /// A player's write, as the use cases hand it to the writer.
    func perform(_ write: MatchLedger.Write) async -> MatchLedger.Answer {
        let player = PlayerNumber(UInt32(write.player))
        // Nobody blocks anybody here.
        let circle = MatchCircle([:]) { _ in false }
        let action: MatchStep.Action
        switch write.action {
        case .command(.accept, let match): action = .accept(of: match, circle)
        case .command(let command, let match): action = .command(command, of: match)
        case .find(let request): action = .find(request, circle, isInParty: false, seed: 0)
        case .rematch(let match): action = .rematch(of: match, circle, seed: 0)
        case .erasure: return await erase(player)
        }
        do throws(MatchStepError) {
            let plan = try await keeper.perform(MatchStep(action, in: game, by: player, key: write.key))
            return .done(match: plan.match.rawValue, version: plan.version.rawValue)
        } catch {
            switch error {
            case .refused(let refusal): return .refused(refusal.gameKitCode)
            case .unavailable: return .lost
            case .banned, .full, .result, .broken: return .wrong("\(error)")
            }
        }
    }

    private func erase(_ player: PlayerNumber) async -> MatchLedger.Answer {
        do throws(StoreError) {
            try await keeper.erase([player])
            return .erased
        } catch {
            switch error {
            case .unavailable, .full, .failing, .conflict, .inDoubt: return .lost
            // It reads the store, too, which may be gone with the power.
            case .damaged, .lostOwnership, .broken: return disk.isCut ? .lost : .wrong("\(error)")
            }
        }
    }

    /// All that there is to compare, of the store and of memory. Texts say where the two disagree.
    func foundMatches(of players: [Int]) async throws(StoreError) -> MatchLedger.Found {
        let published = matches()
        let kept = try store.matches()[game] ?? []
        var found = MatchLedger.Found(texts: [])
        let directory = SQLiteDirectory(store)
        for match in kept {
            let record = try await directory.match(match.number, of: game)
            let stored = StoredMatch(match: match, data: record?.data ?? [], message: record?.message?.text)
            found.texts.append(stored.text)
        }
        if kept != published {
            let numbers = published.map(\.number.rawValue)
            found.texts.append("memory has \(numbers), or one of them is otherwise than in the store")
        }
        for player in players.map({ PlayerNumber(UInt32($0)) }) {
            let (list, turns) = keeper.matches.read(game) { book in
                (book.matches(of: player).map(\.number.rawValue), book.turns(of: player))
            }
            found.lists.append(list)
            found.turns.append(turns)
        }
        return found
    }
}
