import CLaurelGD
import LaurelImages
import Testing

@Suite("Pictures of codes") struct CodePictureTests {
    /// Which modules are dark, without the white around them.
    private func modules(_ text: String) throws -> [[Bool]] {
        var png = try #require(CodePicture.png(text))
        let image = try #require(gdImageCreateFromPngPtr(Int32(png.count), &png))
        defer { gdImageDestroy(image) }
        let side = Int(image.pointee.sx)
        #expect(side == Int(image.pointee.sy) && side.isMultiple(of: 8))
        func isDark(_ row: Int, _ column: Int) -> Bool {
            gdImageGetTrueColorPixel(image, Int32(column * 8 + 4), Int32(row * 8 + 4)) == 0
        }
        // ISO/IEC 18004: four modules of white all around.
        let (all, inner) = (0..<side / 8, 4..<side / 8 - 4)
        for row in all {
            for column in all where !inner.contains(row) || !inner.contains(column) {
                #expect(!isDark(row, column))
            }
        }
        return inner.map { row in inner.map { column in isDark(row, column) } }
    }

    @Test("rule 14.10: a code has the standard's three finders and its timing lines")
    func structure() throws {
        let modules = try modules("http://127.0.0.1:8080/join/7K3Q-XW2P")
        // 36 bytes with 15 % of correction: version 3, 29 modules (ISO/IEC 18004, table 7).
        #expect(modules.count == 29)
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for (top, left) in [(0, 0), (0, 22), (22, 0)] {
            let found = (0..<7).map { row in
                (0..<7).map { modules[top + row][left + $0] ? "1" : "0" }.joined()
            }
            #expect(found == finder)
        }
        for index in 8..<21 {
            #expect(modules[6][index] == index.isMultiple(of: 2) && modules[index][6] == index.isMultiple(of: 2))
        }
    }

    @Test("other texts are other pictures, the same one the same; none and too long a text have none")
    func texts() throws {
        #expect(CodePicture.png("a") == CodePicture.png("a") && CodePicture.png("a") != CodePicture.png("b"))
        #expect(CodePicture.png("") == nil)
        #expect(CodePicture.png(String(repeating: "x", count: CodePicture.bytesLimit)) != nil)
        #expect(CodePicture.png(String(repeating: "x", count: CodePicture.bytesLimit + 1)) == nil)
    }
}
