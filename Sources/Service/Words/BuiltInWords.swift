/// The list that comes with the program: few words, and only such as are meant to hurt in nearly every context. An
/// operator adds to it and takes out of it (`laurel words`).
enum BuiltInWords {
    /// Folded as ``WordFilter/folded(_:)`` does.
    static let all: [String] = english + chinese

    private static let english = [
        "asshole", "bastard", "bitch", "bullshit", "cock", "cocksucker", "cunt", "dickhead", "faggot", "fuck",
        "fucker", "fucking", "hitler", "kike", "motherfucker", "nazi", "nigga", "nigger", "paki", "paedo", "pedo",
        "pussy", "rapist", "retard", "shit", "slut", "spastic", "tranny", "twat", "wanker", "whore",
    ]

    private static let chinese = [
        "傻逼", "操你妈", "草泥马", "他妈的", "妈的", "狗日的", "婊子", "贱人", "鸡巴", "强奸", "王八蛋", "去死吧", "杂种", "智障", "纳粹",
    ]
}
