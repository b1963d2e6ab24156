/// What a valid module asks of its host, from its bytes: wasmtime's errors mention other numbers.
///
/// - Source: WebAssembly Core Specification 2.0, section 5.5.
struct ModuleDemands {
    /// Each as `module.name`.
    private(set) var imports: [String] = []
    /// Of 64 KiB, at the start.
    private(set) var memoryPages: UInt64 = 0
    private(set) var tableCount = 0
    /// Of the largest table, at the start.
    private(set) var tableElements: UInt64 = 0

    /// What it was compiled as; nothing where the bytes make no sense, which is for the compiler to say.
    init(_ module: [UInt8]) {
        var reader = Reader(bytes: module[...])
        guard reader.skip(8) else { return }
        while let section = reader.byte(), let size = reader.number(), let content = reader.take(size) {
            var content = Reader(bytes: content)
            switch section {
            case 2: readImports(&content)
            case 4: readTables(&content)
            case 5:
                if let count = content.number(), count > 0, let pages = content.limits() {
                    memoryPages = pages
                }
            default: continue
            }
        }
    }

    /// What it can't have of that, in a sentence's middle; nil: nothing.
    func excess(_ limits: SimulatorLimits) -> String? {
        if !imports.isEmpty {
            let shown = imports.prefix(8).joined(separator: ", ") + (imports.count > 8 ? ", …" : "")
            let count = imports.count == 1 ? "1 import" : "\(imports.count) imports"
            return "it has \(count) (\(shown)); a simulator can have none"
        }
        let bytes = memoryPages.multipliedReportingOverflow(by: 65_536)
        if bytes.overflow || bytes.partialValue > UInt64(limits.memoryBytes) {
            return "its memory starts with \(memoryPages) pages of 64 KiB; a simulator can have "
                + "\(limits.memoryBytes / 65_536) (\(limits.memoryBytes >> 20) MiB)"
        }
        if tableCount > SimulatorLimits.tables {
            return "it has \(tableCount) tables; a simulator can have \(SimulatorLimits.tables)"
        }
        if tableElements > UInt64(SimulatorLimits.tableElements) {
            return "one of its tables starts with \(tableElements) elements; a simulator can have "
                + "\(SimulatorLimits.tableElements)"
        }
        return nil
    }

    private mutating func readImports(_ content: inout Reader) {
        guard let count = content.number() else { return }
        for _ in 0..<min(count, UInt64(content.bytes.count)) {
            guard let module = content.name(), let name = content.name(), let kind = content.byte() else {
                return
            }
            imports.append("\(module).\(name)")
            let isWhole =
                switch kind {
                case 0: content.number() != nil
                case 1: content.byte() != nil && content.limits() != nil
                case 2: content.limits() != nil
                case 3: content.skip(2)
                default: false
                }
            guard isWhole else { return }
        }
    }

    private mutating func readTables(_ content: inout Reader) {
        guard let count = content.number() else { return }
        tableCount = Int(clamping: count)
        for _ in 0..<min(count, UInt64(content.bytes.count)) {
            guard content.byte() != nil, let elements = content.limits() else { return }
            tableElements = max(tableElements, elements)
        }
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func byte() -> UInt8? { bytes.popFirst() }

        mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
            guard count <= UInt64(bytes.count) else { return nil }
            defer { bytes = bytes.dropFirst(Int(count)) }
            return bytes.prefix(Int(count))
        }

        mutating func skip(_ count: UInt64) -> Bool { take(count) != nil }

        /// LEB128 of at most 64 bits.
        mutating func number() -> UInt64? {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while shift < 64, let next = byte() {
                value |= UInt64(next & 0x7F) << shift
                if next & 0x80 == 0 { return value }
                shift += 7
            }
            return nil
        }

        mutating func name() -> String? {
            number().flatMap { take($0) }.map { String(decoding: $0.prefix(100), as: UTF8.self) }
        }

        /// - Returns: the lower end.
        mutating func limits() -> UInt64? {
            guard let flags = byte(), let least = number(), flags & 1 == 0 || number() != nil else {
                return nil
            }
            return least
        }
    }
}
