/**
 * What the tools of the site share: the data of the page's language, when a condition holds, and how to make elements.
 *
 * Rules, options, sheets and phrases come from data.json; nothing of the kind stands in a script.
 */

/** Return the data for a tool's element, once it is read. */
export async function load(element) {
  const answer = await fetch(element.dataset.src);
  if (!answer.ok) throw new Error(`${element.dataset.src}: ${answer.status}`);
  return new Data(await answer.json(), element.dataset.home);
}

export class Data {
  constructor(content, home) {
    Object.assign(this, content);
    this.home = home;
    this.byId = Object.fromEntries(this.sheets.map((each) => [each.id, each]));
  }

  /** Return a phrase with its placeholders filled. */
  say(key, fields = {}) {
    return this.words[key].replace(/\{([a-z_]+)\}/g, (whole, name) => fields[name] ?? whole);
  }

  /** Return one of two phrases, by a number. */
  counted(key, number) {
    return this.say(`${key}.${number === 1 ? "one" : "other"}`, { number });
  }

  /** Return what a reader is shown for a value of an option. */
  label(axis, value) {
    return this.labels[axis][JSON.stringify(value)] ?? String(value);
  }

  /** Return the address of something that the data names. */
  url(thing) {
    return this.home + thing.url;
  }

  /** Tell whether a condition holds under resolved options: the one language of conditions of the specification. */
  holds(when, options) {
    return !when || Object.entries(when).every(([axis, wanted]) => this.meets(wanted, options[axis], axis));
  }

  meets(wanted, value, axis) {
    if (isMap(wanted) && Object.keys(wanted).join() === "not") return !this.meets(wanted.not, value, axis);
    if (Array.isArray(value)) {
      if (!Array.isArray(wanted)) return value.includes(wanted);
      const order = this.unordered.includes(axis) ? (list) => [...list].sort() : (list) => list;
      return same(order(wanted), order(value));
    }
    return Array.isArray(wanted) ? wanted.some((each) => same(each, value)) : same(wanted, value);
  }

  /** Return the rules that apply under resolved options. */
  applying(options) {
    return this.rules.filter((rule) => this.holds(rule.when, options));
  }
}

function isMap(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Tell whether two plain values are equal, the order of keys aside. */
export function same(one, other) {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, index) => same(each, other[index]));
  }
  if (isMap(one) && isMap(other)) {
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
  }
  return one === other;
}

/** Return a new element; *attributes* that begin with "on" are listeners, *children* are elements or texts. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Return a labelled list to choose from; *choices* are pairs of value and label. */
export function chooser(label, choices, chosen, onchange) {
  const select = make("select", { onchange: () => onchange(select.value) });
  for (const [value, text] of choices) {
    select.append(make("option", { value, selected: value === chosen }, text));
  }
  return make("label", { class: "hs-field" }, make("span", {}, label), select);
}

/** Return rules by chapter, as a reader reads them. */
export function ruleList(data, rules, level = "h3") {
  const found = [];
  for (const chapter of data.chapters) {
    const inside = rules.filter((rule) => rule.chapter === chapter.id);
    if (!inside.length) continue;
    const lines = inside.map((rule) =>
      make("li", {}, `${rule.text} `, make("a", { class: "hs-rule", href: data.url(rule) }, rule.id)),
    );
    found.push(make(level, {}, chapter.title), make("ol", {}, ...lines));
  }
  return found;
}
