import LaurelWire

/// A file of scores: CSV with a header, or JSON Lines. It is read anew for each walk, record by record.
struct ImportedFile {
    /// Of the whole file.
    static let bytesLimit = 1 << 30
    /// Of one record.
    static let recordBytesLimit = 65_536

    /// One record, as it stands there.
    struct Record {
        /// Of its first line, from 1.
        let line: Int
        /// By column, in lower case; or why it can't be read.
        let cells: Result<[String: String], BadLine>
    }

    /// What is wrong with a line, and what to do.
    struct BadLine: Error, Hashable {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private let bytes: [UInt8]
    private let isJSON: Bool

    init(_ name: String) throws(Failure) {
        var bytes: [UInt8]
        do throws(InputFile.Unreadable) { bytes = try InputFile.read(name, limit: Self.bytesLimit) } catch {
            throw Failure("can't read \(name): \(error.reason)", status: 1)
        }
        guard bytes.count <= Self.bytesLimit else {
            throw Failure("\(name) has more than \(Self.bytesLimit) bytes; split it", status: 1)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        self.init(bytes)
        guard !bytes.starts(with: [UInt8(ascii: "[")]) else {
            throw Failure("\(name) is one JSON array; write one object a line: jq -c '.[]' \(name)", status: 1)
        }
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isJSON = bytes.first { !Self.isBlank($0) } == UInt8(ascii: "{")
    }

    /// The columns, as the first line names them; nil: each record has its own.
    var header: [String]? {
        guard !isJSON else { return nil }
        var reader = CSVReader(bytes)
        guard case .success(let names)? = reader.next()?.cells else { return nil }
        return names
    }

    /// All bytes are the file's, so this says how far a walk is.
    var byteCount: Int { bytes.count }

    /// Hands out record by record.
    ///
    /// - Parameter body: gets the offset behind the record, too.
    func each(_ body: (Record, Int) async throws -> Void) async throws {
        if isJSON { try await eachJSON(body) } else { try await eachCSV(body) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    // MARK: JSON Lines

    private func eachJSON(_ body: (Record, Int) async throws -> Void) async throws {
        var (start, line) = (0, 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            line += 1
            let text = bytes[start..<end]
            if !text.allSatisfy(Self.isBlank) {
                try await body(Record(line: line, cells: Self.cells(json: Array(text))), end + 1)
            }
            start = end + 1
        }
    }

    private static func cells(json: [UInt8]) -> Result<[String: String], BadLine> {
        guard json.count <= recordBytesLimit else { return .failure(tooLong) }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(json: json) } catch {
            return .failure(BadLine((error.path.isEmpty ? "" : error.path + " ") + error.explanation))
        }
        guard case .object(let members) = value else { return .failure(BadLine("isn't a JSON object")) }
        let cells = members.sorted { $0.key < $1.key }.compactMap { name, value in
            value.cell.map { (name.lowercased(), $0) }
        }
        return .success(Dictionary(cells) { first, _ in first })
    }

    private static let tooLong = BadLine("has more than \(recordBytesLimit) bytes")

    // MARK: CSV

    private func eachCSV(_ body: (Record, Int) async throws -> Void) async throws {
        var reader = CSVReader(bytes)
        guard case .success(let names)? = reader.next()?.cells.map({ $0.map { $0.lowercased() } }) else {
            throw Failure("the file has no header: its first line must name the columns", status: 1)
        }
        while let (line, cells) = reader.next() {
            let record: Result<[String: String], BadLine>
            switch cells {
            case .failure(let error): record = .failure(error)
            case .success(let cells) where cells == [""]: continue
            case .success(let cells):
                record =
                    cells.count == names.count
                    ? .success(Dictionary(zip(names, cells)) { first, _ in first })
                    : .failure(BadLine("has \(cells.count) columns instead of \(names.count)"))
            }
            try await body(Record(line: line, cells: record), reader.offset)
        }
    }
}

extension JSONValue {
    /// As a cell of CSV would have it; nil: nothing is there.
    fileprivate var cell: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .boolean(let isTrue): String(isTrue)
        case .array, .object: ""
        }
    }
}
