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
}
