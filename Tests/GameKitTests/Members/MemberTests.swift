import Foundation
import Testing

@testable import GameKit

@Suite("Members", .timeLimit(.minutes(15)))
struct MemberTests {
    @Test("every member that is said to be there is there, in Apple's shape")
    func shapes() async throws {
        let (table, module) = try await (MemberTable(), ModuleSymbols())
        for row in table.rows where [.works, .differs].contains(row.state) && !module.has(row) {
            Issue.record("\(row) is not there; there is \(module.resembling(row))")
        }
        for row in table.rows where row.state == .absent && module.has(row) {
            Issue.record("\(row) is said to be absent, and is there")
        }
        let states = table.members.map { row in row.state == .missing && module.has(row) ? .works : row.state }
        let done = states.filter { $0 == .works || $0 == .differs }.count
        let (absent, missing) = (states.filter { $0 == .absent }.count, states.filter { $0 == .missing }.count)
        print("GameKit: \(done) members done, \(missing) missing; \(absent) are left out by name.")
        for row in table.rows where row.state == .missing { print("  missing: \(row)") }
    }

    @Test("what Apple's SDK marks as deprecated is marked, from the same version on, and nothing else")
    func deprecations() async throws {
        let (table, module) = try await (MemberTable(), ModuleSymbols())
        for row in table.rows where [.works, .differs].contains(row.state) {
            // Of an enumeration that is marked, Apple marks each case.
            let found = module.deprecation(of: row)
            // In a class that is marked from an earlier version on, the compiler tells of the class's mark.
            let isOfClass =
                found == module.deprecation(ofType: row.type) && (Double(found) ?? 99) < (Double(row.deprecation) ?? 0)
            #expect(found == row.deprecation || isOfClass, "\(row)")
        }
    }

    @Test("members of classes can be overridden, as with Apple's")
    func overriding() async throws {
        let (table, module) = try await (MemberTable(), ModuleSymbols())
        let members = table.members.filter { row in
            [.works, .differs].contains(row.state) && module.types[row.type]?.kind == "class"
                && !row.declaration.contains("init")
        }
        #expect(members.count > 150)
        for row in members where !module.isOpen(row) { Issue.record("\(row) can't be overridden") }
    }

    @Test("enumerations have Apple's raw values")
    func rawValues() throws {
        let enumerations: [String: (Int) -> String?] = [
            "GKError.Code": { GKError.Code(rawValue: $0).map { "\($0)" } },
            "GKFriendsAuthorizationStatus": { GKFriendsAuthorizationStatus(rawValue: $0).map { "\($0)" } },
            "GKPlayer.PhotoSize": { GKPlayer.PhotoSize(rawValue: $0).map { "\($0)" } },
            "GKLeaderboard.TimeScope": { GKLeaderboard.TimeScope(rawValue: $0).map { "\($0)" } },
            "GKLeaderboard.PlayerScope": { GKLeaderboard.PlayerScope(rawValue: $0).map { "\($0)" } },
            "GKLeaderboard.LeaderboardType": { GKLeaderboard.LeaderboardType(rawValue: $0).map { "\($0)" } },
            "GKChallengeState": { GKChallengeState(rawValue: $0).map { "\($0)" } },
            "GKAccessPoint.Location": { GKAccessPoint.Location(rawValue: $0).map { "\($0)" } },
            "GKGameCenterViewControllerState": {
                GKGameCenterViewControllerState(rawValue: $0).map { "\($0)" }
            },
            "GKMatchType": { GKMatchType(rawValue: UInt($0)).map { "\($0)" } },
            "GKPlayerConnectionState": { GKPlayerConnectionState(rawValue: $0).map { "\($0)" } },
            "GKMatchmakingMode": { GKMatchmakingMode(rawValue: $0).map { "\($0)" } },
            "GKInviteRecipientResponse": { GKInviteRecipientResponse(rawValue: $0).map { "\($0)" } },
            "GKTurnBasedMatch.Status": { GKTurnBasedMatch.Status(rawValue: $0).map { "\($0)" } },
            "GKTurnBasedMatch.Outcome": { GKTurnBasedMatch.Outcome(rawValue: $0).map { "\($0)" } },
            "GKTurnBasedExchangeStatus": {
                Int8(exactly: $0).flatMap { GKTurnBasedExchangeStatus(rawValue: $0) }.map { "\($0)" }
            },
            "GKGameActivity.State": {
                UInt(exactly: $0).flatMap { GKGameActivity.State(rawValue: $0) }.map { "\($0)" }
            },
            "GKGameActivityPlayStyle": { GKGameActivityPlayStyle(rawValue: $0).map { "\($0)" } },
            "GKTurnBasedParticipant.Status": { GKTurnBasedParticipant.Status(rawValue: $0).map { "\($0)" } },
        ]
        var seen: Set<String> = []
        for row in try MemberTable().members where [.works, .differs].contains(row.state) {
            guard let match = row.declaration.wholeMatch(of: #/case `?(\w+)`? = (-?\d+)/#) else { continue }
            let name = try #require(enumerations[row.type], "\(row.type) is not in the list")
            let value = try #require(Int(match.output.2))
            #expect(name(value) == String(match.output.1), "\(row)")
            seen.insert(row.type)
        }
        #expect(seen == Set(enumerations.keys))
    }

    @Test("the table in the docs is made of the table that is tested")
    func documentation() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let made = try await Command.run(root.appending(path: "scripts/gamekit-table").path, [])
        let written = try String(contentsOf: root.appending(path: "docs/gamekit-members.md"), encoding: .utf8)
        #expect(made == written, "run: scripts/gamekit-table >docs/gamekit-members.md")
    }

    @Test("two declarations of the same shape have the same normal form, and others have not")
    func normalForms() {
        let same = [
            (
                "@discardableResult open class func f(_ a: Int, to b: String? = nil) -> Self",
                "static func f(_ x: Int, to y: String? = nil) -> Self"
            ),
            ("static let x: Notification.Name", "class var x: Notification.Name { get }"),
            ("case `default` = -1", "case `default`"),
            ("weak open var w: UIWindow?", "weak var w: UIWindow? { get set }"),
            ("let D: String", "let D: String"),
        ]
        for (one, other) in same {
            #expect(ModuleSymbols.normalForm(one) == ModuleSymbols.normalForm(other), "\(one)")
        }
        let different = [
            ("func f(_ a: Int)", "func f(_ a: Int?)"), ("func f(a: Int)", "func f(b: Int)"),
            ("func f() async throws", "func f() async"), ("var x: Int { get }", "var x: Int { get set }"),
            ("func f()", "class func f()"), ("func f(a: Int = 0)", "func f(a: Int)"), ("init(a: Int)", "init?(a: Int)"),
        ]
        for (one, other) in different {
            #expect(ModuleSymbols.normalForm(one) != ModuleSymbols.normalForm(other), "\(one)")
        }
    }
}
