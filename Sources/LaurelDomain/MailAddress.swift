/// A mail address that a mail can be sent to.
///
/// - Range: at most 254 ASCII characters: a dot-atom of at most 64, `@`, and a host name of two or more parts
///   (RFC 5321, sections 4.1.2 and 4.5.3.1). No quoted names and no IP addresses, so nothing in it can end a line of a
///   mail's header or of SMTP.
public struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    public static let lengthLimit = 254
    static let nameLimit = 64
    static let partLimit = 63
    /// As it was typed.
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
        let bytes = Array(text.utf8)
        guard let at = bytes.firstIndex(of: 0x40) else { throw .parts }
        for (offset, byte) in bytes.enumerated() where offset != at {
            guard offset < at ? Self.isOfName(byte) : Self.isOfHost(byte) else { throw .character(offset: offset) }
        }
        let name = bytes[..<at].split(separator: 0x2E, omittingEmptySubsequences: false)
        let host = bytes[(at + 1)...].split(separator: 0x2E, omittingEmptySubsequences: false)
        guard at <= Self.nameLimit, name.allSatisfy({ !$0.isEmpty }), host.count >= 2 else { throw .parts }
        for part in host {
            guard !part.isEmpty, part.count <= Self.partLimit, part.first != 0x2D, part.last != 0x2D else {
                throw .parts
            }
        }
        self.text = text
    }

    /// Two addresses with the same key get the same mail: capitals do not matter, neither in the host, where no server
    /// looks at them, nor in the name, where hardly one does.
    public var key: String { text.lowercased() }

    public var host: String { String(text.drop { $0 != "@" }.dropFirst()) }

    /// Keeps it out of logs.
    public var description: String { "(a mail address)" }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // !#$%&'*+-./=?^_`{|}~
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D...0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
    }
}
