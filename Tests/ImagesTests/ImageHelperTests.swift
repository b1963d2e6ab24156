import CLaurelGD
import Foundation
import LaurelDomain
import LaurelImages
import LaurelProcess
import LaurelTestSupport
import Testing

/// Pictures by the library itself, so that what comes out can be looked at.
struct Canvas {
    /// Its left half is red, its right half blue.
    static func halves(width: Int32, height: Int32, _ body: (gdImagePtr) -> [UInt8]) -> [UInt8] {
        guard let image = gdImageCreateTrueColor(width, height) else { return [] }
        defer { gdImageDestroy(image) }
        gdImageFilledRectangle(image, 0, 0, width / 2 - 1, height - 1, 0xFF0000)
        gdImageFilledRectangle(image, width / 2, 0, width - 1, height - 1, 0x0000FF)
        return body(image)
    }

    static func jpeg(_ image: gdImagePtr) -> [UInt8] { take { gdImageJpegPtr(image, $0, 95) } }
    static func png(_ image: gdImagePtr) -> [UInt8] { take { gdImagePngPtr(image, $0) } }
    static func webP(_ image: gdImagePtr) -> [UInt8] { take { gdImageWebpPtr(image, $0) } }

    private static func take(_ make: (UnsafeMutablePointer<Int32>) -> UnsafeMutableRawPointer?) -> [UInt8] {
        var count: Int32 = 0
        guard let start = make(&count) else { return [] }
        defer { gdFree(start) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// Size, and the colours at the middle of the left, right, upper and lower edge: 'r' or 'b'.
    static func look(_ png: [UInt8]) throws -> (width: Int32, height: Int32, edges: String) {
        var png = png
        let count = Int32(png.count)
        let image = try #require(png.withUnsafeMutableBytes { gdImageCreateFromPngPtr(count, $0.baseAddress) })
        defer { gdImageDestroy(image) }
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let points = [(1, height / 2), (width - 2, height / 2), (width / 2, 1), (width / 2, height - 2)]
        let colours = points.map { gdImageGetTrueColorPixel(image, $0.0, $0.1) & 0xFFFFFF }
        return (width, height, String(colours.map { $0 >> 16 > 128 ? "r" : "b" }))
    }

    /// A JPEG with an Exif tag that says how the camera was held, and a place of which nobody should hear.
    static func exif(_ jpeg: [UInt8], orientation: UInt8, secret: String) -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
            ]
        let body = Array("Exif\0\0".utf8) + tiff + Array(secret.utf8)
        let length = body.count + 2
        return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body + Array(jpeg[2...])
    }
}

