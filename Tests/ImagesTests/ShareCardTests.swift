import CLaurelGD
import Foundation
import LaurelDomain
import LaurelImages
import LaurelProcess
import Testing

@Suite("Pictures of shared pages", .timeLimit(.minutes(15))) struct ShareCardTests {
    private let pool = ImageHelperPool(executable: BuiltProducts.executable("laurel").path)

    private struct Surprise: Error {}

    private func card(
        _ headline: String = "1,448 m", player: String = "Ada", subject: String = "High Scores", art: [UInt8] = []
    ) -> ShareCard {
        ShareCard(
            tint: 1, game: "MonkeyJump", player: player, headline: headline, subject: subject, rank: "#3", medal: 3,
            call: "Can you beat it?", art: art)
    }

    private func draw(_ card: ShareCard, photo: [UInt8] = []) async throws -> [UInt8] {
        guard case .pictures(let made) = await pool.card(card, photo: photo), let png = made.first else {
            throw Surprise()
        }
        return png
    }

    /// Where it is as good as white in a part of the picture: the words.
    private func ink(_ png: [UInt8], _ rows: Range<Int32>, columns: Range<Int32> = 0..<700) throws -> Set<Int32> {
        var png = png
        let count = Int32(png.count)
        let image = try #require(png.withUnsafeMutableBytes { gdImageCreateFromPngPtr(count, $0.baseAddress) })
        defer { gdImageDestroy(image) }
        #expect(image.pointee.sx == 1_200 && image.pointee.sy == 630)
        var found: Set<Int32> = []
        for y in rows {
            for x in columns {
                let colour = gdImageGetTrueColorPixel(image, x, y)
                let channels = [colour >> 16 & 255, colour >> 8 & 255, colour & 255]
                if channels.allSatisfy({ $0 > 235 }) { found.insert(y * 1_200 + x) }
            }
        }
        return found
    }

    @Test("it is 1200 by 630, has words on it, and another score is another picture")
    func words() async throws {
        let (one, other) = (try await draw(card()), try await draw(card("1,449 m")))
        let (first, second) = (try ink(one, 200..<380), try ink(other, 200..<380))
        #expect(first.count > 2_000 && second.count > 2_000)
        #expect(first.symmetricDifference(second).count > 100)
        #expect(try await draw(card()) == one)
    }

    @Test("the player's photo stands before their name, which makes room for it")
    func photo() async throws {
        let plain = try await draw(card())
        // Any picture does: a card without white words in its middle.
        let drawn = try await draw(card(), photo: plain)
        #expect(try ink(plain, 150..<215, columns: 72..<140).count > 150)
        #expect(try ink(drawn, 150..<215, columns: 72..<140) != ink(plain, 150..<215, columns: 72..<140))
        #expect(try ink(drawn, 150..<215, columns: 156..<240).count > 150)
        // What is no picture is left out.
        #expect(try await draw(card(), photo: [1, 2, 3]) == plain)
    }

    @Test("Chinese is written: each letter its own, none a box")
    func chinese() async throws {
        try #require(CardFonts.writes.chinese, "no font has Chinese: scripts/setup test installs one")
        let names = ["中", "文", "猴"]
        var shapes: [Set<Int32>] = []
        for name in names {
            let shape = try ink(try await draw(card(player: name)), 150..<215)
            #expect(shape.count > 150, "\(name) is not there")
            shapes.append(shape)
        }
        // A box for what no font has would be the same box for all.
        #expect(Set(shapes).count == names.count)
    }

    @Test("what no font has is left out, and nothing but that")
    func unknown() async throws {
        let plain = try ink(try await draw(card(player: "Ada")), 150..<215)
        let withEmoji = try ink(try await draw(card(player: "🐒Ada\u{10FFFD}")), 150..<215)
        #expect(plain == withEmoji)
        #expect(try ink(try await draw(card(player: "🐒🧗")), 150..<215).isEmpty)
    }

    @Test("however long the words are, they stay on their side", arguments: ["W", "中", "W ", "🐒", "\u{0301}", "ش"])
    func long(letter: String) async throws {
        let text = String(repeating: letter, count: 300)
        let png = try await draw(card(text, player: text, subject: text))
        #expect(try ink(png, 0..<630, columns: 690..<1_200).isEmpty)
    }

    @Test("the game's picture is on it; one that cannot be read is done without")
    func art() async throws {
        let wide = Canvas.halves(width: 320, height: 200, Canvas.png)
        for art in [wide, Canvas.halves(width: 256, height: 256, Canvas.png)] {
            var png = try await draw(card(art: art))
            let count = Int32(png.count)
            let image = try #require(png.withUnsafeMutableBytes { gdImageCreateFromPngPtr(count, $0.baseAddress) })
            defer { gdImageDestroy(image) }
            let colour = gdImageGetTrueColorPixel(image, 1_080, 315)
            #expect(colour & 0xFF > 240 && colour >> 16 & 0xFF < 16, "the right half is blue")
        }
        #expect(try await draw(card(art: [1, 2, 3])) == (try await draw(card())))
    }
}
