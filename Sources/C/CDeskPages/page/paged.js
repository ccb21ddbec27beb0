// A long list as a table of pages: ten thousand rows stay as quick as a hundred.

import { button, grouped, h, put, table } from "./dom.js";

const PAGE = 100;

/**
 * `columns`: {name, text(row), sort(row), right, main, hidden}; `search(row)` is what `find` looks in.
 *
 * Gives {element, set(rows), find(text), redraw(), shown()}.
 */
export function paged({ caption, columns, search, empty, attributes = () => ({}), unit = "row" }) {
  let rows = [];
  let found = [];
  let wanted = "";
  let at = 0;
  let order = null;
  const place = h("div", {});
  const state = h("p", { class: "quiet", role: "status" });
  const back = button("Previous page", () => turn(-1), { class: "small" });
  const on = button("Next page", () => turn(1), { class: "small" });
  const pages = h("div", { class: "row" }, back, on, state);

  function look() {
    found = wanted ? rows.filter((row) => search(row).toLowerCase().includes(wanted)) : rows.slice();
    if (order) {
      const { by, way } = order;
      found.sort((a, b) => { const [x, y] = [by(a), by(b)]; return (x < y ? -1 : x > y ? 1 : 0) * way; });
    }
  }
  function turn(step) {
    at = Math.max(0, at + step);
    draw();
    const focus = step > 0 ? (on.disabled ? back : on) : (back.disabled ? on : back);
    focus.focus();
  }
  function draw() {
    const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
    at = Math.min(at, last);
    const first = at * PAGE;
    const visible = found.slice(first, first + PAGE);
    const heads = columns.map((column) => {
      if (!column.sort) return column;
      const way = order?.by === column.sort ? order.way : 0;
      return {
        ...column, sorted: way > 0 ? "ascending" : way < 0 ? "descending" : null,
        head: button(`${column.name}${way > 0 ? " ↑" : way < 0 ? " ↓" : ""}`, () => {
          order = { by: column.sort, way: way < 0 ? 1 : -1 };
          at = 0;
          look();
          draw();
          [...place.querySelectorAll("thead button")].find((b) => b.dataset.name === column.name)?.focus();
        }, { "data-name": column.name, "aria-label": `Sort by ${column.name}` }),
      };
    });
    put(place, table(caption, heads, visible.map((row) => ({ cells: columns.map((c) => c.text(row)), attributes: attributes(row) })), { empty: wanted ? "Nothing found." : empty, quietCaption: true }));
    pages.hidden = found.length <= PAGE && !wanted;
    back.hidden = on.hidden = found.length <= PAGE;
    back.disabled = at === 0;
    on.disabled = at === last;
    state.textContent = found.length
      ? `${grouped(first + 1)} to ${grouped(first + visible.length)} of ${grouped(found.length)}` : "Nothing found.";
  }
  return {
    element: h("div", { class: "section" }, place, pages),
    set(list) { rows = list; look(); draw(); },
    find(text) { wanted = text.trim().toLowerCase(); at = 0; look(); draw(); },
    redraw: draw,
    found: () => found,
  };
}
