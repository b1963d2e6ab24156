import CLaurelZlib

/// Compression of whole files with zlib.
enum Gzip {
    /// Below this there is nothing to save. Unit: bytes.
    static let leastCount = 256

    /// - Returns: `nil` when it saves less than a tenth: the client's work would not be worth it.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= leastCount, bytes.count < Int(UInt32.max) else { return nil }
        var stream = z_stream()
        // 15 bits of window; 16 more ask for gzip's frame. The macro `deflateInit2` does not import.
        let begun = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: bytes.count - bytes.count / 10)
        var input = bytes
        let result = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { room in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(truncatingIfNeeded: source.count)
                stream.next_out = room.baseAddress
                stream.avail_out = UInt32(truncatingIfNeeded: room.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { return nil }
        output.removeLast(Int(stream.avail_out))
        return output
    }
}
