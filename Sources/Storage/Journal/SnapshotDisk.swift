import Glibc

/// The system calls that write the draft of a snapshot: what fails where a disk does, so that tests can make it fail.
package struct SnapshotDisk: Sendable {
    /// Writes at the end of an open file, all of the bytes or some: write(2). Returns how many; below 0: none, and the
    /// negative errno says why.
    package var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Returns once what was written is on the disk: fdatasync(2). 0, or an errno.
    package var flush: @Sendable (_ file: Int32) -> Int32

    package init(
        write: @escaping @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int,
        flush: @escaping @Sendable (_ file: Int32) -> Int32
    ) {
        self.write = write
        self.flush = flush
    }

    package static let system = SnapshotDisk(
        write: { file, bytes in
            let count = Glibc.write(file, bytes.baseAddress, bytes.count)
            return count < 0 ? -Int(errno) : count
        },
        flush: { file in fdatasync(file) == 0 ? 0 : errno })
}
