/// Simulators in C for ``ClangWasm``: one that is well, and those that are not.
public enum SimulatorSources {
    private static func module(play: String, before: String = "") -> String {
        """
        typedef int i32; typedef long long i64; typedef unsigned char u8;
        \(before)
        static u8 bytes[262144];
        static i64 points;
        __attribute__((export_name("laurel_log"))) i32 laurel_log(i32 size) { return (i32)bytes; }
        __attribute__((export_name("laurel_play"))) i32 laurel_play(i64 seed, i32 size) { \(play) }
        __attribute__((export_name("laurel_score"))) i64 laurel_score(void) { return points; }
        __attribute__((export_name("laurel_milliseconds"))) i64 laurel_milliseconds(void) { return 1000; }
        """
    }

    /// The seed and all bytes of the payload, added; a first byte of `x` does what the module is to be stopped for.
    private static func hostile(_ deed: String, before: String = "") -> String {
        module(
            play: """
                if (bytes[0] == 'x') { \(deed) }
                points = seed; for (i32 i = 0; i < size; i++) points += bytes[i]; return 0;
                """, before: before)
    }

    public static let endless = hostile("for (volatile i32 i = 0;; i++) {}")
    public static let eater = hostile(
        """
        for (;;) {
            i32 old = __builtin_wasm_memory_grow(0, 16);
            if (old < 0) __builtin_trap();
            for (i32 i = 0; i < 16; i++) *(volatile u8 *)(((unsigned)old + i) << 16) = 1;
        }
        """)
    public static let deep = hostile(
        "points = deep(size); return 0;",
        before: """
            i32 deep(i32 n) __attribute__((noinline));
            i32 deep(i32 n) { volatile i32 here[64]; here[n & 63] = deep(n + 1); return here[n & 63] + n; }
            """)
    public static let trapping = hostile("__builtin_trap();")
    /// Writes below its stack, over its data and out of its memory.
    public static let wild = hostile("for (unsigned p = 0; ; p += 4096) *(volatile u8 *)p = 255;")
    /// Says that its log lies outside of its memory.
    public static let elsewhere = hostile("").replacing("return (i32)bytes;", with: "return 0x7FFFFFF0;")
    public static let roomless = hostile("").replacing("return (i32)bytes;", with: "return 0;")
    /// Wants a function of the host.
    public static let importing = hostile("points = host();", before: "i32 host(void);")
    /// Has no score.
    public static let scoreless = hostile("").replacing("laurel_score\"", with: "score\"")
    public static let mistyped = hostile("").replacing(
        "i64 laurel_milliseconds(void)", with: "i32 laurel_milliseconds(void)")
    /// Wants more memory than there is, at once.
    public static let large = hostile("", before: "static u8 huge[80 << 20]; u8 *see(i32 n) { return huge + n; }")
        .replacing("points = seed;", with: "points = seed + *see(size);")
    /// Refuses a run as its first two bytes say.
    public static let refusing = module(play: "return bytes[0] | bytes[1] << 8;")
    /// Remembers nothing from run to run, unless a store were used twice.
    public static let counting = module(play: "points += 1; return 0;")
}
