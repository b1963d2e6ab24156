import LaurelCryptography
import LaurelDomain
import LaurelService
import Synchronization
import Testing

@testable import LaurelProviders

/// Against our own issuer of such proofs (rule 1.10); Apple's was never asked.
@Suite("Proofs of Game Center", .timeLimit(.minutes(5))) struct GameCenterProviderTests {
    private static let now = Timestamp(clamping: 1_800_000_000_000)
    private static let url = "https://static.gc.example/public-key/one.cer"

    /// Keys take long to make, so there are two for all tests: ours, and a stranger's.
    private static let keys = (make(notAfter: 4_000_000_000), make(notAfter: 4_000_000_000))
    private static func make(notAfter: Int) -> SigningKey? {
        SigningKey.make(name: "Laurel", serial: 7, notBefore: 1_700_000_000, notAfter: notAfter)
    }

    private let ours: SigningKey
    private let strangers: SigningKey

    init() throws {
        ours = try #require(Self.keys.0)
        strangers = try #require(Self.keys.1)
    }

    private func proof(_ change: (inout GameCenterProof) -> Void = { _ in }, by key: SigningKey? = nil) throws
        -> GameCenterProof
    {
        var proof = GameCenterProof(
            teamPlayerID: "T:_00112233445566778899aabbccddeeff", bundleID: try BundleID("com.ali.MonkeyJump"),
            timestamp: Self.now.milliseconds - 1_000, salt: [1, 2, 3, 4], signature: [], publicKeyURL: Self.url)
        change(&proof)
        let signer = try #require(RSASigner(privateKey: (key ?? ours).privateKey))
        proof.signature = try #require(signer.sign(proof.payload))
        return proof
    }

    private func judge(
        _ proof: GameCenterProof, certificate: SigningKey? = nil, authorities: [[UInt8]]? = nil, at now: Timestamp = now
    ) async -> Judged {
        let bytes = (certificate ?? ours).certificate
        let http = ProviderHTTP { request in
            request.url.hasPrefix("https://static.gc.example/") ? .answered(200, bytes) : .failed("asked elsewhere")
        }
        let settings = GameCenterSettings(
            bundleIDs: ["com.ali.MonkeyJump"], keyHosts: ["static.gc.example"],
            authorities: authorities ?? [ours.certificate])
        return Judged(await GameCenterProvider(settings, http).judge(proof, at: now))
    }

    @Test("rule 1.15: a proof that our own issuer signed says whose team player it is")
    func right() async throws {
        let judged = await judge(try proof())
        #expect(judged == .accepted("T:_00112233445566778899aabbccddeeff", nonce: ""))
    }

    @Test("rule 1.15: at most ten minutes old, and not of the future")
    func time() async throws {
        let limit = Self.now.milliseconds - GameCenterProvider.age.milliseconds
        #expect(await judge(try proof { $0.timestamp = limit + 1 }) == judge(try proof()))
        #expect(await judge(try proof { $0.timestamp = limit }) == .refused("the proof is too old"))
        #expect(await judge(try proof { $0.timestamp = Self.now.milliseconds }) == judge(try proof()))
        for time in [Self.now.milliseconds + 1, -1, .max, .min] {
            #expect(await judge(try proof { $0.timestamp = time }) == .refused("the proof is of the future"))
        }
    }

    @Test(
        "rule 1.15: the key's host is exactly one on the list, by https",
        arguments: [
            "http://static.gc.example/one.cer", "https://static.gc.example.evil.example/one.cer",
            "https://evil.example/static.gc.example", "https://sub.static.gc.example/one.cer",
            "https://static.gc.example:444/one.cer", "https://user@static.gc.example/one.cer",
            "https://static.gc.example@evil.example/one.cer", "https://static.gc.example",
            "https://static.gc.example#.evil.example/", "https://static.gc.example\\.evil.example/", "https:///one.cer",
            "HTTPS://static.gc.example/one.cer", "https://STATIC.gc.example/one.cer", "",
        ])
    func host(url: String) async throws {
        #expect(await judge(try proof { $0.publicKeyURL = url }) == .refused("the key's host isn't on the list"))
    }

    @Test("rule 1.15: the bundle ID is the operator's, and the chain ends at the operator's authorities")
    func believed() async throws {
        let other = try BundleID("com.ali.Other")
        #expect(await judge(try proof { $0.bundleID = other }) == .refused("the bundle ID isn't ours"))
        let stranger = await judge(try proof(by: strangers), certificate: strangers)
        #expect(stranger == .refused("the certificate isn't believed"))
        #expect(await judge(try proof(), authorities: []) == .refused("the certificate isn't believed"))
        let tooLate = Timestamp(clamping: 4_000_000_001_000)
        let late = await judge(try proof { $0.timestamp = tooLate.milliseconds }, at: tooLate)
        #expect(late == .refused("the certificate isn't believed"))
    }

    @Test("rule 1.15: whatever is changed after it was signed, the proof is refused")
    func changed() async throws {
        let changes: [(inout GameCenterProof) -> Void] = [
            { $0.teamPlayerID = "T:_ffffffffffffffffffffffffffffffff" }, { $0.timestamp += 1 },
            { $0.salt = [1, 2, 3] }, { $0.signature = [] }, { $0.signature[0] ^= 1 }, { $0.signature.append(0) },
        ]
        for change in changes {
            var proof = try proof()
            change(&proof)
            #expect(await judge(proof) == .refused("the signature"))
        }
        #expect(await judge(try proof(by: strangers)) == .refused("the signature"))
    }

    @Test("rule 1.15: a proof counts once, for as long as it could be shown")
    func once() async throws {
        let proof = try proof()
        let http = ProviderHTTP { [certificate = ours.certificate] _ in .answered(200, certificate) }
        let settings = GameCenterSettings(
            bundleIDs: ["com.ali.MonkeyJump"], keyHosts: ["static.gc.example"], authorities: [ours.certificate])
        let verdict = await GameCenterProvider(settings, http).judge(proof, at: Self.now)
        guard case .accepted(let proven) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        let end = Timestamp(clamping: proof.timestamp).advanced(by: .minutes(10))
        #expect(proven.once == .proof(proof.signature, until: end))
    }
}
