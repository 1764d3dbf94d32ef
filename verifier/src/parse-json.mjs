/** What may stand behind a number or a word. */
const ENDS = ',]} \t\n\r'

/**
 * JSON.parse, with the names that the text has. V8 13.6 to 14.6 (Node.js 24 to 26, browsers) reads a name that is written with an
 * escape as another one, once it has parsed an object with a backslash in a name (github.com/nodejs/node/issues/63785). Such texts are
 * read here. JSON.parse says whether the text is JSON.
 *
 * @param {string} text
 * @returns {any}
 */
export function parseJson(text) {
  const value = JSON.parse(text)
  return hasEscapedName(text) ? new Reader(text).value() : value
}

/** Whether a name of a text of JSON is written with an escape. @param {string} text */
function hasEscapedName(text) {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = afterSpace(text, afterString(text, at))
    if (text[at] === ':') return true
  }
  return false
}

/** Reads a text that is JSON. */
class Reader {
  #text
  #at = 0

  /** @param {string} text */
  constructor(text) {
    this.#text = text
  }

  /** @returns {unknown} */
  value() {
    const first = this.#next()
    if (first === '"') return this.#string()
    if (first === '{') return this.#object()
    if (first === '[') return this.#list()
    const start = this.#at - 1
    while (this.#at < this.#text.length && !ENDS.includes(this.#text.charAt(this.#at))) this.#at++
    return JSON.parse(this.#text.slice(start, this.#at))
  }

  #object() {
    /** @type {Record<string, unknown>} */
    const object = {}
    if (this.#next() === '}') return object
    for (;;) {
      const name = this.#string()
      this.#next()
      const value = this.value()
      // An assignment to __proto__ makes no member.
      if (name !== '__proto__') object[name] = value
      else
        Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
      if (this.#next() !== ',') return object
      this.#next()
    }
  }

  #list() {
    /** @type {unknown[]} */
    const items = []
    this.#at = afterSpace(this.#text, this.#at)
    if (this.#text[this.#at] === ']') {
      this.#at++
      return items
    }
    do items.push(this.value())
    while (this.#next() === ',')
    return items
  }

  /** The string whose quotation mark was passed. @returns {string} */
  #string() {
    const start = this.#at - 1
    this.#at = afterString(this.#text, this.#at)
    return JSON.parse(this.#text.slice(start, this.#at))
  }

  /** Passes the space and one character. */
  #next() {
    this.#at = afterSpace(this.#text, this.#at)
    return this.#text.charAt(this.#at++)
  }
}

/**
 * @param {string} text
 * @param {number} at in a string
 */
function afterString(text, at) {
  let end = at
  for (; end < text.length && text[end] !== '"'; end++) if (text[end] === '\\') end++
  return end + 1
}

/**
 * @param {string} text
 * @param {number} at
 */
function afterSpace(text, at) {
  let end = at
  while (end < text.length && ' \t\n\r'.includes(text.charAt(end))) end++
  return end
}
