import Glibc

/// The lines of a file that ``Seeding`` wrote.
func readTokens(_ path: String) throws -> [String] {
    guard let file = fopen(path, "r") else { throw Failure("\(path) cannot be read") }
    defer { fclose(file) }
    var lines: [String] = []
    var buffer = [CChar](repeating: 0, count: 256)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
        let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        lines.append(String(decoding: bytes, as: UTF8.self))
    }
    guard !lines.isEmpty else { throw Failure("\(path) is empty") }
    return lines
}
