import LaurelDomain
import LaurelStorage

/// All that mails say, in each language: the one catalogue of their words.
struct MailWords: Sendable {
    /// One mail: its subject, what it says, and what its link is called.
    struct Text: Hashable, Sendable {
        var subject: String
        var paragraphs: [String]
        /// Nil: it has no link.
        var action: String?
        /// Behind the link.
        var ending: [String]
    }

    let language: MailLanguage

    func text(_ mail: Mail, host: String) -> Text {
        switch mail.kind {
        case .confirmation: confirmation(mail.alias, host)
        case .reset: reset(mail.alias, host)
        case .signIn: signIn(mail.alias, host, device(mail.subject), time(mail.created))
        case .accountChange: accountChange(mail.alias, host, change(mail.subject), time(mail.created))
        }
    }

    /// What `laurel mail test` sends.
    func test(host: String) -> Text {
        switch language {
        case .english:
            Text(
                subject: "Test mail from \(host)",
                paragraphs: ["This is a test. The Laurel server at \(host) can send mail."], action: nil, ending: [])
        case .simplifiedChinese:
            Text(
                subject: "来自 \(host) 的测试邮件", paragraphs: ["这是一封测试邮件。\(host) 上的 Laurel 服务器可以发送邮件。"],
                action: nil, ending: [])
        }
    }

    private func confirmation(_ alias: String, _ host: String) -> Text {
        switch language {
        case .english:
            Text(
                subject: "Confirm your mail address",
                paragraphs: [
                    "Hello \(alias),", "You want to get mail from \(host) at this address. Confirm that it's yours:",
                ],
                action: "Confirm address",
                ending: [
                    "The link works once, within 24 hours.",
                    "If you don't have an account there, ignore this mail. Nothing happens then.",
                ])
        case .simplifiedChinese:
            Text(
                subject: "确认你的邮箱地址",
                paragraphs: ["\(alias)，你好：", "你希望用这个地址接收来自 \(host) 的邮件。请确认这是你的地址："],
                action: "确认地址",
                ending: ["链接只能使用一次，24 小时内有效。", "如果你在那里没有账户，请忽略这封邮件，不会有任何变化。"])
        }
    }

    private func reset(_ alias: String, _ host: String) -> Text {
        switch language {
        case .english:
            Text(
                subject: "Set a new password",
                paragraphs: [
                    "Hello \(alias),", "Someone asked for a new password for your account at \(host). To choose one:",
                ],
                action: "Choose a new password",
                ending: [
                    "The link works once, within 30 minutes. You're then signed out everywhere.",
                    "If it wasn't you, ignore this mail. Your password stays as it is.",
                ])
        case .simplifiedChinese:
            Text(
                subject: "设置新密码",
                paragraphs: ["\(alias)，你好：", "有人请求为你在 \(host) 的账户设置新密码。点击下面的链接进行设置："],
                action: "设置新密码",
                ending: ["链接只能使用一次，30 分钟内有效。之后你会在所有设备上退出登录。", "如果不是你本人，请忽略这封邮件，你的密码不会改变。"])
        }
    }

    private func signIn(_ alias: String, _ host: String, _ device: String, _ time: String) -> Text {
        switch language {
        case .english:
            Text(
                subject: "New sign-in to your account",
                paragraphs: [
                    "Hello \(alias),",
                    "Someone signed in to your account at \(host) on a device that you haven't used before.",
                    device.isEmpty ? "Time: \(time)" : "Device: \(device)\nTime: \(time)",
                    "If it was you, you don't need to do anything. If it wasn't, change your password now and sign out "
                        + "the device.",
                ], action: "Open your security settings", ending: [])
        case .simplifiedChinese:
            Text(
                subject: "你的账户有新的登录",
                paragraphs: [
                    "\(alias)，你好：", "有人在你没有用过的设备上登录了你在 \(host) 的账户。",
                    device.isEmpty ? "时间：\(time)" : "设备：\(device)\n时间：\(time)",
                    "如果是你本人，无需任何操作。如果不是，请立即更改密码，并让该设备退出登录。",
                ], action: "打开安全设置", ending: [])
        }
    }

    private func accountChange(_ alias: String, _ host: String, _ change: String, _ time: String) -> Text {
        switch language {
        case .english:
            Text(
                subject: "Your account was changed",
                paragraphs: [
                    "Hello \(alias),", "Your account at \(host): \(change)", "Time: \(time)",
                    "If it wasn't you, set a new password now and sign out all other devices.",
                ], action: "Open your security settings", ending: [])
        case .simplifiedChinese:
            Text(
                subject: "你的账户有变化",
                paragraphs: [
                    "\(alias)，你好：", "你在 \(host) 的账户：\(change)", "时间：\(time)",
                    "如果不是你本人，请立即设置新密码，并让其他设备退出登录。",
                ], action: "打开安全设置", ending: [])
        }
    }

    /// - Parameter subject: the raw value of an ``AccountChange``; one of a later release is told without its name.
    private func change(_ subject: String) -> String {
        switch language {
        case .english:
            switch AccountChange(rawValue: subject) {
            case .password: "the password was changed."
            case .recovery: "the password was changed with a recovery code."
            case .passwordReset: "the people who run the server reset the password."
            case .recoveryCodes: "there are new recovery codes. The old ones no longer work."
            case .twoFactorOn: "two-factor authentication was turned on."
            case .twoFactorOff: "two-factor authentication was turned off."
            case .twoFactorReset: "the people who run the server turned off two-factor authentication."
            case .mailAddress: "the mail address was changed or removed."
            case .mailReset: "the password was changed with a link sent by mail."
            case .providerLinked: "another way to sign in was linked."
            case .providerUnlinked: "a linked way to sign in was removed."
            case nil: "something about how you sign in has changed."
            }
        case .simplifiedChinese:
            switch AccountChange(rawValue: subject) {
            case .password: "密码已更改。"
            case .recovery: "有人用恢复码更改了密码。"
            case .passwordReset: "服务器的运营者重置了密码。"
            case .recoveryCodes: "有了新的恢复码，旧的已失效。"
            case .twoFactorOn: "已启用双重验证。"
            case .twoFactorOff: "已关闭双重验证。"
            case .twoFactorReset: "服务器的运营者关闭了双重验证。"
            case .mailAddress: "邮箱地址已更改或删除。"
            case .mailReset: "有人用邮件中的链接更改了密码。"
            case .providerLinked: "关联了另一种登录方式。"
            case .providerUnlinked: "移除了一种关联的登录方式。"
            case nil: "登录方式有变化。"
            }
        }
    }

    /// As pages show it: without the mark that makes a browser's name its own.
    private func device(_ name: String) -> String {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count >= 24 else { return name }
        return String(parts[0].replacing("-", with: ", "))
    }

    /// Such as `2026-11-21 12:00 UTC`.
    private func time(_ moment: Timestamp) -> String {
        moment.rfc3339.prefix(16).replacing("T", with: " ") + " UTC"
    }
}
