// What axe-core objects to on the page, as [rule, where] pairs: all of WCAG 2.1 A and AA, on every element.
//
// Contrast is the one exception, for speed.  It rests on nothing but an element's colours, size and weight and on what
// it stands on; of the visible elements that are alike in all of these, the contrast of two is measured.
async ({ coloursOnly }) => {
  const looks = new Map();
  const look = (element) => {
    if (!element) return "";
    if (!looks.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
        style.fontSize, style.fontWeight, style.textShadow, style.position, style.zIndex];
      looks.set(element, [look(element.parentElement), element.localName, element.getAttribute("class"), ...own].join("|"));
    }
    return looks.get(element);
  };
  const speaks = (element) =>
    element.matches("input, select, textarea")
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  const alike = new Map();
  for (const element of document.body.querySelectorAll("*")) {
    element.removeAttribute("data-measured");
    if (!speaks(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const key = look(element), seen = alike.get(key) ?? 0;
    alike.set(key, seen + 1);
    if (seen < 2) element.setAttribute("data-measured", "");
  }

  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-measured]" }] });
  const { violations } = await axe.run(document, {
    runOnly: coloursOnly ? ["color-contrast", "link-in-text-block"] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    preload: { assets: ["media"] },
    resultTypes: ["violations"],
  });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => [id, html.slice(0, 90)]));
}
