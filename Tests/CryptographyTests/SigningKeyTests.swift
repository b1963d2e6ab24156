import LaurelCryptography
import Testing

@Suite("Signing keys") struct SigningKeyTests {
    @Test("SHA-256 is as FIPS 180-4 says")
    func sha256() {
        let digest = Digest.sha256(Array("abc".utf8)).map { String($0, radix: 16) }
        #expect(digest.joined().hasPrefix("ba7816bf8f1cfea414140de5dae2223b0"))
    }

    @Test("a key signs the same each time, another one differently, and neither is a certificate")
    func signing() throws {
        let key = try #require(SigningKey.make(name: "Test", serial: 1, notBefore: 0, notAfter: 2_000_000_000))
        let signer = try #require(RSASigner(privateKey: key.privateKey))
        let signature = try #require(signer.sign([1, 2, 3]))
        #expect(signature.count == 384)
        #expect(signer.sign([1, 2, 3]) == signature)
        #expect(signer.sign([1, 2, 4]) != signature)
        #expect(signer.sign([])?.count == 384)
        #expect(RSASigner(privateKey: key.certificate) == nil)
        #expect(RSASigner(privateKey: []) == nil)
    }
}
