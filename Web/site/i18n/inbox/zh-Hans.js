// 玩家收到的消息与收件箱：简体中文。

export default {
    "inbox.somebody": "有人",
    "inbox.kind.other": "新消息",
    "inbox.said.challengeReceived": "{name} 向你发起了挑战",
    "inbox.said.challengeCompleted": "你与 {name} 之间的挑战已完成",
    "inbox.said.challengeDeclined": "{name} 谢绝了你的挑战",
    "inbox.said.friendRequested": "{name} 想加你为好友",
    "inbox.said.friendAccepted": "你和 {name} 现在是好友了",
    "inbox.said.overtaken": "{name} 超过了你",
    "inbox.said.achievementEarned": "你获得了一项成就",
    "inbox.said.achievementEarned.points": "你获得了一项成就：{points} 点",
    "inbox.said.contentRemoved": "版主移除了{thing}",
    "inbox.thing.name": "你的名字",
    "inbox.thing.photo": "你的照片",
    "inbox.thing.message": "你的一条留言",
    "inbox.thing.status": "你的状态",
    "inbox.thing.other": "你的一项内容",
};
