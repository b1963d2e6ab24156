import Foundation
import LaurelClient
import LaurelDomain
import Testing

@Suite("What a device has heard last") struct LastEventTests {
    @Test("rule 7.2: of two programs of a device, the slower one takes nothing back")
    func neverBack() throws {
        let device = DeviceFolder(
            path: FileManager.default.temporaryDirectory.appending(path: "events-\(UUID().uuidString)").path)
        let game = DeviceGame(server: .local, bundleID: try BundleID("org.example.game"), environment: .production)
        let folder = PlayerFolder(device, game, playerID: "A:_1")
        #expect(try folder.lastEvent() == nil)
        for (heard, last) in [(5, 5), (3, 5), (6, 6)] as [(Int64, Int64)] {
            try folder.setLastEvent(NoticeID(heard))
            #expect(try folder.lastEvent() == NoticeID(last))
        }
    }
}
