import Testing

@testable import LaurelHTTPServer

@Suite("Values of encryption") struct TLSValueTests {
    private static func stamps(_ certificate: Int?, _ key: Int?) -> FileWatch.Stamps {
        func stamp(_ size: Int) -> Folder.Stamp { Folder.Stamp(seconds: 1, nanoseconds: 2, size: size, inode: 3) }
        return FileWatch.Stamps(certificate: certificate.map(stamp), key: key.map(stamp))
    }

    @Test("files are read again once they have stayed the same between two looks, and once for each change")
    func watch() {
        var watch = FileWatch(Self.stamps(1, 1))
        func look(_ certificate: Int?, _ key: Int?) -> Bool { watch.look(Self.stamps(certificate, key)) }
        #expect(!look(1, 1))
        #expect(!look(2, 1))
        #expect(!look(2, 2))
        #expect(look(2, 2))
        #expect(!look(2, 2))
        // There and back again.
        #expect(!look(3, 2))
        #expect(!look(2, 2))
        #expect(!look(3, 2))
        #expect(look(3, 2))
        // Gone.
        #expect(!look(nil, 2))
        #expect(look(nil, 2))
        #expect(!look(nil, 2))
        // What couldn't be read is asked for again.
        watch.failed()
        #expect(!look(nil, 2))
        #expect(look(nil, 2))
        #expect(!look(nil, 2))
    }

    @Test(
        "the better protocol is found wherever it stands, and in nothing that is malformed",
        arguments: [
            ([8] + Array("http/1.1".utf8), 1..<9), ([2, 0x68, 0x32, 8] + Array("http/1.1".utf8), 1..<3),
            ([8] + Array("http/1.1".utf8) + [2, 0x68, 0x32], 10..<12),
            ([2, 0x68, 0x33, 8] + Array("http/1.1".utf8), 4..<12),
            ([], nil), ([2, 0x68, 0x33], nil), ([9] + Array("http/1.1".utf8), nil), ([0, 0, 0], nil), ([255], nil),
            ([8] + Array("http/1.0".utf8), nil), ([7] + Array("http/1.1".utf8), nil),
        ] as [([UInt8], Range<Int>?)])
    func protocols(_ offers: [UInt8], _ expected: Range<Int>?) {
        #expect(offers.withUnsafeBytes { ApplicationProtocol.choose(from: $0)?.name } == expected)
    }

    @Test("a ticket's key seals for its lifetime, opens for as long again, and is forgotten")
    func tickets() throws {
        let lifetime = TicketKeys.lifetime.nanoseconds
        let keys = TicketKeys(now: 5)
        let (unknown, first) = try (#require(TicketKeys.Key()), #require(keys.present))
        func found(_ key: TicketKeys.Key) -> Bool? { key.name.withUnsafeBufferPointer { keys.find($0)?.isPresent } }
        #expect(found(unknown) == nil)
        keys.rotate(now: 4 + lifetime)
        #expect(found(first) == true)
        keys.rotate(now: 5 + lifetime)
        #expect(found(first) == false)
        let second = try #require(keys.present)
        #expect(second.name != first.name && second.encryption != first.encryption)
        keys.rotate(now: 5 + 2 * lifetime)
        #expect(found(first) == nil)
        #expect(found(second) == false)
        // Nobody looked for long: the last key is too old as well.
        let third = try #require(keys.present)
        keys.rotate(now: 5 + 4 * lifetime)
        #expect(found(third) == nil)
    }
}
