// 玩家收到的消息与收件箱：简体中文。

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "inbox.title": "收件箱",
    "inbox.read-all": "全部标为已读",
    "inbox.settings": "设置",
    "inbox.none.title": "还没有消息",
    "inbox.none.text": "挑战、好友请求，以及谁在排行榜上超过了你，都会即时显示在这里。",
    "inbox.none.friends": "查找好友",
    "inbox.play": "开始游戏：{what}",
    "inbox.achievement": "“{title}”",
    "inbox.and": "、",
    "inbox.overtaken": ({ name, count, titles }, { number }) =>
        `${name} 超过了你 ${number(count)} 次${titles === "" ? "" : `：${titles}`}`,
    "inbox.achievements": ({ count, titles, points }, { number }) =>
        `获得 ${number(count)} 项成就${titles === "" ? "" : `：${titles}`}${points > 0 ? `（+${number(points)}）` : ""}`,
    "inbox.unread": "未读",
    "inbox.more": "显示更早的消息",
    "inbox.today": "今天",
    "inbox.yesterday": "昨天",
    "inbox.earlier": "更早",
    "inbox.options": "选项：{what}",
    "inbox.mark-read": "标为已读",
    "inbox.turns-stay": "已全部标为已读。轮到你的对局会一直显示为未读，直到你走完这一步。",
    "inbox.delete": "删除",
    "inbox.deleted": "已删除",
    "inbox.mute.kindInGame": "在《{game}》中静音此类消息",
    "inbox.mute.game": "静音《{game}》",
    "inbox.mute.kind": "静音所有此类消息",
    "inbox.muted": "已静音。此类消息今后会静静到达。",
    "inbox.muted.change": "可在设置中更改",
    "inbox.count": ({ count }, { number }) => (count === 0 ? "全部已读" : `${number(count)} 条未读`),
};
