import { parseSync } from 'rolldown/utils'

/**
 * A place in the source of a module.
 *
 * @typedef {{ start: number, end: number }} Span
 */
/**
 * A text that a person reads. `key` is the English text. In it `{0}` is the first hole, and `row|rows` are the forms of which a
 * number chooses one.
 *
 * @typedef {Span & { key: string, holes: Span[], form: Form }} Text
 */
/** @typedef {'string' | 'attribute' | 'children' | 'template' | 'forms' | 'forms-attribute'} Form */
/** @typedef {any} Node a node of the syntax tree (ESTree, with JSX and TypeScript) */

/**
 * Finds the texts of a module of the console: those between tags, those in the attributes and properties that are shown (SHOWN),
 * and strings that look like a sentence or a name. A hole of a text may contain further texts.
 *
 * @param {string} path its ending says how the module is parsed: `.ts`, `.tsx`
 * @param {string} code
 * @returns {Text[]} in the order of the source, the outer one first
 */
export function textsOf(path, code) {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  /** @type {Text[]} */
  const found = []
  visit(program, found)
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/**
 * @param {Node} node
 * @param {Text[]} found
 * @param {boolean} [shown] whether a text at this node is shown
 */
function visit(node, found, shown = false) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, found, shown)
    return
  }
  if (node === null || typeof node !== 'object' || node.type === undefined) return
  const own = VISITS[node.type]
  if (own !== undefined) return own(node, found, shown)
  if (node.type.startsWith('TS')) return
  for (const value of Object.values(node)) visit(value, found)
}

/** @type {{ [type: string]: (node: Node, found: Text[], shown: boolean) => void }} */
const VISITS = {
  ImportDeclaration() {},
  ImportExpression() {},
  ExportAllDeclaration() {},
  TaggedTemplateExpression() {},
  JSXElement(node, found) {
    visit(node.openingElement.attributes, found)
    children(node.children, found)
  },
  JSXFragment(node, found) {
    children(node.children, found)
  },
  JSXAttribute({ name: { name }, value }, found) {
    if (value === null || HIDDEN.has(name)) return
    if (FORMS.has(name) && value.type === 'Literal')
      return void found.push({
        ...span(value),
        key: formsOf(value.value),
        holes: [],
        form: 'forms-attribute',
      })
    if (value.type !== 'Literal') visit(value, found, SHOWN.has(name))
    else if (SHOWN.has(name) && isWord(value.value))
      found.push({ ...span(value), key: value.value, holes: [], form: 'attribute' })
  },
  Literal(node, found, shown) {
    if (typeof node.value !== 'string') return
    if (shown ? isWord(node.value) : isSentence(node.value))
      found.push({ ...span(node), key: node.value, holes: [], form: 'string' })
  },
  TemplateLiteral({ quasis, expressions, ...node }, found, shown) {
    const parts = quasis.map((/** @type {Node} */ { value }) => value.cooked)
    const key = parts
      .map((/** @type {string} */ part, /** @type {number} */ i) => (i === 0 ? part : `{${i - 1}}${part}`))
      .join('')
    if (shown ? isWord(parts.join('')) : isSentence(parts.join('0')))
      found.push({ ...span(node), key, holes: expressions.map(span), form: 'template' })
    visit(expressions, found)
  },
  ConditionalExpression({ test, consequent, alternate }, found, shown) {
    visit(test, found)
    // A choice between words such as yes and no is shown. A choice between values of a field is not.
    for (const branch of [consequent, alternate]) visit(branch, found, shown || CHOSEN.has(branch.value))
  },
  AssignmentPattern({ left, right }, found) {
    visit(left, found)
    visit(right, found, SHOWN.has(left.name))
  },
  LogicalExpression({ left, right, operator }, found, shown) {
    visit(left, found, shown && operator !== '&&')
    visit(right, found, shown)
  },
  BinaryExpression({ left, right, operator }, found, shown) {
    // A string in a comparison is not shown.
    for (const side of [left, right])
      if (operator === '+' || side.type !== 'Literal') visit(side, found, shown && operator === '+')
  },
  SwitchCase({ consequent }, found) {
    visit(consequent, found)
  },
  CallExpression({ callee, arguments: given }, found) {
    const name = callee.property?.name ?? callee.name
    if (name === 'plural') return forms(given, found)
    if (TAKES_NO_TEXT.has(name)) return
    visit(callee, found)
    visit(given, found)
  },
  NewExpression({ callee, arguments: given }, found) {
    if (callee.name !== 'Error' && callee.name !== 'Headers') visit(given, found)
  },
  Property({ key, value, computed }, found) {
    if (computed) visit(key, found)
    const name = key.name ?? key.value
    if (!HIDDEN.has(name)) visit(value, found, SHOWN.has(name))
  },
  ArrowFunctionExpression({ params, body }, found, shown) {
    visit(params, found)
    visit(body, found, shown)
  },
}
for (const type of [
  'ParenthesizedExpression',
  'JSXExpressionContainer',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
])
  VISITS[type] = ({ expression }, found, shown) => visit(expression, found, shown)

