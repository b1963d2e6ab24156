/// Turns a number into a block that tells nothing about it without the key, and back.
public struct NumberCipher: Sendable {
    /// One block for each number.
    public var encrypt: @Sendable (_ numbers: [UInt32]) -> [UInt128]
    /// - Returns: nil for a block that this key never made.
    public var decrypt: @Sendable (_ block: UInt128) -> UInt32?

    public init(
        encrypt: @escaping @Sendable (_ numbers: [UInt32]) -> [UInt128],
        decrypt: @escaping @Sendable (_ block: UInt128) -> UInt32?
    ) {
        self.encrypt = encrypt
        self.decrypt = decrypt
    }
}
