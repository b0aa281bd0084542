/**
 * Steps through a case: one step at a time, by buttons and keys.
 *
 * Every step stands in the page already, drawn and told; this module only hides all but one, and keeps the address of
 * the page at the step that is shown, so that a link leads back to it.
 */

const KEYS = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: (at, last) => last };
const BUTTONS = [
  ["first", "M6 4h3v16H6zM20 4v16L9 12z", () => 0],
  ["back", "M17 4v16L6 12z", (at) => at - 1],
  ["next", "M7 4v16l11-8z", (at) => at + 1],
  ["last", "M15 4h3v16h-3zM4 4v16l11-8z", (at, last) => last],
];
/** Each button: the name of its label, the outline of its picture in a square of 24, and where it leads. */


class Viewer {
  constructor(element) {
    this.element = element;
    this.steps = [...element.querySelectorAll(".hs-step")];
    this.last = this.steps.length - 1;
    this.at = 0;
    this.all = false;
    this.controls = this.makeControls();
    element.prepend(this.controls);
    element.querySelector(".hs-steps").setAttribute("aria-live", "polite");
    element.addEventListener("keydown", (event) => this.onKey(event));
    this.show(0);
  }

  makeControls() {
    const group = document.createElement("div");
    group.className = "hs-controls";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", this.element.dataset.keys);
    this.buttons = BUTTONS.map(([name, outline, move]) => {
      const button = this.button("", this.element.dataset[name]);
      button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${outline}"/></svg>`;
      button.addEventListener("click", () => this.go(move(this.at, this.last)));
      return button;
    });
    this.place = document.createElement("span");
    this.place.className = "hs-place";
    const all = this.button(this.element.dataset.all, "");
    all.setAttribute("aria-pressed", "false");
    all.addEventListener("click", () => {
      this.all = !this.all;
      all.setAttribute("aria-pressed", String(this.all));
      this.show(this.at);
    });
    group.append(...this.buttons.slice(0, 2), this.place, ...this.buttons.slice(2), all);
    return group;
  }

  button(text, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (label) {
      button.title = label;
      button.setAttribute("aria-label", label);
    }
    return button;
  }

  onKey(event) {
    const move = KEYS[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(move(this.at, this.last));
  }

  /** Show a step and keep the address at it. */
  go(step) {
    this.show(step);
    history.replaceState(null, "", `#${this.steps[this.at].id}`);
  }

  show(step) {
    this.at = Math.max(0, Math.min(this.last, step));
    this.steps.forEach((each, index) => {
      each.hidden = !this.all && index !== this.at;
      each.classList.toggle("hs-now", index === this.at);
    });
    this.place.textContent = this.steps[this.at].querySelector(".hs-step-link").textContent;
    const ends = [this.at === 0, this.at === 0, this.at === this.last, this.at === this.last];
    this.buttons.forEach((button, index) => button.setAttribute("aria-disabled", String(ends[index])));
  }

  /** Show the step with an id; tell whether it is one of this case. */
  open(id) {
    const index = this.steps.findIndex((each) => each.id === id);
    if (index < 0) return false;
    this.show(index);
    this.element.scrollIntoView({ block: "start" });
    return true;
  }
}

const viewers = [...document.querySelectorAll(".hs-viewer")].map((each) => new Viewer(each));

function follow() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id) viewers.some((each) => each.open(id));
}

window.addEventListener("hashchange", follow);
follow();
