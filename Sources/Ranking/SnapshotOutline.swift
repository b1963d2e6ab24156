/// Where the chunks of a snapshot begin and end, found by their heads alone: the last ones are needed first, and nobody
/// has to have all bytes in memory for that.
///
/// ```swift
/// var outline = SnapshotOutline(byteCount: file.size)
/// while let range = outline.nextHead { try outline.add(head: try file.read(range)) }
/// ```
///
/// Heads are believed so far as to say what to read next. That a chunk is what was written, ``SnapshotChunkBytes``
/// checks.
public struct SnapshotOutline: Sendable {
    private struct Chunk {
        let range: Range<Int>
        let kind: SnapshotChunk.Kind
        var isOverriding: Bool { kind == .patch || kind == .end }
    }

    /// Of the whole snapshot.
    public let byteCount: Int
    private var chunks: [Chunk] = []

    public init(byteCount: Int) { self.byteCount = byteCount }

    /// Where the next head is; nil: every byte belongs to a chunk.
    public var nextHead: Range<Int>? {
        let start = end
        return start < byteCount ? start..<min(start + SnapshotChunk.headBytes, byteCount) : nil
    }

    private var end: Int { chunks.last?.range.upperBound ?? 0 }

    /// - Parameter head: the bytes at ``nextHead``.
    public mutating func add(head: [UInt8]) throws(SnapshotDamage) {
        let index = chunks.count
        let result: Result<SnapshotChunkHead, SnapshotDamage> = head.withUnsafeBytes { buffer in
            do throws(SnapshotDamage) { return .success(try SnapshotChunkHead(buffer, index: index)) } catch {
                return .failure(error)
            }
        }
        let found = try result.get()
        let (start, length) = (end, SnapshotChunk.headBytes + found.length)
        guard length <= byteCount - start else { throw .truncated }
        chunks.append(Chunk(range: start..<start + length, kind: found.kind))
    }

    public var chunkCount: Int { chunks.count }

    /// Where a chunk's bytes are.
    public func range(ofChunk index: Int) -> Range<Int> { chunks[index].range }

    /// The chunks that say what holds in spite of others, and the end: what ``BoardRestorer`` begins with, in order.
    public var overridingChunks: [Int] { chunks.indices.filter { chunks[$0].isOverriding } }

    /// All others, in order.
    public var otherChunks: [Int] { chunks.indices.filter { !chunks[$0].isOverriding } }
}
