import Foundation
import Testing

@testable import LaurelDomain

/// The table against the file of Unicode's that it was made of, read in another way.
@Suite("Look-alikes of Unicode") struct ConfusablesTests {
    private static let file = Result {
        try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../Data/unicode/confusables.txt"), encoding: .utf8)
    }

    private static func text(_ hexadecimal: some StringProtocol) throws -> String {
        var text = ""
        for word in hexadecimal.split(separator: " ") {
            text.unicodeScalars.append(try #require(UInt32(word, radix: 16).flatMap(Unicode.Scalar.init)))
        }
        return text
    }

    @Test("the table has every line of Unicode's file and nothing else")
    func table() throws {
        var prototypes: [Unicode.Scalar: String] = [:]
        for line in try Self.file.get().split(whereSeparator: \.isNewline) {
            let fields = line.prefix { $0 != "#" }.split(separator: ";")
            guard fields.count >= 2 else { continue }
            let twin = try #require(try Self.text(fields[0].filter { $0.isHexDigit }).unicodeScalars.first)
            prototypes[twin] = try Self.text(fields[1].filter { $0.isHexDigit || $0 == " " })
        }
        #expect(prototypes.count > 6_000)
        #expect(Confusables.prototypes.count == prototypes.count)
        for (twin, prototype) in prototypes {
            // By scalars: strings are equal when only their accents are encoded differently.
            let known = Confusables.prototypes[twin].map { Array($0.unicodeScalars) }
            #expect(known == Array(prototype.unicodeScalars), "U+\(String(twin.value, radix: 16))")
        }
        #expect(try Self.file.get().contains("# Version: \(Confusables.version)\n"))
    }

    @Test("every character of Unicode and its look-alike have one skeleton, which is its own skeleton")
    func closed() {
        for (twin, prototype) in Confusables.prototypes {
            // What has a normal form of its own is replaced by it before anything is looked up.
            guard Array(String(twin)._scalarsDecomposed) == [twin] else { continue }
            let skeleton = AliasSkeleton.of(String(twin))
            #expect(AliasSkeleton.of(skeleton) == skeleton, "U+\(String(twin.value, radix: 16))")
            #expect(
                (skeleton == AliasSkeleton.of(prototype)) != Self.exceptions.contains(twin),
                "U+\(String(twin.value, radix: 16))")
        }
    }

    /// Where our own table says otherwise: a long s is an s, not an f, and what nobody can type is left out.
    private static let exceptions: Set<Unicode.Scalar> = [
        "ſ", "ŀ", "Ŀ", "ŉ", "ǆ", "ǅ", "Ǆ", "η", "ˡ", "ʳ", "ˢ",
    ]
}

extension String {
    fileprivate var _scalarsDecomposed: [Unicode.Scalar] {
        Array(decomposedStringWithCanonicalMapping.unicodeScalars)
    }
}
