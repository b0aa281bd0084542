/** Shows two sheets side by side: the options that differ, and the rules that only one of them has. */

import { chooser, load, make, ruleList, same } from "./data.js";

const element = document.getElementById("hs-compare");

class Comparison {
  constructor(data) {
    this.data = data;
    const asked = new URLSearchParams(location.search);
    const ids = data.sheets.map((each) => each.id);
    this.first = known(asked.get("first"), ids) ?? ids[0];
    this.second = known(asked.get("second"), ids) ?? ids[ids.length - 1];
    this.players = asked.get("players") ?? "4";
    this.form = make("form", { class: "hs-form", onsubmit: (event) => event.preventDefault() });
    this.result = make("div", { "aria-live": "polite" });
    element.replaceChildren(this.form, this.result);
    this.show();
  }

  set(name, value) {
    this[name] = value;
    this.show();
    this.form.querySelectorAll("select")[["first", "second", "players"].indexOf(name)].focus();
  }

  show() {
    const { data } = this;
    const [first, second] = [data.byId[this.first], data.byId[this.second]];
    const counts = Object.keys(first.options).filter((count) => count in second.options);
    if (counts.length && !counts.includes(this.players)) this.players = counts[0];
    const titles = data.sheets.map((each) => [each.id, each.title]);
    this.form.replaceChildren(
      chooser(data.say("tool.compare.first"), titles, this.first, (value) => this.set("first", value)),
      chooser(data.say("tool.compare.second"), titles, this.second, (value) => this.set("second", value)),
      chooser(data.say("tool.compare.players"), counts.map((each) => [each, each]), this.players, (value) =>
        this.set("players", value),
      ),
    );
    history.replaceState(null, "", `?first=${this.first}&second=${this.second}&players=${this.players}`);
    this.result.replaceChildren(...(counts.length ? this.differences(first, second) : [this.told("never")]));
  }

  told(key) {
    return make("p", {}, this.data.say(`tool.compare.${key}`));
  }

  differences(first, second) {
    const { data } = this;
    const [ours, theirs] = [first.options[this.players], second.options[this.players]];
    const axes = data.options.filter((option) => !same(ours[option.id], theirs[option.id]));
    if (!axes.length) return [this.told("same")];
    const rows = axes.map((option) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, make("a", { href: data.url(option) }, option.title)),
        make("td", {}, data.label(option.id, ours[option.id])),
        make("td", {}, data.label(option.id, theirs[option.id])),
      ),
    );
    const heads = [data.say("tool.compare.option"), first.title, second.title];
    const table = make(
      "table",
      { class: "hs-grid" },
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    );
    return [
      make("h2", {}, data.say("tool.compare.options")),
      make("div", { class: "hs-wide", tabindex: "0", role: "region", "aria-label": data.say("tool.compare.options") }, table),
      ...this.only(first, ours, theirs),
      ...this.only(second, theirs, ours),
    ];
  }

  /** Return the rules that apply under *ours* and not under *theirs*. */
  only(sheet, ours, theirs) {
    const rules = this.data.applying(ours).filter((rule) => !this.data.holds(rule.when, theirs));
    if (!rules.length) return [];
    return [make("h2", {}, this.data.say("tool.compare.only", { title: sheet.title })), ...ruleList(this.data, rules)];
  }
}

function known(asked, ids) {
  return ids.includes(asked) ? asked : undefined;
}

if (element) load(element).then((data) => new Comparison(data));
