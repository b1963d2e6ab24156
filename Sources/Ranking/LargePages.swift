#if canImport(Glibc)
    import Glibc
#endif

/// Memory whose every part is used, and in no order.
enum LargePages {
    /// 2 MiB, as x86-64 and most ARM systems have them.
    static let size = 1 << 21

    /// The system may map it in large pages: then the processor finds an address in it without a walk through tables.
    /// Freed by `deallocate()`.
    static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: size)
        #if canImport(Glibc)
            // Advice: where it isn't taken, all is as before.
            _ = madvise(memory, bytes, MADV_HUGEPAGE)
        #endif
        return memory
    }
}
