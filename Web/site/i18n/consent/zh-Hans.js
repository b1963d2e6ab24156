// A game that asks to see the player's friends. Simplified Chinese.

export default {
    "consent.title": "允许《{game}》查看你的好友吗？",
    "consent.text": "它会看到同样允许它查看的好友的名字和照片。无论你怎么选，好友排行榜和挑战都能用。",
    "consent.now.authorized": "现在它可以查看。",
    "consent.now.denied": "现在它不能查看。",
    "consent.allow": "允许",
    "consent.deny": "不允许",
    "consent.authorized.title": "《{game}》可以查看你的好友",
    "consent.denied.title": "《{game}》不能查看你的好友",
    "consent.done": "你可以关闭此页面，回到游戏。随时可以在这里更改。",
    "consent.change": "更改",
    "consent.restricted.title": "游戏不能查看你的好友",
    "consent.restricted.text": "监护人关闭了与陌生人的往来。监护人可以在设置中更改。",
};
