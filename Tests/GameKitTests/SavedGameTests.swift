import Foundation
import LaurelClient
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("Saved games", .timeLimit(.minutes(15)))
struct SavedGameTests {
    @Test("rule 9.1: what one device saves, the player's other device lists, loads, overwrites and deletes")
    func saving() async throws {
        let arena = try await FullGame()
        let laptop = try await arena.device("ali") { $0.deviceName = "Laptop" }
        let phone = try TestDevice(arena.game)
        try await phone.signIn("ali")
        let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let saved = await laptop.told { laptop.local.saveGameData(data, withName: "Slot 1", completionHandler: $0) }
        let game = try #require(saved.value)
        #expect(game.name == "Slot 1" && game.deviceName == "Laptop" && saved.isOnMainThread)
        #expect(abs(game.modificationDate?.timeIntervalSinceNow ?? 1_000) < 600)
        let listed = await phone.told { phone.local.fetchSavedGames(completionHandler: $0) }
        let found = try #require(listed.value?.first)
        #expect(listed.value?.count == 1 && found == game && (found.copy() as? GKSavedGame) == game)
        #expect(found.hash == game.hash && found.hash != 0)
        #expect(try await found.loadData() == data)
        #expect(await phone.told { found.loadData(completionHandler: $0) }.value == data)
        // Seen, so overwritten; and the laptop overwrites it after it has listed them.
        _ = try await phone.local.saveGameData(Data("two".utf8), withName: "Slot 1")
        #expect(try await laptop.local.fetchSavedGames().count == 1)
        _ = try await laptop.local.saveGameData(Data(), withName: "Slot 1")
        let left = try await phone.local.fetchSavedGames()
        #expect(left.count == 1)
        #expect(try await left.first?.loadData() == Data())
        #expect(await phone.failure { _ = try await found.loadData() } == .invalidParameter)
        #expect(
            await phone.told { phone.local.deleteSavedGames(withName: "Slot 1", completionHandler: $0) }.error == nil)
        #expect(try await laptop.local.fetchSavedGames().isEmpty)
        _ = try await laptop.local.saveGameData(Data("again".utf8), withName: "Slot 1")
        #expect(try await phone.local.fetchSavedGames().count == 1)
        try await laptop.local.deleteSavedGames(withName: "Slot 1")
        #expect(try await phone.local.fetchSavedGames().isEmpty)
        // One that is not there is deleted already.
        try await laptop.local.deleteSavedGames(withName: "Slot 1")
        let nameless = await laptop.failure { _ = try await laptop.local.saveGameData(Data(), withName: "  ") }
        #expect(nameless == .invalidParameter)
    }

    @Test(
        "rule 9.1: saved on two devices without seeing each other is a conflict, told to both, which the game resolves")
    func conflict() async throws {
        let arena = try await FullGame()
        let (laptop, laptopHears) = try await arena.listening("ali")
        let (phone, phoneHears) = try await arena.listening("ali", isNew: false)
        _ = try await laptop.local.saveGameData(Data("base".utf8), withName: "Slot")
        guard let call = await phoneHears.next(), case .modified(let base) = call.event else {
            Issue.record("the phone was not told")
            return
        }
        #expect(base.name == "Slot" && call.player === phone.local && call.isOnMainThread)
        // Told, but not loaded: what the phone saves does not stand on it.
        _ = try await phone.local.saveGameData(Data("phone".utf8), withName: "Slot")
        for listener in [laptopHears, phoneHears] {
            guard case .conflicting(let games)? = await listener.next()?.event else {
                Issue.record("a device was not told of the conflict")
                return
            }
            #expect(games.map(\.name) == ["Slot", "Slot"])
        }
        let both = try await laptop.local.fetchSavedGames()
        #expect(both.count == 2)
        let resolved = await laptop.told {
            laptop.local.resolveConflictingSavedGames(both, with: Data("both".utf8), completionHandler: $0)
        }
        #expect(resolved.value?.count == 1)
        guard case .modified(let one)? = await phoneHears.next()?.event else {
            Issue.record("the phone was not told of the end of the conflict")
            return
        }
        #expect(try await one.loadData() == Data("both".utf8))
        // Loaded, so it is stood on.
        _ = try await phone.local.saveGameData(Data("next".utf8), withName: "Slot")
        let after = try await laptop.local.fetchSavedGames()
        #expect(after.count == 1)
        let again = try await laptop.local.resolveConflictingSavedGames(after, with: Data("last".utf8))
        #expect(try await again.first?.loadData() == Data("last".utf8))
        #expect(
            await laptop.failure { _ = try await laptop.local.resolveConflictingSavedGames([], with: Data()) }
                == .invalidParameter)
    }

    @Test("rule 9.1: a save follows on what an earlier run of the game loaded")
    func earlierRun() async throws {
        let arena = try await FullGame()
        let laptop = try await arena.device("ali")
        let phone = try TestDevice(arena.game)
        try await phone.signIn("ali")
        _ = try await laptop.local.saveGameData(Data("laptop".utf8), withName: "Slot")
        let found = try #require(try await phone.local.fetchSavedGames().first)
        #expect(try await found.loadData() == Data("laptop".utf8))
        phone.center.disk.finish()
        phone.center.close()
        let again = try TestDevice(arena.game, folder: phone.folder)
        #expect(await again.authenticate().next().error == nil)
        _ = try await again.local.saveGameData(Data("phone".utf8), withName: "Slot")
        let games = try await laptop.local.fetchSavedGames()
        #expect(games.count == 1)
        #expect(try await games.first?.loadData() == Data("phone".utf8))
    }

    @Test("rule 9.1: nobody resolves the conflict of another player of the device")
    func otherPlayer() async throws {
        let arena = try await FullGame()
        let device = try await arena.device("ali")
        _ = try await arena.device("bea")
        let saved = try await device.local.saveGameData(Data("ali".utf8), withName: "Slot")
        try await device.signIn("bea")
        let code = await device.failure {
            _ = try await device.local.resolveConflictingSavedGames([saved], with: Data("ali".utf8))
        }
        #expect(code == .notAuthenticated)
        #expect(try await device.local.fetchSavedGames().isEmpty)
    }

    @Test("rule 9.1: a save that arrived, and whose answer was lost, is in conflict with none of the device's next")
    func lostAnswer() async throws {
        let arena = try await FullGame()
        let network = AnsweringTransport()
        let laptop = try await arena.device("ali") { $0.transport = network }
        _ = try await laptop.local.saveGameData(Data("1".utf8), withName: "Slot")
        network.answer { request in
            guard request.method != "GET", request.url.contains("saved-games") else { return nil }
            do { _ = try await SystemTransport().send(request) } catch { Issue.record(error) }
            return ForeignAnswer.gateway.response
        }
        #expect(
            await laptop.failure { _ = try await laptop.local.saveGameData(Data("2".utf8), withName: "Slot") }
                == .communicationsFailure)
        network.answer { _ in nil }
        _ = try await laptop.local.saveGameData(Data("3".utf8), withName: "Slot")
        let games = try await laptop.local.fetchSavedGames()
        #expect(games.count == 1)
        #expect(try await games.first?.loadData() == Data("3".utf8))
    }

    @Test("rule 9.1: two saves of one name in a row, the first not answered yet, are in no conflict")
    func inARow() async throws {
        let arena = try await FullGame()
        let (network, gate, answers) = (AnsweringTransport(), Pauses(), Happening<Bool>())
        let laptop = try await arena.device("ali") { $0.transport = network }
        _ = try await laptop.local.saveGameData(Data("1".utf8), withName: "Slot")
        let sent = Mutex(0)
        network.answer { request in
            guard request.method != "GET", request.url.contains("saved-games") else { return nil }
            let isFirst = sent.withLock { count in
                count += 1
                return count == 1
            }
            do { if isFirst { try await gate.sleep(.zero) } } catch { return ForeignAnswer.missing.response }
            return nil
        }
        for text in ["2", "3"] {
            laptop.local.saveGameData(Data(text.utf8), withName: "Slot") { answers.happen($1 == nil) }
        }
        await gate.wait(for: 1)
        // Time enough for the second to be sent.
        #expect(try await laptop.local.fetchSavedGames().count == 1)
        #expect(sent.withLock(\.self) == 1)
        gate.end()
        for _ in 0..<2 { #expect(await answers.next() == true) }
        let games = try await laptop.local.fetchSavedGames()
        #expect(games.count == 1)
        #expect(try await games.first?.loadData() == Data("3".utf8))
    }

    @Test("rule 9.1: a save that was refused at once doesn't hold up the next one of its name")
    func refusedAtOnce() async throws {
        let arena = try await FullGame()
        _ = try await arena.game.player("ali")
        let laptop = try TestDevice(arena.game)
        let refused = await laptop.failure {
            _ = try await laptop.local.saveGameData(Data("1".utf8), withName: "Slot")
        }
        #expect(refused == .notAuthenticated)
        try await laptop.signIn("ali")
        let saved = try await laptop.local.saveGameData(Data("2".utf8), withName: "Slot")
        #expect(try await saved.loadData() == Data("2".utf8))
    }

    @Test("rule 9.1: a save that comes while the server can't be reached for a moment is told after it")
    func awayForAMoment() async throws {
        let arena = try await FullGame()
        let laptop = try await arena.device("ali")
        let (network, openings) = (AnsweringTransport(), StreamOpenings())
        let isFirst = Mutex(true)
        let phone = try TestDevice(arena.game) { world in
            world.transport = network
            world.sleep = { _ in }
            world.eventStreamOpened = openings.opened
        }
        let listener = RecordingListener()
        phone.run { GKLocalPlayer.local.register(listener) }
        try await phone.signIn("ali")
        await openings.next()
        network.answer { request in
            guard request.method == "GET", request.url.hasSuffix("/saved-games") else { return nil }
            let refuses = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            return refuses ? ForeignAnswer.gateway.response : nil
        }
        _ = try await laptop.local.saveGameData(Data("1".utf8), withName: "Slot")
        guard case .modified(let game)? = await listener.next()?.event else {
            Issue.record("the phone was not told")
            return
        }
        #expect(game.name == "Slot" && !isFirst.withLock(\.self))
    }

    @Test("a device isn't told of its own save, even if the server's answer comes after the event")
    func ownSave() async throws {
        let arena = try await FullGame()
        _ = try await arena.game.player("ali")
        let (network, openings) = (AnsweringTransport(), StreamOpenings())
        let (listed, handled) = (Happening<Void>(), Happening<Void>())
        let laptop = try TestDevice(arena.game) { world in
            world.transport = network
            world.eventStreamOpened = openings.opened
            world.eventWasHandled = { if listed.count > 0 { handled.happen() } }
        }
        let listener = RecordingListener()
        laptop.run { GKLocalPlayer.local.register(listener) }
        try await laptop.signIn("ali")
        await openings.next()
        network.answer { request in
            // The event makes the engine list the saved games.
            if request.method == "GET", request.url.hasSuffix("/saved-games") { listed.happen() }
            guard request.method != "GET", request.url.contains("saved-games") else { return nil }
            do {
                let answer = try await SystemTransport().send(request)
                _ = await handled.next()
                return answer
            } catch {
                Issue.record(error)
                return nil
            }
        }
        _ = try await laptop.local.saveGameData(Data("mine".utf8), withName: "Slot")
        let phone = try TestDevice(arena.game)
        try await phone.signIn("ali")
        _ = try await phone.local.saveGameData(Data("theirs".utf8), withName: "Other")
        guard case .modified(let first)? = await listener.next()?.event else {
            Issue.record("the laptop was not told")
            return
        }
        #expect(first.name == "Other")
    }
}
