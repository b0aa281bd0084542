/** Composes house rules: choose options, read the rules, take the sheet along or print it. */

import { chooser, load, make, ruleList, same } from "./data.js";

const element = document.getElementById("hs-compose");

class Composer {
  constructor(data) {
    this.data = data;
    const asked = new URLSearchParams(location.search).get("base");
    this.base = asked in data.byId ? asked : data.sheets[0].id;
    const counts = Object.keys(data.byId[this.base].options);
    this.players = counts.includes("4") ? "4" : counts[0];
    this.name = "";
    this.changes = {};
    this.start = make("div", { class: "hs-form" });
    this.fields = make("div", { class: "hs-options" });
    this.message = make("div", { role: "status", class: "hs-message" });
    this.code = make("code", { tabindex: "0" });
    this.sheet = make("pre", { class: "hs-sheet" }, this.code);
    this.rules = make("section", { class: "hs-composed" });
    this.copied = make("span", { role: "status" });
    this.outcome = make(
      "div",
      {},
      make("p", { class: "hs-form" }, this.button("copy", () => this.copy()), this.button("print", () => print()), this.copied),
      this.rules,
      make("div", { class: "hs-form" }, make("h2", {}, data.say("tool.compose.sheet")), this.sheet),
    );
    element.replaceChildren(this.start, this.message, this.fields, this.outcome);
    this.showStart();
    this.show();
  }

  button(name, onclick) {
    return make("button", { type: "button", class: "md-button", onclick }, this.data.say(`tool.compose.${name}`));
  }

  // What was chosen.

  get plain() {
    return this.data.byId[this.base].options[this.players];
  }

  /** Return the options as they are resolved: with a kitty nothing is stripped. */
  get options() {
    const chosen = { ...this.plain, ...this.changes };
    return chosen["deal.remainder"] === "kitty" ? { ...chosen, "deck.strip": [] } : chosen;
  }

  isIdle(axis) {
    const option = this.data.options.find((each) => each.id === axis);
    return !this.data.holds(option.effective, this.options);
  }

  /** Return the settings that cannot stand together, as sentences. */
  get conflicts() {
    const { options } = this;
    const isSet = ([axis, value]) => same(options[axis], value) && (axis === "deal.remainder" || !this.isIdle(axis));
    return this.data.conflicts
      .filter((each) => (each.players ?? Number(this.players)) === Number(this.players))
      .filter((each) => [each.a, each.b].filter(Boolean).every(isSet))
      .map((each) => this.explain(each));
  }

  explain({ a, b }) {
    const title = (axis) => this.data.options.find((each) => each.id === axis).title;
    const fields = { first: title(a[0]), value: this.data.label(...a), players: this.players };
    if (!b) return this.data.say("tool.compose.conflict-players", fields);
    return this.data.say("tool.compose.conflict", { ...fields, second: title(b[0]), other: this.data.label(...b) });
  }

  /** Return what the table plays otherwise than the sheet: pairs of option and value. */
  get changed() {
    return Object.entries(this.changes).filter(([axis, value]) => !same(value, this.plain[axis]) && !this.isIdle(axis));
  }

  get summary() {
    const { title } = this.data.byId[this.base];
    return this.data.say("tool.compose.summary", { title, players: this.players });
  }

  /** Return the sheet as YAML. */
  get yaml() {
    const lines = this.changed.map(([axis, value]) => `  ${axis}: ${flow(value)}`);
    return [
      `title: ${JSON.stringify(this.title)}`,
      `summary: ${JSON.stringify(this.summary)}`,
      `extends: ${this.base}`,
      `players: [${this.players}]`,
      ...(lines.length ? ["options:", ...lines] : []),
      "",
    ].join("\n");
  }

  get title() {
    return this.name.trim() || this.data.say("tool.compose.unnamed");
  }

  // What is shown.

  showStart() {
    const { data } = this;
    const counts = Object.keys(data.byId[this.base].options);
    const name = make("input", {
      type: "text",
      value: this.name,
      placeholder: data.say("tool.compose.unnamed"),
      oninput: () => {
        this.name = name.value;
        this.show();
      },
    });
    this.start.replaceChildren(
      chooser(data.say("tool.compose.base"), data.sheets.map((each) => [each.id, each.title]), this.base, (value) =>
        this.restart(value, this.players),
      ),
      chooser(data.say("tool.compose.players"), counts.map((each) => [each, each]), this.players, (value) =>
        this.restart(this.base, value),
      ),
      make("label", { class: "hs-field" }, make("span", {}, data.say("tool.compose.name")), name),
    );
    this.fields.replaceChildren(make("h2", {}, data.say("tool.compose.options")), ...data.chapters.map((each) => this.group(each)));
  }

  restart(base, players) {
    const counts = Object.keys(this.data.byId[base].options);
    this.base = base;
    this.players = counts.includes(players) ? players : counts[0];
    this.changes = Object.fromEntries(
      Object.entries(this.changes).filter(([axis, value]) => axis !== "deck.strip" && !same(value, this.plain[axis])),
    );
    this.showStart();
    this.show();
  }

  group(chapter) {
    const options = this.data.options.filter((option) => option.chapter === chapter.id);
    if (!options.length) return "";
    return make("fieldset", {}, make("legend", {}, chapter.title), ...options.map((option) => this.field(option)));
  }

  field(option) {
    const values = [this.plain[option.id], ...option.menu.map((each) => each.value)];
    const distinct = values.filter((value, index) => values.findIndex((other) => same(other, value)) === index);
    const at = distinct.findIndex((value) => same(value, this.changes[option.id] ?? this.plain[option.id]));
    const choices = distinct.map((value, index) => [String(index), this.data.label(option.id, value)]);
    const field = chooser(option.title, choices, String(at), (index) => {
      this.changes[option.id] = distinct[Number(index)];
      if (same(this.changes[option.id], this.plain[option.id])) delete this.changes[option.id];
      this.show();
    });
    field.dataset.axis = option.id;
    field.append(make("small", { class: "hs-help" }, option.text), make("small", { class: "hs-note" }));
    return field;
  }

  show() {
    const { data, conflicts } = this;
    for (const field of this.fields.querySelectorAll("[data-axis]")) {
      const { axis } = field.dataset;
      const idle = this.isIdle(axis);
      field.classList.toggle("hs-idle", idle);
      field.classList.toggle("hs-changed", axis in this.changes);
      const note = idle ? "tool.compose.idle" : axis in this.changes ? "tool.compose.changed" : "";
      field.querySelector(".hs-note").textContent = note && data.say(note);
    }
    this.message.replaceChildren(
      ...(conflicts.length ? conflicts.map((each) => make("p", { class: "hs-conflict" }, each)) : [make("p", {}, data.say("tool.compose.sound"))]),
    );
    this.outcome.hidden = conflicts.length > 0;
    this.copied.textContent = "";
    if (conflicts.length) return;
    this.code.textContent = this.yaml;
    this.rules.replaceChildren(
      make("h2", {}, this.title),
      make("p", {}, this.summary),
      make("ul", {}, ...this.changed.map((each) => make("li", {}, this.told(...each)))),
      ...ruleList(data, data.applying(this.options)),
    );
  }

  /** Return an option and its value in words. */
  told(axis, value) {
    const { title } = this.data.options.find((each) => each.id === axis);
    return `${title}: ${this.data.label(axis, value)}`;
  }

  async copy() {
    await navigator.clipboard.writeText(this.yaml);
    this.copied.textContent = this.data.say("tool.compose.copied");
  }
}

/** Return a value as YAML on one line. */
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${flow(each)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

if (element) load(element).then((data) => new Composer(data));
