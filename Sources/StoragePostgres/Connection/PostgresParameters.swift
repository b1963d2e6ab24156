import CLaurelPostgres
import LaurelStorageSQL

/// Values of a statement, in PostgreSQL's binary form, each with its type.
struct PostgresParameters {
    private static let nullLength: Int32 = -1

    private(set) var types: [Oid] = []
    private var bytes: [UInt8] = []
    /// Where each begins within the bytes; nil: NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []

    init() {}

    init(_ values: [SQLValue]) {
        for value in values {
            types.append(PostgresType.of(value))
            guard value != .null else {
                starts.append(nil)
                lengths.append(0)
                continue
            }
            begin()
            add(value)
            end()
        }
    }

    var count: Int32 { Int32(clamping: types.count) }

    /// A whole column, as an array.
    mutating func append(column values: [SQLValue], of type: PostgresType) {
        types.append(type.arrayOID)
        begin()
        // Dimensions, whether there are NULLs, the elements' type; then the length and the index of the first one.
        add(Int32(values.isEmpty ? 0 : 1))
        add(Int32(values.contains(.null) ? 1 : 0))
        add(Int32(bitPattern: type.rawValue))
        if !values.isEmpty {
            add(Int32(clamping: values.count))
            add(Int32(1))
        }
        for value in values {
            if value == .null {
                add(Self.nullLength)
                continue
            }
            let start = bytes.count
            add(Int32(0))
            add(value)
            let length = Int32(clamping: bytes.count - start - MemoryLayout<Int32>.size)
            withUnsafeBytes(of: length.bigEndian) { length in
                bytes.replaceSubrange(start..<start + length.count, with: length)
            }
        }
        end()
    }

    /// What libpq wants: types, addresses, lengths and formats.
    func with<Result>(
        _ body: (
            UnsafePointer<Oid>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let formats = [Int32](repeating: PostgresAnswer.binaryFormat, count: types.count)
        return bytes.withUnsafeBytes { bytes in
            // An empty value is no NULL: it has an address too.
            let base = bytes.bindMemory(to: CChar.self).baseAddress ?? Self.somewhere
            let addresses = starts.map { start in start.map { base + $0 } }
            return body(types, addresses, lengths, formats)
        }
    }

    /// Never read: the lengths are 0 then.
    private static var somewhere: UnsafePointer<CChar> {
        guard let address = UnsafePointer<CChar>(bitPattern: 1) else { preconditionFailure("1 is an address") }
        return address
    }

    private mutating func begin() { starts.append(bytes.count) }

    private mutating func end() {
        guard let start = starts.last ?? nil else { return }
        lengths.append(Int32(clamping: bytes.count - start))
    }

    private mutating func add(_ value: SQLValue) {
        switch value {
        case .null: break
        case .integer(let number): add(number)
        case .text(let text): bytes += text.utf8
        case .blob(let blob): bytes += blob
        }
    }

    private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Types of PostgreSQL, by their numbers there. Source: `pg_type.dat`.
enum PostgresType: Oid {
    case truth = 16
    case bytes = 17
    case name = 19
    case integer64 = 20
    case integer16 = 21
    case integer32 = 23
    case text = 25
    case nothing = 2278

    /// Of an array of these.
    var arrayOID: Oid {
        switch self {
        case .bytes: 1_001
        case .integer64: 1_016
        case .text: 1_009
        case .truth, .name, .integer16, .integer32, .nothing: preconditionFailure("no column has this type")
        }
    }

    /// 0: the server finds out from where it stands.
    static func of(_ value: SQLValue) -> Oid {
        switch value {
        case .null: 0
        case .integer: integer64.rawValue
        case .text: text.rawValue
        case .blob: bytes.rawValue
        }
    }
}
