import Foundation

// What is said besides the screens' phrases. The browser's are Web/site/play/host/words.js.
extension Words {
    static func sentLate(_ count: Int) -> String {
        isChinese
            ? "已发送 \(count) 个之前的成绩。" : count == 1 ? "An earlier score was sent." : "\(count) earlier scores were sent."
    }

    static func refusedLate(_ why: String) -> String {
        isChinese ? "之前的一个成绩被拒绝：\(why)" : "An earlier score was refused: \(why)"
    }

    static var noGhost: String {
        isChinese ? "没有幽灵：那一局来自游戏的另一个版本。" : "No ghost: that run was of another version of the game."
    }

    /// - Parameter isOpen: the browser shows the page already.
    static func signIn(at address: String, code: String, isOpen: Bool) -> String {
        if isOpen { return isChinese ? "请在浏览器中登录，代码 \(code)" : "Sign in with your browser, code \(code)" }
        return isChinese ? "在浏览器中登录：\(address) 代码 \(code)" : "Sign in at \(address) with the code \(code)"
    }

    // MARK: Sharing

    static var shareTitle: String { isChinese ? "分享你的成绩" : "Share your score" }
    static var shareQuestion: String {
        isChinese
            ? "任何拿到链接的人都能看到你的名字和最佳成绩。你可以随时撤回。"
            : "Everybody who has the link can see your name and your best score. You can take it back at any time."
    }
    static var shareMake: String { isChinese ? "生成链接" : "Make the link" }
    static var shareMaking: String { isChinese ? "正在生成…" : "Making it…" }
    static var shareCopy: String { isChinese ? "再次复制" : "Copy again" }
    static var shareOpen: String { isChinese ? "打开页面" : "See the page" }
    static var shareOpened: String {
        isChinese ? "链接已复制，页面已在浏览器中打开。" : "The link is copied, and its page is open in your browser."
    }
    static var shareCopied: String { isChinese ? "链接已复制。" : "The link is copied." }
    static var shareFailed: String {
        isChinese ? "没有成功，请稍后再试。" : "It did not work. Try again in a while."
    }
    static var close: String { isChinese ? "关闭" : "Close" }
}
