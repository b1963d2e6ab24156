/// The header fields of a request, as they arrived. Looking one up costs a scan of the names and no allocation;
/// only a value that is asked for becomes a `String`.
public struct RequestHeaders: Sendable {
    let head: RequestHead

    public var count: Int { head.fields.count }

    /// The value of a field, whatever the case of its name; several of one name are joined with `, ` (RFC 9110
    /// section 5.3). `nil` when there is none. Bytes that are no UTF-8 become U+FFFD.
    ///
    /// - Parameter name: in lower case.
    public subscript(name: StaticString) -> String? {
        var joined: String?
        forEach(name) { value in
            let text = String(decoding: value, as: UTF8.self)
            joined = joined.map { "\($0), \(text)" } ?? text
        }
        return joined
    }

    /// The values of all fields of this name, in order.
    ///
    /// - Parameter name: in lower case.
    public func all(_ name: StaticString) -> [String] {
        var values: [String] = []
        forEach(name) { values.append(String(decoding: $0, as: UTF8.self)) }
        return values
    }

    /// Whether the field is there.
    ///
    /// - Parameter name: in lower case.
    public func contains(_ name: StaticString) -> Bool {
        var found = false
        forEach(name) { _ in found = true }
        return found
    }

    /// Gives the bytes of the only field of this name to `body`, for the hot paths: nothing is copied.
    ///
    /// - Parameter name: in lower case.
    /// - Returns: `nil` when the field is missing, or is there more than once.
    public func withOnlyValue<Result>(_ name: StaticString, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        head.bytes.withUnsafeBytes { bytes in
            var found: RequestHead.Field?
            for field in head.fields where Self.matches(field, name, bytes) {
                if found != nil { return nil }
                found = field
            }
            return found.map { body(Self.value($0, bytes)) }
        }
    }

    /// The same without a generic result, which costs other modules a look for its type's metadata.
    ///
    /// - Parameter name: in lower case.
    /// - Returns: how many fields have this name. `body` is called if it's one.
    public func readOnlyValue(_ name: StaticString, _ body: (UnsafeRawBufferPointer) -> Void) -> Int {
        head.bytes.withUnsafeBytes { bytes in
            var found: RequestHead.Field?
            var count = 0
            for field in head.fields where Self.matches(field, name, bytes) {
                found = field
                count += 1
            }
            if count == 1, let found { body(Self.value(found, bytes)) }
            return count
        }
    }

    /// All fields in the order of arrival, names as they were written. For logs and diagnosis.
    public var pairs: [(name: String, value: String)] {
        head.fields.map { field in
            let name = Int(field.nameStart)..<Int(field.nameStart) + Int(field.nameLength)
            let value = Int(field.valueStart)..<Int(field.valueStart) + Int(field.valueLength)
            return (head.text(name), head.text(value))
        }
    }

    /// Gives each field's name and value to `body`, as the bytes that arrived, in the order of arrival.
    public func forEach(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        head.bytes.withUnsafeBytes { bytes in
            for field in head.fields {
                let start = Int(field.nameStart)
                let name = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(field.nameLength)])
                body(name, Self.value(field, bytes))
            }
        }
    }

    private func forEach(_ name: StaticString, _ body: (UnsafeRawBufferPointer) -> Void) {
        head.bytes.withUnsafeBytes { bytes in
            for field in head.fields where Self.matches(field, name, bytes) { body(Self.value(field, bytes)) }
        }
    }

    static func matches(_ field: RequestHead.Field, _ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard Int(field.nameLength) == name.utf8CodeUnitCount else { return false }
        let start = Int(field.nameStart)
        return ASCII.equals(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(field.nameLength)]), name)
    }

    static func value(_ field: RequestHead.Field, _ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = Int(field.valueStart)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(field.valueLength)])
    }
}