/**
 * Finds the texts between two tags. All content between them is one text, with a hole for each element and value in it.
 *
 * @param {Node[]} nodes
 * @param {Text[]} found
 */
function children(nodes, found) {
  const parts = nodes
    .map((node) => ({ node, content: textOfChild(node) }))
    .filter(({ node, content }) => content !== '' && node.expression?.type !== 'JSXEmptyExpression')
  if (parts.some(({ content }) => isWord(content))) {
    /** @type {Span[]} */
    const holes = []
    const key = parts.map(({ node, content }) => content ?? `{${holes.push(span(node)) - 1}}`).join('')
    found.push({ start: parts[0]?.node.start, end: parts.at(-1)?.node.end, key, holes, form: 'children' })
  }
  const shown = true
  for (const { node, content } of parts) if (content === undefined) visit(node, found, shown)
}

/**
 * Returns the text of a child of an element; undefined where the child has to be computed.
 *
 * @param {Node} node
 * @returns {string | undefined}
 */
function textOfChild({ type, value, expression }) {
  if (type === 'JSXText') return joined(value)
  return expression?.type === 'Literal' && typeof expression.value === 'string' ? expression.value : undefined
}

/**
 * Returns a text of JSX as it is shown: its lines are joined, without the blanks at their ends.
 *
 * @param {string} text
 */
function joined(text) {
  const lines = text.split('\n')
  return lines
    .map((line, i) => (i === 0 ? line : line.trimStart()))
    .map((line, i) => (i === lines.length - 1 ? line : line.trimEnd()))
    .filter((line) => line !== '')
    .join(' ')
}

/**
 * Finds the forms of `plural(count, 'row')` and `plural(count, 'entry', 'entries')`.
 *
 * @param {Node[]} given
 * @param {Text[]} found
 */
function forms([count, one, more], found) {
  visit(count, found)
  if (one?.type !== 'Literal') return
  const key = formsOf(one.value, more?.value)
  found.push({ start: one.start, end: (more ?? one).end, key, holes: [], form: 'forms' })
}

/**
 * @param {string} one
 * @param {string} [more]
 */
const formsOf = (one, more = `${one}s`) => `${one}|${more}`

const span = (/** @type {Node} */ { start, end }) => ({ start, end })
const isWord = (/** @type {unknown} */ text) => typeof text === 'string' && /\p{L}/u.test(text)
/** @param {string} text */
const isSentence = (text) => /^\p{Lu}\p{Ll}/u.test(text) || (/\p{L}{2}/u.test(text) && /\s/.test(text))

/** The attributes and properties whose words are shown. */
const SHOWN = new Set(
  'title about label hint placeholder aria-label alt done caption all text stay leave verb note'.split(' '),
)
/** Words that are shown where a condition chooses one of two. */
const CHOSEN = new Set(['yes', 'no', 'applies'])
/** The attributes that name a thing to be counted: `one="asset"`. */
const FORMS = new Set(['one'])
/** The attributes and properties that never contain a text, whatever their values look like. */
const HIDDEN = new Set(
  [
    'className d viewBox transform points key id htmlFor role href src rel target style type kind tone method path to',
    'rootMargin queryKey headers aria-labelledby aria-controls aria-describedby aria-activedescendant data-page data-row',
  ]
    .join(' ')
    .split(' '),
)
const TAKES_NO_TEXT = new Set(
  'querySelector querySelectorAll closest matches matchMedia addEventListener tone lazyRouteComponent get'.split(
    ' ',
  ),
)
