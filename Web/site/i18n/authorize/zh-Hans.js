// 其他来源的游戏请求登录：简体中文。

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "authorize.title": "登录《{name}》",
    "authorize.from": "来自 {origin} 的《{name}》请求使用你的 Game Center 账户登录。",
    "authorize.gets.name": "它可以看到你的玩家名，以及一个仅用于这款游戏的 ID。",
    "authorize.gets.play": "它可以提交你的分数和进度，并保存你在这款游戏中的存档。",
    "authorize.gets.long": "此权限最长保留一年；你在设置中结束它，或连续 90 天不玩，它就会失效。",
    "authorize.gets.nothing": "它看不到你的密码，也看不到你的其他游戏。你随时可以在游戏中退出登录。",
    "authorize.allow": "以 {name} 的身份继续",
    "authorize.sign-in": "登录或创建账户",
    "authorize.cancel": "取消",
    "authorize.refused.title": "此游戏无法让你登录",
    "authorize.back": "返回游戏",
    "authorize.lost.title": "游戏页面已关闭",
    "authorize.lost.text": "请关闭此窗口，然后从游戏中重试。",
    "authorize.register": "致开发者：App 尚未登记 {address}。请在 Connect 的“网页游戏”中原样添加此地址，或使用 laurel app set --add-origin。",
};
