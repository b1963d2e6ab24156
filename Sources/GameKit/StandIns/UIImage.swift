#if !canImport(Darwin)

    /// Replaces UIKit's class of the same name: a PNG's bytes and size. Decode the bytes to draw it.
    ///
    /// Immutable.
    // SAFETY: immutable. Subclasses answer for what they add.
    open class UIImage: NSObject, @unchecked Sendable {
        private let bytes: Data
        /// In pixels.
        public let size: CGSize
        public var scale: CGFloat { 1 }

        /// An empty image.
        public override init() {
            bytes = Data()
            size = .zero
            super.init()
        }

        /// - Returns: nil if the data isn't a PNG.
        public init?(data: Data) {
            guard let size = Self.pixels(of: data) else { return nil }
            bytes = data
            self.size = size
            super.init()
        }

        /// Nil for an empty image.
        open func pngData() -> Data? { bytes.isEmpty ? nil : bytes }

        /// From the header (PNG, Third Edition, sections 5.2 and 11.2.1).
        private static func pixels(of data: Data) -> CGSize? {
            let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let head = [UInt8](data.prefix(24))
            guard head.count == 24, Array(head[0..<8]) == signature, Array(head[12..<16]) == Array("IHDR".utf8) else {
                return nil
            }
            func number(_ start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            guard number(16) > 0, number(20) > 0 else { return nil }
            return CGSize(width: number(16), height: number(20))
        }

        open override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.bytes == bytes }
        open override var hash: Int { bytes.hashValue }
    }

#endif
