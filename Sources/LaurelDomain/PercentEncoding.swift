/// Texts as parts of addresses and forms.
public enum PercentEncoding {
    /// Everything but unreserved characters by its bytes (RFC 3986, section 2.3), so that the text keeps its meaning
    /// wherever it is put: in a path, a query, a fragment or a form.
    public static func text(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
            default: encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The text that was encoded, however much of it was.
    ///
    /// - Returns: nil if two hexadecimal digits don't follow each percent sign, or the bytes aren't UTF-8.
    public static func decoded(_ text: String) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.utf8.count)
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == 0x25 else {
                decoded.append(byte)
                continue
            }
            guard let first = bytes.next(), let second = bytes.next(), let high = value(ofDigit: first),
                let low = value(ofDigit: second)
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
