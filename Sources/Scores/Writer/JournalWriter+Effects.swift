import LaurelDomain
import LaurelStorage

// What a durable step changes in memory.
extension JournalWriter {
    func apply(_ effect: Effect) {
        switch effect {
        // Achievements
        case .counted(let change, let achievement, let environment):
            keeper.tally.count(change, achievement, environment)
        case .defined(let achievement):
            lastAchievement = max(lastAchievement, achievement.number.rawValue)
            keeper.catalogue.achievements.put(achievement)
        case .achievementRemoved(let number):
            keeper.catalogue.achievements.remove(number)
            keeper.tally.forget(number)
        case .left(let game, let players): keeper.tally.leave(game, players)
        case .forgotten(let player): keeper.tally.forget(player)
        case .reported(let stream, let sequence):
            boards(of: stream).withLock { [time = batch.time] state in
                state.published = max(state.published, sequence)
                state.time = max(state.time, time)
            }
        // Moderation
        case .moderated(let row): publishModerated(row)
        case .awaited(let score): reviews.add(score)
        case .reviewed(let sequence, let stream): reviews.settle(sequence, of: stream)
        case .banned(let ban, let rows):
            keeper.catalogue.bans.put(ban)
            for row in rows { publishBan(row) }
        case .banLifted(let player, let scope, let rows):
            keeper.catalogue.bans.remove(player, scope)
            for row in rows { publishBan(row) }
        // Players
        case .parted(let player, let other): noteMark(.friendship(min(player, other), max(player, other)))
        case .erased(let player, let rows, let targets):
            erased.insert(player)
            for row in rows { publishErasure(row) }
            for target in targets { forgetCopies(of: target.leaderboards, in: stream(target.stream)) }
            // Without any it was only closed: a merge that goes on still asks what waits.
            if !targets.isEmpty { reviews.forget(player) }
        // Matches
        case .matched(let game, let facts): keeper.publish(facts, of: game)
        case .noticesResolved(let player): keeper.ports.outbox.resolve(player)
        // Leaderboards
        case .configured(let plan): publish(plan)
        case .wiped(let records):
            for record in records { reviews.forget(record) }
            publish(records)
        }
    }
}
