/**
 * An element with its children. Text is only ever set as text, so nothing that comes from the server can become markup.
 * `on…` properties are listeners; undefined, null and false are left out.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter(isContent))
  return element
}

/** Puts content in place of what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(isContent))
  return element
}

function isContent(child) {
  return child !== undefined && child !== null && child !== false && child !== ''
}
