import Foundation

// What is said besides the screens' phrases. The browser's are Web/site/play/host/words.js.
extension Words {
    static func sentLate(_ count: Int) -> String {
        isChinese
            ? "已提交之前的 \(count) 个分数。" : count == 1 ? "An earlier score was sent." : "\(count) earlier scores were sent."
    }

    static func refusedLate(_ why: String) -> String {
        isChinese ? "之前的一个分数被拒绝：\(why)" : "An earlier score was rejected: \(why)"
    }

    static var noGhost: String {
        isChinese ? "没有幽灵对手：那一局来自游戏的另一个版本。" : "No ghost: that run is from another version of the game."
    }

    /// - Parameter isOpen: the browser shows the page already.
    static func signIn(at address: String, code: String, isOpen: Bool) -> String {
        if isOpen { return isChinese ? "请在浏览器中登录，代码：\(code)" : "Sign in with your browser. Code: \(code)" }
        return isChinese ? "在浏览器中登录：\(address)，代码：\(code)" : "Sign in at \(address) with code \(code)"
    }

    // MARK: Sharing

    static var shareTitle: String { isChinese ? "分享你的分数" : "Share your score" }
    static var shareQuestion: String {
        isChinese
            ? "知道链接的人都能看到你的玩家名和最佳分数。你可以随时移除。"
            : "Anyone with the link can see your player name and best score. You can remove it at any time."
    }
    static var shareMake: String { isChinese ? "生成链接" : "Create link" }
    static var shareMaking: String { isChinese ? "正在生成…" : "Creating link…" }
    static var shareCopy: String { isChinese ? "再次复制" : "Copy again" }
    static var shareOpen: String { isChinese ? "查看页面" : "View page" }
    static var shareOpened: String {
        isChinese ? "链接已复制，页面已在浏览器中打开。" : "Link copied. The page is open in your browser."
    }
    static var shareCopied: String { isChinese ? "链接已复制。" : "Link copied." }
    static var shareFailed: String {
        isChinese ? "出了点问题，请稍后再试。" : "Something went wrong. Try again later."
    }
    static var close: String { isChinese ? "关闭" : "Close" }
}
