import LaurelRanking
import LaurelStorage

extension StreamSnapshot {
    /// Up to here a board is read at once: some thousand players, less than a millisecond. Unit: bytes.
    private static let smallBytes = 256 << 10

    /// Blocks. Of a large board another thread reads and checks chunks while those before them are loaded; its bytes
    /// are never all in memory.
    func board(of section: Section) throws(SnapshotFailure) -> BoardTransfer {
        guard let file else { throw .damaged("it's missing") }
        let bytes = SectionBytes(file: file, section: section)
        guard section.count > Self.smallBytes else {
            let all = try bytes.read(0..<section.count)
            return BoardTransfer(board: try checked { () throws(SnapshotDamage) in try Board.restore(all) })
        }
        let outline = try bytes.outline()
        var overriding: [SnapshotChunkBytes] = []
        for index in outline.overridingChunks { overriding.append(try bytes.chunk(index, of: outline)) }
        var restorer = try checked { () throws(SnapshotDamage) in try BoardRestorer(overriding, of: outline) }
        let chunks = ReadAhead<SnapshotChunkBytes, SnapshotFailure> { ahead throws(SnapshotFailure) in
            for index in outline.otherChunks {
                guard ahead.hasRoom() else { return }
                ahead.append(try bytes.chunk(index, of: outline))
            }
        }
        defer { chunks.end() }
        while let chunk = try chunks.next() {
            try checked { () throws(SnapshotDamage) in try restorer.load(chunk) }
        }
        do throws(SnapshotDamage) { return BoardTransfer(board: try restorer.finish()) } catch {
            throw SnapshotFailure(error)
        }
    }
}

/// The bytes of one board in the file.
private struct SectionBytes: Sendable {
    let file: any SnapshotFile
    let section: StreamSnapshot.Section

    func outline() throws(SnapshotFailure) -> SnapshotOutline {
        var outline = SnapshotOutline(byteCount: section.count)
        while let range = outline.nextHead {
            let head = try read(range)
            try checked { () throws(SnapshotDamage) in try outline.add(head: head) }
        }
        return outline
    }

    func chunk(_ index: Int, of outline: SnapshotOutline) throws(SnapshotFailure) -> SnapshotChunkBytes {
        let bytes = try read(outline.range(ofChunk: index))
        return try checked { () throws(SnapshotDamage) in try SnapshotChunkBytes(bytes, index: index) }
    }

    func read(_ range: Range<Int>) throws(SnapshotFailure) -> [UInt8] {
        try file.read(section.offset + range.lowerBound..<section.offset + range.upperBound)
    }
}

extension SnapshotFailure {
    fileprivate init(_ damage: SnapshotDamage) { self = .damaged("a board in it is damaged: \(damage)") }
}

private func checked<Value: ~Copyable>(
    _ body: () throws(SnapshotDamage) -> Value
) throws(SnapshotFailure) -> Value {
    do throws(SnapshotDamage) { return try body() } catch { throw SnapshotFailure(error) }
}
