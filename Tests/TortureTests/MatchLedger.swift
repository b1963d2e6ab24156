import LaurelDomain
import LaurelMatches

@testable import LaurelTestMatches

/// What clients know of matches: what they were told, and what follows from it by the naive model.
///
/// Of a write whose answer got lost nobody knows whether it was done, nor what time has done meanwhile. Then there are
/// several models, one for each course that things may have taken: what is answered and read later tells which it was.
struct MatchLedger {
    /// What a player sends, and sends again with its key.
    struct Write {
        enum Action {
            case command(MatchCommand, MatchNumber)
            case find(MatchRequest)
            case rematch(MatchNumber)
            /// The player goes. It has no key: done again, it changes nothing.
            case erasure
        }

        let action: Action
        let player: Int
        let key: MatchKey
    }

    enum Answer: Hashable {
        case done(match: UInt64, version: UInt64)
        /// With Apple's code.
        case refused(Int)
        /// The store failed, or the server ended: it may be done or not.
        case lost
        /// What no client is to be answered.
        case wrong(String)
    }

    /// What is read of a server.
    struct Found: Equatable {
        /// Of each match, in order of number.
        var texts: [String]
        /// Of each player: what they see, the newest first, and how many turns they hold.
        var lists: [[UInt64]] = []
        var turns: [Int] = []
    }

    private struct Course {
        var model = NaiveMatches(circle: Circle())
        /// What the write in doubt was answered, if it was done.
        var done: Answer?
    }

    private var courses = [Course()]
    /// What is to be sent again before anything else.
    private(set) var inDoubt: Write?

    /// Time has done to matches what it does.
    ///
    /// - Parameter isCertain: false: or it is still to come.
    mutating func pass(to now: Timestamp, isCertain: Bool) {
        let passed = courses.map { course in
            var course = course
            course.model.passTime(to: now.milliseconds)
            return course
        }
        courses = isCertain ? passed : courses + passed
        forgetTwins()
    }

    /// - Returns: what is wrong with the answer.
    mutating func note(_ answer: Answer, to write: Write, at now: Timestamp) -> [String] {
        switch answer {
        case .wrong(let reason): return ["\(reason) was answered to \(Self.name(of: write))"]
        case .lost:
            inDoubt = write
            courses += courses.compactMap { course -> Course? in
                guard course.done == nil, case (let answer?, let model) = Self.done(write, in: course, at: now) else {
                    return nil
                }
                return Course(model: model, done: answer)
            }
        case .done, .refused:
            let outcomes = courses.map { Self.outcome(of: write, in: $0, at: now) }
            let alike = outcomes.filter { $0.answer == answer }
            guard !alike.isEmpty else {
                return ["\(answer), not \(outcomes.map(\.answer)), was answered to \(Self.name(of: write))"]
            }
            courses = alike.map { Course(model: $0.model) }
            inDoubt = nil
        }
        forgetTwins()
        return []
    }

    /// - Parameters:
    ///   - found: while nothing is in doubt that may still come.
    ///   - players: whose lists it has.
    /// - Returns: what is otherwise than each model has it.
    mutating func compare(_ found: Found, of players: [Int]) -> [String] {
        let expected = courses.map { Found($0.model, of: players) }
        let alike = zip(courses, expected).filter { $0.1 == found }.map { $0.0 }
        guard alike.isEmpty, let first = expected.first else {
            courses = alike
            return []
        }
        if first.texts == found.texts { return ["lists \(found.lists), \(found.turns) are other ones"] }
        let index = zip(first.texts, found.texts).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let number = index ?? min(first.texts.count, found.texts.count)
        func text(_ texts: [String]) -> String { texts.indices.contains(number) ? texts[number] : "no match" }
        return ["in the list of matches, \(number) is\n\(text(found.texts))\nand not\n\(text(first.texts))"]
    }

    /// The server has made its memory from the store anew.
    mutating func sortCalls() { for index in courses.indices { courses[index].model.sortCalls() } }

    /// Whether it is known who waits longest: after a restart that nobody noticed it may be another one.
    func keepsOrder(in group: Int64) -> Bool { courses.allSatisfy { $0.model.keepsOrder(in: group) } }

    /// Courses that have come to the same are one.
    private mutating func forgetTwins() {
        guard courses.count > 1 else { return }
        var seen: Set<String> = []
        courses = courses.filter { course in
            let texts = course.model.games.map(\.text) + ["\(course.model.lastID) \(String(describing: course.done))"]
            return seen.insert(texts.joined(separator: "\n")).inserted
        }
    }

    /// What a write is answered in one course of things, and the model after it.
    private static func outcome(
        of write: Write, in course: Course, at now: Timestamp
    ) -> (answer: Answer, model: NaiveMatches) {
        // The key is known by its match, and goes with it.
        if case .done(let match, _)? = course.done, let answer = course.done,
            course.model.games.contains(where: { $0.id == match })
        {
            return (answer, course.model)
        }
        var model = course.model
        do {
            return (try perform(write, on: &model, at: now.milliseconds), model)
        } catch {
            return (.refused((error as? NaiveMatches.Refused)?.code ?? 0), course.model)
        }
    }

    /// Nil: it is refused.
    private static func done(_ write: Write, in course: Course, at now: Timestamp) -> (Answer?, NaiveMatches) {
        let outcome = outcome(of: write, in: course, at: now)
        if case .done = outcome.answer { return (outcome.answer, outcome.model) }
        return (nil, outcome.model)
    }

    private static func perform(
        _ write: Write, on model: inout NaiveMatches, at now: Int64
    ) throws -> Answer {
        switch write.action {
        case .command(let command, let match):
            let version = try model.perform(command, match.rawValue, write.player, now)
            return .done(match: match.rawValue, version: version)
        case .find(let request):
            let made = try model.find(request, write.player, now)
            return .done(match: made.0, version: made.1)
        case .rematch(let match):
            let made = try model.rematch(match.rawValue, write.player, now)
            return .done(match: made.0, version: made.1)
        case .erasure:
            model.depart(write.player, isErased: true, now)
            return .erased
        }
    }

    /// Data of a turn may be long.
    private static func name(of write: Write) -> String { String("\(write)".prefix(500)) }
}

extension MatchLedger.Answer {
    /// No match has that number.
    static let erased = MatchLedger.Answer.done(match: 0, version: 0)
}

extension MatchLedger.Found {
    fileprivate init(_ model: NaiveMatches, of players: [Int]) {
        texts = model.games.map(\.text)
        for player in players {
            let seen = model.games.filter { $0.isSeen(by: player) }
            lists.append(seen.map(\.id).reversed())
            turns.append(seen.count { game in game.holder.map { game.chairs[$0].player } == player })
        }
    }
}
