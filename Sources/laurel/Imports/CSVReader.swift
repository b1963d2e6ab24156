/// Rows of CSV (RFC 4180), with commas, semicolons or tabs between cells: what stands first in the header.
struct CSVReader {
    static let cellsLimit = 256

    private let bytes: [UInt8]
    private let separator: UInt8
    /// Behind what was read.
    private(set) var offset = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let header = bytes.prefix { $0 != 0x0A }
        separator = header.first { [0x2C, 0x3B, 0x09].contains($0) } ?? 0x2C
    }

    /// - Returns: the number of the row's first line, and its cells; nil at the end.
    mutating func next() -> (line: Int, cells: Result<[String], ImportedFile.BadLine>)? {
        guard offset < bytes.count else { return nil }
        let (first, start) = (line, offset)
        var cells: [String] = []
        var isWellFormed = true
        while true {
            let (cell, isWhole) = cell()
            isWellFormed = isWellFormed && isWhole && cell != nil
            if cells.count <= Self.cellsLimit { cells.append(cell ?? "") }
            guard offset < bytes.count, bytes[offset] == separator else { break }
            offset += 1
            // A separator at the end of the file has an empty cell behind it.
            if offset == bytes.count {
                cells.append("")
                break
            }
        }
        endLine()
        if !isWellFormed { startOver(behind: start, first) }
        guard offset - start <= ImportedFile.recordBytesLimit, cells.count <= Self.cellsLimit else {
            return (first, .failure(ImportedFile.BadLine("is too long; is a quotation mark missing?")))
        }
        guard isWellFormed else {
            return (
                first,
                .failure(
                    ImportedFile.BadLine(
                        "isn't CSV in UTF-8, or a quotation mark is missing; quote cells as \"a \"\"b\"\" c\""))
            )
        }
        return (first, .success(cells))
    }

    private var isAtEnd: Bool {
        offset >= bytes.count || bytes[offset] == separator || bytes[offset] == 0x0A
            || bytes[offset] == 0x0D && (offset + 1 >= bytes.count || bytes[offset + 1] == 0x0A)
    }

    /// - Returns: nil for what isn't UTF-8; `isWhole`: it ends where a cell may.
    private mutating func cell() -> (String?, isWhole: Bool) {
        var content: [UInt8] = []
        guard offset < bytes.count, bytes[offset] == 0x22 else {
            let start = offset
            while !isAtEnd { offset += 1 }
            return (String(validating: bytes[start..<offset], as: UTF8.self), true)
        }
        offset += 1
        let limit = min(bytes.count, offset + ImportedFile.recordBytesLimit)
        while offset < limit {
            let byte = bytes[offset]
            offset += 1
            if byte == 0x22 {
                guard offset < bytes.count, bytes[offset] == 0x22 else {
                    let isWhole = isAtEnd
                    while !isAtEnd { offset += 1 }
                    return (String(validating: content, as: UTF8.self), isWhole)
                }
                offset += 1
            } else if byte == 0x0A {
                line += 1
            }
            content.append(byte)
        }
        return (nil, false)
    }

    /// A quotation mark too many or too few spoils its own line; what follows are rows again.
    private mutating func startOver(behind start: Int, _ first: Int) {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        (offset, line) = (min(end + 1, bytes.count), first + 1)
    }

    private mutating func endLine() {
        if offset < bytes.count, bytes[offset] == 0x0D { offset += 1 }
        if offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
        line += 1
    }
}
