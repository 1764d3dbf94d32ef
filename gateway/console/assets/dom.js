import { visible } from './text.js'

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
  element.append(...contentOf(children))
  return element
}

/** Puts content in place of what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...contentOf(children))
  return element
}

/** What is there of the children; of their text nothing hides. */
function contentOf(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== undefined && child !== null && child !== false && child !== '')
    .map((child) => (typeof child === 'string' ? visible(child) : child))
}
