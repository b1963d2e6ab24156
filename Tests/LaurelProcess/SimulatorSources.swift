/// Simulators in C for ``ClangWasm``: one that is well, and those that are not.
public enum SimulatorSources {
    /// - Parameter achievement: what `laurel_achievement` does; empty: the module has none.
    private static func module(play: String, before: String = "", achievement: String = "") -> String {
        """
        typedef int i32; typedef long long i64; typedef unsigned char u8;
        \(before)
        static u8 bytes[262144];
        static i64 points, trace;
        __attribute__((export_name("laurel_log"))) i32 laurel_log(i32 size) { return (i32)bytes; }
        __attribute__((export_name("laurel_play"))) i32 laurel_play(i64 seed, i32 size) {
            trace = seed;
            for (i32 i = 0; i < size; i++) trace = (trace ^ bytes[i]) * 0x100000001B3;
            \(play)
        }
        __attribute__((export_name("laurel_score"))) i64 laurel_score(void) { return points; }
        __attribute__((export_name("laurel_milliseconds"))) i64 laurel_milliseconds(void) { return 1000; }
        __attribute__((export_name("laurel_trace"))) i64 laurel_trace(void) { return trace; }
        \(achievement.isEmpty ? "" : earning(achievement))
        """
    }

    private static func earning(_ body: String) -> String {
        """
        __attribute__((export_name("laurel_achievement")))
        const char *laurel_achievement(i32 index) { \(body) }
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

    // MARK: Achievements

    /// Earns as many as the payload has bytes, called `A0`, `A1` … and, after 64, begins anew; with a first byte of
    /// `x`, always the same.
    public static let earning = module(
        play: "points = size; return 0;",
        before: "static char id[4];",
        achievement: """
            if (index >= points) return 0;
            i32 number = bytes[0] == 'x' ? 0 : index % 64;
            id[0] = 'A'; id[1] = '0' + number / 10; id[2] = '0' + number % 10; id[3] = 0;
            return id;
            """)
    /// An id without an end, one that is none, one of 100 bytes and one of 101, and one outside of the memory: as the
    /// first byte of the payload says.
    public static let misnaming = module(
        play: "points = 1; return 0;",
        before: "static char id[4096];",
        achievement: """
            if (index > 0) return 0;
            for (i32 i = 0; i < sizeof(id); i++) id[i] = 'a';
            if (bytes[0] == 1) id[1] = ' ', id[2] = 0;
            if (bytes[0] == 2) id[0] = 0;
            if (bytes[0] == 3) id[100] = 0;
            if (bytes[0] == 4) id[101] = 0;
            if (bytes[0] == 5) return (const char *)0x7FFFFFF0;
            if (bytes[0] == 6) {
                char *last = (char *)(__builtin_wasm_memory_size(0) << 16) - 1;
                *last = 'a';
                return last;
            }
            return id;
            """)
    public static let traceless = hostile("").replacing("laurel_trace\"", with: "trace\"")
    public static let mistypedAchievement = module(play: "return 0;", achievement: "return 0;").replacing(
        "laurel_achievement(i32 index)", with: "laurel_achievement(i64 index)")
}
