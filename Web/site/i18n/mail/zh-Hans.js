// 邮件中的链接和通过邮件设置新密码：简体中文。

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "mail.address": "邮箱地址",
    "mail.address.missing": "请输入邮箱地址。",
    "mail.address.wrong": "这不是邮箱地址，请检查是否输入有误。",
    "mail.settings": "打开设置",

    "mail.ask.title": "通过邮件获取链接",
    "mail.ask.text": "输入你在设置中确认过的邮箱地址，我们会给你发送一个设置新密码的链接。",
    "mail.ask.submit": "发送链接",
    "mail.ask.done.title": "请查看邮件",
    "mail.ask.done.text": "如果有玩家使用这个地址，含有链接的邮件正在发送中。链接 30 分钟内有效。也请查看垃圾邮件文件夹。",
    "mail.off.text": "这台服务器不发送邮件。请使用恢复码，或联系服务器的运营者。",

    "mail.reset.title": "设置新密码",
    "mail.reset.text": "你会在所有设备上退出登录，然后可以用新密码登录。",
    "mail.reset.done.title": "密码已更改",
    "mail.reset.done.text": "请用新密码登录。",
    "mail.reset.dead.text": "链接只能使用一次，30 分钟内有效。请重新获取。",

    "mail.confirm.title": "确认邮箱地址",
    "mail.confirm.text": "确认后，与账户有关的邮件会发送到这个地址。",
    "mail.confirm.submit": "确认",
    "mail.confirm.done.title": "邮箱地址已确认",
    "mail.confirm.done.text": "如果有人在新设备上登录或更改你的账户，你会收到邮件。",
    "mail.confirm.dead.text": "链接只能使用一次，24 小时内有效。请在设置中重新输入地址。",
    "mail.confirm.taken": "已有三位玩家使用这个地址。请在设置中选择另一个地址。",

    "mail.dead.title": "此链接已失效",
};
