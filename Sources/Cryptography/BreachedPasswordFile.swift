import CLaurelCrypto
import Glibc

/// A file of passwords that were stolen elsewhere, as [Have I Been Pwned](https://haveibeenpwned.com/Passwords) hands
/// it out: SHA-1 in hexadecimal, a colon, how often it was seen; one a line, in order of the digests.
///
/// It may have tens of gigabytes. Nothing of it is kept in memory: a search reads some forty short pieces. They are
/// read, not mapped, because a mapped file that somebody cuts short ends the process.
public final class BreachedPasswordFile: Sendable {
    /// Files up to here are read whole when they are opened; of larger ones ``samples`` offsets are.
    static let wholeBytes = 16 << 20
    static let samples = 1_000
    /// 40 digits, a colon, a number, the end of the line; the rest is room.
    static let lineLimit = 128

    private let descriptor: Int32
    private let bytes: Int

    /// - Throws: what is wrong with the file. One in another order, or of other digests, is refused.
    public convenience init(path: String) throws(Invalid) { try self.init(path: path, wholeBytes: Self.wholeBytes) }

    init(path: String, wholeBytes: Int) throws(Invalid) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        bytes = isFile ? Int(status.st_size) : 0
        guard isFile else { throw .unreadable("it isn't a file") }
        guard bytes > 0 else { throw .empty }
        do throws(ReadError) { try check(wholeBytes: wholeBytes) } catch { throw Invalid(error) }
    }

    deinit { close(descriptor) }

    /// Blocks for as long as the disk needs. O(log of the file's size).
    public func contains(_ password: String) throws(ReadError) -> Bool {
        try contains(sha1: Self.digest(password))
    }

    /// - Parameter digest: 20 bytes.
    func contains(sha1 digest: [UInt8]) throws(ReadError) -> Bool {
        let wanted = SHA1(digest)
        // A line with the digest, if there is one, begins at `low` or later and before `high`; `low` begins a line.
        var low = 0
        var high = bytes
        while low < high {
            let middle = low + (high - low) / 2
            guard let line = try line(from: middle, begins: middle == low), line.start < high else {
                high = middle
                continue
            }
            if line.digest == wanted { return true }
            if line.digest < wanted { low = line.end } else { high = middle }
        }
        return false
    }

    public enum Invalid: Error, Hashable, Sendable {
        /// With the system's reason.
        case unreadable(String)
        case empty
        /// The line that begins after this many bytes is none of such a file.
        case malformed(at: Int)
        case unsorted(at: Int)

        fileprivate init(_ error: ReadError) {
            switch error {
            case .failed(let reason): self = .unreadable(reason)
            case .malformed(let offset): self = .malformed(at: offset)
            case .unsorted(let offset): self = .unsorted(at: offset)
            }
        }
    }

    public enum ReadError: Error, Hashable, Sendable {
        case failed(String)
        case malformed(at: Int)
        case unsorted(at: Int)
    }

    // MARK: Lines

    private struct Line {
        let start: Int
        /// Where the next one begins.
        let end: Int
        let digest: SHA1
    }

    /// 160 bits, in the order of their hexadecimal text.
    private struct SHA1: Comparable {
        var high: UInt64 = 0
        var middle: UInt64 = 0
        var low: UInt32 = 0

        static func < (one: SHA1, other: SHA1) -> Bool {
            (one.high, one.middle, one.low) < (other.high, other.middle, other.low)
        }

        /// Twenty bytes, the first one highest.
        init(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                high = high << 8 | middle >> 56
                middle = middle << 8 | UInt64(low >> 24)
                low = low << 8 | UInt32(byte)
            }
        }
    }

    private static func digest(_ password: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        var count: UInt32 = 0
        let text = Array(password.utf8)
        let status = EVP_Digest(text, text.count, &digest, &count, EVP_sha1(), nil)
        precondition(status == 1 && count == 20, "SHA-1 is part of every libcrypto")
        return digest
    }

    private func check(wholeBytes: Int) throws(ReadError) {
        let step = bytes <= wholeBytes ? 0 : bytes / Self.samples
        var last: SHA1?
        var offset = 0
        while let line = try line(from: offset, begins: step == 0 || offset == 0) {
            if let last, line.digest <= last { throw .unsorted(at: line.start) }
            last = line.digest
            offset = step == 0 ? line.end : max(line.end, offset + step)
        }
    }

    /// - Parameter begins: whether a line begins at `offset`; otherwise the first one behind it counts.
    /// - Returns: nil when no line begins there.
    private func line(from offset: Int, begins: Bool) throws(ReadError) -> Line? {
        // From the byte before on: a line may begin right here.
        let from = begins ? offset : offset - 1
        var text = try read(from: from)
        var start = from
        if !begins {
            guard let end = text.firstIndex(of: 0x0A) else {
                guard from + text.count >= bytes else { throw .malformed(at: from) }
                return nil
            }
            start = from + end + 1
            text = try read(from: start)
        }
        guard start < bytes else { return nil }
        let end = text.firstIndex(of: 0x0A) ?? text.count
        guard end < text.count || start + end >= bytes, let digest = Self.digest(ofLine: text[..<end]) else {
            throw .malformed(at: start)
        }
        return Line(start: start, end: start + end + 1, digest: digest)
    }

    /// - Returns: nil for what is no line of such a file.
    private static func digest(ofLine text: ArraySlice<UInt8>) -> SHA1? {
        let digits = text.prefix(40).compactMap(value)
        let rest = text.dropFirst(40)
        guard digits.count == 40, rest.first.map({ $0 == 0x3A || $0 == 0x0D }) ?? true else { return nil }
        return SHA1(stride(from: 0, to: 40, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }

    private func read(from offset: Int) throws(ReadError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.lineLimit)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
            if count >= 0 {
                // It had more bytes when it was opened.
                guard count > 0 || offset >= bytes else { throw .failed("the file has become shorter") }
                return Array(buffer.prefix(count))
            }
            guard errno == EINTR else { throw .failed(String(cString: strerror(errno))) }
        }
    }
}
