/** Finds rules by words, sheet and chapter. */

import { chooser, load, make, ruleList } from "./data.js";

const element = document.getElementById("hs-find");

class Finder {
  constructor(data) {
    this.data = data;
    this.query = new URLSearchParams(location.search).get("words") ?? "";
    this.sheet = "";
    this.chapter = "";
    this.count = make("p", { role: "status" });
    this.list = make("div");
    this.texts = new Map(data.rules.map((rule) => [rule, plain(`${rule.id} ${rule.text}`)]));
    const any = ["", data.say("tool.find.any")];
    const input = make("input", { type: "search", value: this.query, oninput: () => this.set("query", input.value) });
    element.replaceChildren(
      make(
        "form",
        { class: "hs-form", role: "search", onsubmit: (event) => event.preventDefault() },
        make("label", { class: "hs-field" }, make("span", {}, data.say("tool.find.query")), input),
        chooser(data.say("tool.find.sheet"), [any, ...pairs(data.sheets)], "", (value) => this.set("sheet", value)),
        chooser(data.say("tool.find.chapter"), [any, ...pairs(data.chapters)], "", (value) => this.set("chapter", value)),
      ),
      this.count,
      this.list,
    );
    this.show();
  }

  set(name, value) {
    this[name] = value;
    this.show();
  }

  show() {
    const words = plain(this.query).split(/\s+/).filter(Boolean);
    const found = this.data.rules.filter(
      (rule) =>
        words.every((word) => this.texts.get(rule).includes(word)) &&
        (!this.chapter || rule.chapter === this.chapter) &&
        (!this.sheet || this.isIn(rule, this.data.byId[this.sheet])),
    );
    this.count.textContent = found.length
      ? this.data.counted("tool.find.found", found.length)
      : this.data.say("tool.find.none");
    this.list.replaceChildren(...ruleList(this.data, found, "h2"));
  }

  isIn(rule, sheet) {
    return Object.values(sheet.options).some((options) => this.data.holds(rule.when, options));
  }
}

/** Return text without capitals and accents. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function pairs(things) {
  return things.map((each) => [each.id, each.title]);
}

if (element) load(element).then((data) => new Finder(data));
