// 创建首位管理员的链接：简体中文。

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "setup.title": "设置服务器",
    "setup.text": "这台服务器还没有管理员。在此创建的账户将管理它的游戏与玩家。",
    "setup.submit": "创建管理员账户",
    "setup.no-token.title": "链接不完整",
    "setup.no-token.text": "请打开服务器每次启动时显示的完整链接，其结尾是 /setup/# 加一串代码。",
    "setup.used.title": "这个链接已经用过了",
    "setup.used.text": "链接只能使用一次。如果你是管理员，请登录；如果不是，请让启动服务器的人查看日志。",
};
