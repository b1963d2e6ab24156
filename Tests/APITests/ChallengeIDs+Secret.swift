import LaurelCryptography
import LaurelScores
import LaurelService

extension ChallengeIDs {
    /// As the program makes them.
    init(secret: [UInt8]) {
        let cipher = AESNumberCipher(secret: secret, purpose: "challenge")
        self.init(cipher: NumberCipher(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) }))
    }
}
