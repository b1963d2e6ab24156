/// One chunk whose bytes are those that were written.
///
/// Made on one thread, it can be read on another.
public struct SnapshotChunkBytes: Sendable {
    let head: SnapshotChunkHead
    let index: Int
    let bytes: [UInt8]

    /// O(bytes).
    ///
    /// - Parameters:
    ///   - bytes: the whole chunk and nothing else, as ``SnapshotOutline`` has found it.
    ///   - index: of the chunk in the snapshot, from 0.
    public init(_ bytes: [UInt8], index: Int) throws(SnapshotDamage) {
        let result: Result<SnapshotChunkHead, SnapshotDamage> = bytes.withUnsafeBytes { buffer in
            do throws(SnapshotDamage) { return .success(try Self.check(buffer, index)) } catch {
                return .failure(error)
            }
        }
        head = try result.get()
        self.index = index
        self.bytes = bytes
    }

    private static func check(
        _ chunk: UnsafeRawBufferPointer, _ index: Int
    ) throws(SnapshotDamage) -> SnapshotChunkHead {
        let head = try SnapshotChunkHead(chunk, index: index)
        guard chunk.count == SnapshotChunk.headBytes + head.length else { throw .truncated }
        let sum = SnapshotChunk.checksum(
            UnsafeRawBufferPointer(rebasing: chunk[0..<24]),
            UnsafeRawBufferPointer(rebasing: chunk[SnapshotChunk.headBytes...]))
        guard UInt64(littleEndian: chunk.loadUnaligned(fromByteOffset: 24, as: UInt64.self)) == sum,
            Int(UInt32(littleEndian: chunk.loadUnaligned(fromByteOffset: 12, as: UInt32.self))) == index
        else { throw .damaged(chunk: index) }
        return head
    }

    /// Gives `body` what reads it from the front.
    func read<Value>(
        _ body: (inout SnapshotChunkReader) throws(SnapshotDamage) -> Value
    ) throws(SnapshotDamage) -> Value {
        let result: Result<Value, SnapshotDamage> = bytes.withUnsafeBytes { buffer in
            var reader = SnapshotChunkReader(
                head, index: index, UnsafeRawBufferPointer(rebasing: buffer[SnapshotChunk.headBytes...]))
            do throws(SnapshotDamage) { return .success(try body(&reader)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
