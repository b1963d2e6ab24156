// 简体中文：API 参考的界面文字。每个操作的说明由服务器提供，为英文。

/** @type {import("../../lib/i18n.js").Catalogue} */
export default {
    "reference.title": "API 参考",
    "reference.text": "这台服务器能响应的所有请求，内容来自它的 OpenAPI 文档。",
    "reference.navigation": "操作",
    "reference.search": "查找操作",
    "reference.count": ({ count }, { number }) => `${number(count)} 个操作`,
    "reference.none": "没有操作的名称、路径或参数包含“{text}”。",
    "reference.all": "全部操作",
    "reference.server": "这台服务器的地址：",
    "reference.document": "OpenAPI 文档",
    "reference.all-problems": "全部错误",
    "reference.curl": "用 curl 试一试",
    "reference.webhook": "你的 Webhook 地址",
    "reference.path": "路径参数",
    "reference.query": "查询参数",
    "reference.body": "请求正文",
    "reference.response": "响应",
    "reference.problems": "错误",
    "reference.example": "示例",
    "reference.required": "必填",
    "reference.fields": "字段：",
    "reference.words": ({ count }, { number }) => `${number(count)} 个可选值`,
    "reference.items": ({ count }, { number }) => `最多 ${number(count)} 项`,
    "reference.range": "范围：{range}",
    "reference.length": "字符数：{range}",
};
