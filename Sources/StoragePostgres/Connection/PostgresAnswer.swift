import CLaurelPostgres
import LaurelStorage
import LaurelStorageSQL

/// All rows that a statement gave, in the memory of this process, and the one that is read now.
final class PostgresAnswer: SQLCells {
    static let binaryFormat: Int32 = 1

    private let result: OpaquePointer
    private let types: [PostgresType]
    private var row: Int32 = -1
    /// Read when first asked for.
    private lazy var columns = SQLColumns(
        types.indices.map { index in PQfname(result, Int32(index)).map { String(cString: $0) } ?? "" })

    /// Takes over the result of a statement that succeeded.
    init(_ result: OpaquePointer) throws(StoreError) {
        self.result = result
        var types: [PostgresType] = []
        for column in 0..<PQnfields(result) {
            let number = PQftype(result, column)
            guard let type = PostgresType(rawValue: number) else {
                let name = PQfname(result, column).map { String(cString: $0) } ?? "?"
                PQclear(result)
                throw .broken(reason: "column \(name) has the type \(number), which nothing here reads")
            }
            types.append(type)
        }
        self.types = types
    }

    deinit { PQclear(result) }

    /// How many rows the statement changed; 0 of one that reads.
    var changedRows: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// What was done: `INSERT 0 1`.
    var command: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    /// - Returns: whether there is another row to read.
    func step() -> Bool {
        row += 1
        return row < PQntuples(result)
    }

    func column(_ name: String) -> Int? { columns.index(of: name) }

    func isNull(_ column: Int) -> Bool { PQgetisnull(result, row, Int32(column)) == 1 }

    /// 0 of what is no number.
    func integer(_ column: Int) -> Int64 {
        let bytes = bytes(column)
        switch types[column] {
        case .integer64 where bytes.count == 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case .integer32 where bytes.count == 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case .integer16 where bytes.count == 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case .truth where bytes.count == 1: return bytes[0] == 0 ? 0 : 1
        case .integer64, .integer32, .integer16, .truth, .bytes, .name, .text, .nothing: return 0
        }
    }

    func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }
    func blob(_ column: Int) -> [UInt8] { Array(bytes(column)) }

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let count = Int(PQgetlength(result, row, Int32(column)))
        return UnsafeRawBufferPointer(start: PQgetvalue(result, row, Int32(column)), count: count)
    }
}
