import LaurelDomain
import LaurelStorage
import LaurelTestStores
import Testing

@testable import LaurelService

@Suite("Addresses of pushes", .timeLimit(.minutes(15))) struct PushAddressTests {
    @Test("a player's subscription resolves no name, so that slow names hold up nobody's webhook")
    func unresolved() async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        let session = try await world.signUp("Ada").session
        let deliveries = Deliveries(
            directory: directory, catalogue: world.catalogue, clock: world.time.clock, random: world.accounts.random,
            addresses: DeliveryAddresses(
                check: { url, _ in
                    Issue.record("\(url) was resolved")
                    return .unknownHost
                },
                checkAtOnce: { url, _ in url.contains("127.1") ? .privateAddress : nil },
                isReceiver: { _, _ in true }, wake: {}),
            pushKey: [])
        func subscribe(_ host: String) async throws {
            let target = PushTarget(endpoint: "https://\(host)/x", key: [1], secret: [2])
            _ = try await SubscribeToPush(deliveries)(target, by: session)
        }
        try await subscribe("slow.example")
        await #expect(throws: DeliveryError.address(.privateAddress)) { try await subscribe("127.1") }
    }
}
