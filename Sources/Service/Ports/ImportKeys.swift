/// What an import derives from the secret of the store, so that the same row of a file is the same score again, and a
/// link can be made again without being kept.
public struct ImportKeys: Sendable {
    /// 32 bytes that nobody else can make of these.
    private let code: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameter code: a code of 32 bytes under a key that only imports use. Stored rows depend on it.
    public init(code: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.code = code }

    /// A server that takes no imports.
    public static let none = ImportKeys { _ in [] }

    /// No part has a character U+0000, so no two lists of parts are one text.
    func code(_ parts: String...) -> [UInt8] { code(Array(parts.joined(separator: "\0").utf8)) }
}