@Suite("Image helper", .timeLimit(.minutes(15))) struct ImageHelperTests {
    let pool = ImageHelperPool(executable: BuiltProducts.executable("laurel").path)

    private func squares(_ bytes: [UInt8], _ sides: [Int] = [128, 512]) async throws -> [[UInt8]] {
        guard case .pictures(let made) = await pool.squares(bytes, sides, for: .server) else { throw Surprise() }
        return made
    }

    private struct Surprise: Error {}

    @Test("makes squares of the middle from PNG, JPEG and WebP")
    func formats() async throws {
        for encode in [Canvas.png, Canvas.jpeg, Canvas.webP] {
            let made = try await squares(Canvas.halves(width: 300, height: 100, encode))
            #expect(made.count == 2)
            for (png, side) in zip(made, [128 as Int32, 512]) {
                let seen = try Canvas.look(png)
                #expect(seen.width == side && seen.height == side)
                #expect(seen.edges.hasPrefix("rb"))
            }
        }
    }

    @Test("turns a photo as the camera was held, and leaves nothing of its metadata")
    func orientation() async throws {
        let jpeg = Canvas.halves(width: 200, height: 200, Canvas.jpeg)
        // Red is where the camera's upper edge was: Exif 2.32, tag 274.
        for (tag, edges) in [
            (1 as UInt8, "rb"), (2, "br"), (3, "br"), (4, "rb"), (5, "xxrb"), (6, "xxrb"), (8, "xxbr"),
        ] {
            let made = try await squares(Canvas.exif(jpeg, orientation: tag, secret: "48.8584N 2.2945E"))
            let seen = try Canvas.look(made[1]).edges
            let wanted = edges.hasPrefix("xx") ? String(seen.dropFirst(2)) : String(seen.prefix(2))
            #expect(wanted == edges.replacing("x", with: ""), "orientation \(tag): \(seen)")
            for png in made {
                #expect(!Data(png).contains(Data("48.8584N".utf8)) && !Data(png).contains(Data("Exif".utf8)))
            }
        }
    }

    @Test("makes a whole picture smaller and never larger")
    func whole() async throws {
        let wide = Canvas.halves(width: 400, height: 100, Canvas.png)
        for (side, width, height) in [(200, 200 as Int32, 50 as Int32), (1_000, 400, 100)] {
            guard case .pictures(let made) = await pool.whole(wide, side, for: .server) else { throw Surprise() }
            let seen = try Canvas.look(try #require(made.first))
            #expect(seen.width == width && seen.height == height && made.count == 1)
        }
    }

    @Test("says no to what cannot be decoded, and goes on")
    func damaged() async throws {
        let good = Canvas.halves(width: 64, height: 64, Canvas.png)
        let jpeg = Canvas.halves(width: 64, height: 64, Canvas.jpeg)
        let bad: [[UInt8]] = [
            [], [0x89], Array(good.prefix(40)), Array("RIFF0000WEBPVP8 ".utf8) + [UInt8](repeating: 0, count: 64),
            Array(jpeg.prefix(20)), [UInt8](repeating: 0xFF, count: 1_000),
            // Says that it is larger than memory.
            Array(good.prefix(16)) + [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF] + Array(good.dropFirst(24)),
        ]
        for bytes in bad {
            guard case .undecodable = await pool.squares(bytes, [128], for: .server) else {
                Issue.record("\(bytes.count) bytes were decoded")
                continue
            }
        }
        #expect(try await squares(good).count == 2)
    }

    @Test("bytes changed at random fail one picture at the most", arguments: Depth.seeds(20))
    func fuzz(seed: UInt64) async throws {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let encode = [Canvas.png, Canvas.jpeg, Canvas.webP][random(3)]
        var bytes = Canvas.halves(width: 40, height: 30, encode)
        for _ in 0..<8 { bytes[12 + random(bytes.count - 12)] = UInt8(random(256)) }
        // Of a player of its own: of one, so many at a time are turned away.
        switch await pool.squares(bytes, [16], for: .player(PlayerNumber(UInt32(truncatingIfNeeded: seed)))) {
        case .pictures, .undecodable: break
        case .busy, .broken: Issue.record("the helper itself failed")
        }
    }

    @Test("a program that is not there is the operator's trouble, not the picture's")
    func missing() async {
        let nowhere = ImageHelperPool(executable: "/nonexistent/laurel")
        guard case .broken = await nowhere.squares([1, 2, 3], [128], for: .server) else {
            Issue.record("it was not reported")
            return
        }
    }

    @Test("more pictures than may wait are turned away at once: of one player's eight, of all together 32")
    func busy() async {
        let picture = Canvas.halves(width: 64, height: 64, Canvas.png)
        // One of each share runs, two in all.
        #expect(await taken(60, picture) { _ in .player(PlayerNumber(1)) } >= 1 + ImageHelperPool.waitingOfShareLimit)
        let all = await taken(60, picture) { .player(PlayerNumber(UInt32($0))) }
        #expect(all >= ImageHelperPool.runningLimit + ImageHelperPool.waitingLimit)
    }

    /// How many of as many pictures at once are not turned away.
    private func taken(
        _ count: Int, _ picture: [UInt8], for share: @escaping @Sendable (Int) -> HelperShare
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<count {
                group.addTask {
                    if case .busy = await pool.squares(picture, [512], for: share(index)) { false } else { true }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    @Test("before it reads a byte the helper has no system call left but for memory, its two descriptors and its end")
    func confined() throws {
        let process = Process()
        process.executableURL = BuiltProducts.executable("laurel")
        process.arguments = ["image-helper", "squares", "16"]
        let (input, output) = (Pipe(), Pipe())
        // Foundation closes its own end once the helper has it.
        let unread = dup(input.fileHandleForReading.fileDescriptor)
        defer { close(unread) }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: [0x89])
        // What it has read is no longer in the pipe.
        var left: Int32 = 1
        while left > 0, process.isRunning { try #require(ioctl(unread, UInt(FIONREAD), &left) == 0) }
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"), "\(status)")
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        // One byte is no picture.
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    }
}
