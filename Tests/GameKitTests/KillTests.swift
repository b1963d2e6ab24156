import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("A game that is killed", .timeLimit(.minutes(15)))
struct KillTests {
    /// What the game said before it ended.
    private func run(_ device: TestDevice, _ numbers: ClosedRange<Int>, killAt cut: Cut, _ proxy: CuttingProxy)
        async throws -> [String]
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        // Until it runs: not what cut off the one before.
                        proxy.limit(CuttingProxy.Limits())
                        let game = try ChildProcess(
                            BuiltProducts.executable("ScoreSender"),
                            [
                                "\(numbers.lowerBound)", "\(numbers.upperBound)", device.game.server.text,
                                device.game.bundleID.text, device.folder.path,
                            ],
                            environment: [cut.leaves ? "SCORE_SENDER_LEAVE" : "SCORE_SENDER_END": cut.line ?? ""])
                        let identifier = game.identifier
                        proxy.limit(cut.limits { kill(identifier, SIGKILL) })
                        var lines: [String] = []
                        while let line = game.nextLine() { lines.append(line) }
                        _ = game.wait()
                        return lines
                    })
            }
        }
    }

    private enum Cut {
        /// As soon as it says so.
        case said(String)
        /// When so many bytes of its requests, or of their answers, have passed on one connection.
        case up(Int), down(Int)
        /// As soon as it says so, without a network all the while.
        case offline(String)
        /// Not killed: it ends by itself as soon as it says so, without a network.
        case left(String)
        case never

        var line: String? {
            switch self {
            case .said(let line), .offline(let line), .left(let line): line
            case .up, .down, .never: nil
            }
        }

        var leaves: Bool { if case .left = self { true } else { false } }

        func limits(_ end: @escaping @Sendable () -> Void) -> CuttingProxy.Limits {
            switch self {
            case .said, .never: CuttingProxy.Limits()
            case .offline, .left: CuttingProxy.Limits(up: 0)
            // Signing in takes less on each of its connections than a submission does.
            case .up(let bytes): CuttingProxy.Limits(up: bytes, onCut: end)
            case .down(let bytes): CuttingProxy.Limits(down: bytes, onCut: end)
            }
        }
    }

    @Test("rule 8.1: kill -9 at any moment loses no score and doubles none")
    func killed() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let proxy = try CuttingProxy(to: UInt16(game.server.base.port ?? 0))
        defer { proxy.stop() }
        let device = try TestDevice(game, server: proxy.address)
        try await device.signInFromOutside("ali")
        let last = 14
        let cuts: [Cut] = [
            .said("begun 1"), .offline("told 2"), .up(420), .said("reported 4"), .down(620), .offline("told 8"),
            .up(440), .said("told 11"), .never,
        ]
        var next = 1
        for cut in cuts where next <= last {
            let lines = try await run(device, next...last, killAt: cut, proxy)
            // What the handler was told of is the queue's. What was only begun the game makes anew, as it was.
            let told = lines.compactMap { $0.hasPrefix("told ") ? Int($0.dropFirst(5)) : nil }
            if let done = told.last { next = done + 1 }
        }
        #expect(next == last + 1)
        let journal = try await Arena(game: game).journal()
        #expect(journal.map(\.value).sorted() == Array(1...last))
        let queue = SubmissionQueue(
            PlayerFolder(
                device.folder, device.game,
                playerID: try #require(try device.folder.state()?.session(of: device.game)).player.id))
        #expect(try queue.items().isEmpty)
    }

    @Test("rule 8.1: a program that ends right after its report has it on the disk")
    func left() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let proxy = try CuttingProxy(to: UInt16(game.server.base.port ?? 0))
        defer { proxy.stop() }
        let device = try TestDevice(game, server: proxy.address)
        try await device.signInFromOutside("ali")
        for number in 1...5 {
            let lines = try await run(device, number...number, killAt: .left("reported \(number)"), proxy)
            #expect(lines.last == "reported \(number)")
        }
        let queue = SubmissionQueue(
            PlayerFolder(
                device.folder, device.game,
                playerID: try #require(try device.folder.state()?.session(of: device.game)).player.id))
        #expect(try queue.items().count == 5)
    }
}
