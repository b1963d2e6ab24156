/// Where the staircases are kept: blocks of 1, 2, 4 … 32 steps, found by a handle of 32 bits.
///
/// A block begins with eight bytes: the moment its player is queued for (56 bits) and the number of its steps.
/// Memory: 40 bytes for the player with one submission in the last seven days.
struct StepPool: ~Copyable {
    /// 3 bits of size class, 29 of index plus one; 0 is no block.
    typealias Handle = UInt32
    static let classCount = 6
    private static let indexBits: UInt32 = 29

    private struct Class {
        /// Slab k holds 16 << k blocks, so that small boards stay small and an index finds its slab by arithmetic.
        var slabs: UnsafeMutablePointer<UnsafeMutableRawPointer>
        var slabCount = 0
        var used: UInt32 = 0
        var free: UInt32 = 0
        var bytes = 0
    }

    private static let slabLimit = 25
    private let classes: UnsafeMutablePointer<Class>

    init() {
        classes = .allocate(capacity: Self.classCount)
        for index in 0..<Self.classCount {
            (classes + index).initialize(to: Class(slabs: .allocate(capacity: Self.slabLimit)))
        }
    }

    deinit {
        releaseSlabs()
        for index in 0..<Self.classCount { classes[index].slabs.deallocate() }
        classes.deallocate()
    }

    var bytes: Int { (0..<Self.classCount).reduce(0) { $0 + classes[$1].bytes } }

    func removeAll() {
        releaseSlabs()
        for index in 0..<Self.classCount {
            classes[index].slabCount = 0
            classes[index].used = 0
            classes[index].free = 0
            classes[index].bytes = 0
        }
    }

    private func releaseSlabs() {
        for index in 0..<Self.classCount {
            for slab in 0..<classes[index].slabCount { classes[index].slabs[slab].deallocate() }
        }
    }

    @inline(__always) private func blockBytes(_ sizeClass: Int) -> Int { 8 + 32 << sizeClass }

    @inline(__always) private func address(_ handle: Handle) -> UnsafeMutableRawPointer {
        let sizeClass = Int(handle &>> Self.indexBits)
        let index = (handle & (1 << Self.indexBits - 1)) &- 1 &+ 16
        let slab = 27 &- index.leadingZeroBitCount
        let offset = Int(index &- 16 &<< UInt32(slab))
        return classes[sizeClass].slabs[slab] + offset &* blockBytes(sizeClass)
    }

    @inline(__always) func steps(_ handle: Handle) -> UnsafeMutablePointer<Step> {
        (address(handle) + 8).assumingMemoryBound(to: Step.self)
    }

    @inline(__always) func count(_ handle: Handle) -> Int {
        Int(address(handle).load(as: UInt64.self) & 0xFF)
    }

    @inline(__always) func queued(_ handle: Handle) -> Int64 {
        Int64(truncatingIfNeeded: address(handle).load(as: UInt64.self) &>> 8)
    }

    @inline(__always) func setQueued(_ handle: Handle, _ moment: Int64) {
        let header = address(handle).assumingMemoryBound(to: UInt64.self)
        header.pointee = UInt64(truncatingIfNeeded: moment) &<< 8 | header.pointee & 0xFF
    }

    /// Keeps `count` steps (1 … 32) under `handle`, or under another one that it returns.
    func store(_ steps: UnsafePointer<Step>, _ count: Int, queued: Int64, replacing handle: Handle) -> Handle {
        let sizeClass = count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
        var target = handle
        if handle == 0 || Int(handle >> Self.indexBits) != sizeClass {
            if handle != 0 { free(handle) }
            target = allocate(sizeClass)
        }
        let block = address(target)
        block.storeBytes(of: UInt64(truncatingIfNeeded: queued) &<< 8 | UInt64(count), as: UInt64.self)
        (block + 8).copyMemory(from: steps, byteCount: count * 32)
        return target
    }

    func free(_ handle: Handle) {
        let sizeClass = Int(handle >> Self.indexBits)
        address(handle).storeBytes(of: classes[sizeClass].free, as: UInt32.self)
        classes[sizeClass].free = handle & (1 << Self.indexBits - 1)
    }

    private func allocate(_ sizeClass: Int) -> Handle {
        let tag = UInt32(sizeClass) << Self.indexBits
        let blocks = classes + sizeClass
        if blocks.pointee.free != 0 {
            let handle = tag | blocks.pointee.free
            blocks.pointee.free = address(handle).load(as: UInt32.self)
            return handle
        }
        let capacity: UInt32 = 16 << UInt32(blocks.pointee.slabCount) - 16
        if blocks.pointee.used == capacity {
            let size = (16 << blocks.pointee.slabCount) * blockBytes(sizeClass)
            precondition(blocks.pointee.slabCount < Self.slabLimit, "2^29 players have staircases of this size")
            blocks.pointee.slabs[blocks.pointee.slabCount] = .allocate(byteCount: size, alignment: 16)
            blocks.pointee.slabCount += 1
            blocks.pointee.bytes += size
        }
        blocks.pointee.used += 1
        return tag | blocks.pointee.used
    }
}
