/// Takes a chunked body apart (RFC 9112 section 7.1), strictly: every line ends with CR LF, nothing stands between a
/// chunk's data and its line end, sizes are hexadecimal digits alone. Chunk extensions and trailer fields are read
/// and dropped, within limits.
///
/// http_parser is not used for this: as Debian builds it, it takes any two bytes for the line end after the data,
/// which is a known way to smuggle a request.
struct ChunkedDecoder {
    private enum State { case size, extensions, sizeEnd, data, dataEnd, dataLineFeed, trailer, trailerEnd, done }

    private var state = State.size
    private var remaining: UInt64 = 0
    private var digits = 0
    /// Bytes of framing that were not yet outweighed by data.
    private var overhead = 0
    private var trailerLineLength = 0
    private var trailerHasColon = false

    enum Result: Equatable {
        case incomplete
        case complete
        case refused(Refusal)
    }

    /// - Parameters:
    ///   - input: is left at the first byte that does not belong to the body.
    ///   - body: gets the data.
    ///   - limit: bytes that the body may have in all.
    ///   - overheadLimit: bytes of framing that may come with the data; each byte of data allows eight more, which
    ///     is what chunks of one byte need.
    mutating func decode(
        _ input: inout UnsafeRawBufferPointer, into body: inout [UInt8], limit: Int, overheadLimit: Int
    ) -> Result {
        var index = 0
        defer { input = UnsafeRawBufferPointer(rebasing: input[index...]) }
        while index < input.count {
            if state == .data {
                let count = min(Int(clamping: remaining), input.count - index)
                body.append(contentsOf: input[index..<index + count])
                index += count
                remaining &-= UInt64(count)
                if remaining == 0 { state = .dataEnd }
                continue
            }
            let byte = input[index]
            index += 1
            overhead += 1
            if overhead > overheadLimit + body.count.multipliedReportingOverflow(by: 8).partialValue {
                return .refused(.malformedChunk)
            }
            if let refusal = step(byte, bodyCount: body.count, limit: limit) { return .refused(refusal) }
            if state == .done { return .complete }
        }
        return .incomplete
    }

    private mutating func step(_ byte: UInt8, bodyCount: Int, limit: Int) -> Refusal? {
        switch state {
        case .size: return stepSize(byte)
        case .extensions:
            if byte == ASCII.carriageReturn { state = .sizeEnd; return nil }
            return byte < ASCII.space && byte != ASCII.tab || byte == 0x7F ? .malformedChunk : nil
        case .sizeEnd:
            guard byte == ASCII.lineFeed else { return .malformedChunk }
            if remaining > UInt64(max(0, limit - bodyCount)) { return .bodyTooLarge(limit: limit) }
            state = remaining == 0 ? .trailer : .data
            trailerLineLength = 0
        case .dataEnd:
            guard byte == ASCII.carriageReturn else { return .malformedChunk }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == ASCII.lineFeed else { return .malformedChunk }
            state = .size
            digits = 0
        case .trailer: return stepTrailer(byte)
        case .trailerEnd:
            guard byte == ASCII.lineFeed else { return .malformedChunk }
            state = trailerLineLength == 0 ? .done : .trailer
            trailerLineLength = 0
            trailerHasColon = false
        case .data, .done: break
        }
        return nil
    }

    private mutating func stepSize(_ byte: UInt8) -> Refusal? {
        if let digit = ASCII.hexValue(byte) {
            // Sixteen digits fill 64 bits.
            guard digits < 16 else { return .malformedChunk }
            remaining = remaining << 4 | UInt64(digit)
            digits += 1
            return nil
        }
        guard digits > 0 else { return .malformedChunk }
        switch byte {
        case ASCII.carriageReturn: state = .sizeEnd
        case ASCII.semicolon: state = .extensions
        default: return .malformedChunk
        }
        return nil
    }

    /// A trailer is dropped, but its lines must be fields: a token, a colon, no folding, no control characters.
    private mutating func stepTrailer(_ byte: UInt8) -> Refusal? {
        if byte == ASCII.carriageReturn {
            state = .trailerEnd
            return trailerLineLength == 0 || trailerHasColon ? nil : .malformedChunk
        }
        defer { trailerLineLength += 1 }
        if trailerHasColon { return byte < ASCII.space && byte != ASCII.tab || byte == 0x7F ? .malformedChunk : nil }
        if byte == ASCII.colon && trailerLineLength > 0 {
            trailerHasColon = true
            return nil
        }
        return ASCII.isToken(byte) ? nil : .malformedChunk
    }
}
