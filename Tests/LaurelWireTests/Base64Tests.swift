import Testing

@testable import LaurelWire

@Suite("Base 64") struct Base64Tests {
    /// RFC 4648, section 10.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("is as the RFC's examples say", arguments: vectors)
    func known(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(url: encoded.replacing("=", with: "")) == Array(plain.utf8))
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test("takes every byte in the alphabet for URLs")
    func bytes() {
        let all = (0...255).map { UInt8($0) }
        let encoded = Base64.encode(all)
        let url = encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(Base64.decode(url: url) == all)
        #expect(Base64.decode(url: encoded) == nil)
        for start in 0...255 { #expect(Base64.decode(Base64.encode(Array(all[start...]))) == Array(all[start...])) }
    }

    @Test("each value has one spelling", arguments: ["Z", "Zh", "Zg=", "Zm9v ", "Zm9vY", "é"])
    func refused(text: String) { #expect(Base64.decode(url: text) == nil) }

    @Test(
        "with padding, each value has one spelling",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "Zm8=Zm8=", "Zg==Zg==", "Z=g=", "=Zg=", "Zm9v ",
            "Zm9\n", "Zm9é", "Zm-_", "Zg\0=",
        ])
    func refusedWithPadding(text: String) { #expect(Base64.decode(text) == nil) }
}
