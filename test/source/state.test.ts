import { expect, test } from 'vitest'
import { type Node, nodesOf, tracked, treeOf, treeOfText } from './support/syntax.ts'

/** Methods that change what they are called on. */
const CHANGING = new Set(
  'add append assign clear copyWithin defineProperty delete fill pop push reverse set shift sort splice unshift write'.split(
    ' ',
  ),
)
/** Classes whose instances do not change unless a method of `CHANGING` is called. */
const CONSTANT = new Set(
  'DataView Map RegExp Set TextDecoder TextEncoder URL Uint8Array Uint32Array'.split(' '),
)

/** The days of a list of holidays are kept by the list, which does not change: no order of calls matters. */
const EXCEPTIONS = ['verifier/src/shared/obligations/calendar.mjs']

test('no module of the verifier has mutable state', () => {
  const files = tracked('verifier/src', 'verifier/browser')
  expect(files.length).toBeGreaterThan(70)
  const found = files.filter((file) => changing(treeOf(file)).length > 0)
  expect(found).toEqual(EXCEPTIONS)
})

test.each([
  ['a variable', 'let worker'],
  ['a variable that is exported', 'export let count = 0'],
  ['an instance', 'const scanner = new Scanner()'],
  ['a member that is set', 'const words = { end: 0 }; function begin() { words.end = 3 }'],
  ['a member that is counted', 'const counted = { n: 0 }; export const count = () => { counted.n++ }'],
  ['an item that is set', 'const last = [0]; class A { b() { last[0] = 1 } }'],
  ['a list that grows', 'const seen = []; function see(one) { seen.push(one) }'],
  ['a map that grows', 'const cache = new Map(); function see(one) { cache.set(one, 1) }'],
  ['a buffer that is written', 'const NODE = Buffer.alloc(65); function hash(text) { NODE.write(text, 1) }'],
  [
    'a variable that is assigned as a whole',
    'const counted = { n: 0 }; function begin() { Object.assign(counted, { n: 0 }) }',
  ],
  ['a value of another module', "import { words } from './words.mjs'; function begin() { words.end = 3 }"],
])('the check of mutable state finds %s', (_, text) => {
  expect(changing(treeOfText(text))).toHaveLength(1)
})

test.each([
  'const HEX = new Uint8Array(256); for (let n = 0; n < 16; n++) HEX[n] = n',
  'function all() { const seen = []; seen.push(1); return seen }',
  'const names = new Set(); function all(names) { names.add(1) }',
  'class Tree { size = 0; append() { this.size++ } }',
])('the check of mutable state allows %s', (text) => {
  expect(changing(treeOfText(text))).toEqual([])
})

/** The declarations that give a module state. */
function changing(tree: Node): Node[] {
  const top = (tree.body as Node[]).map((node) => (node.declaration as Node | null) ?? node)
  const declared = top.filter(({ type }) => type === 'VariableDeclaration')
  const names = new Set([
    ...declared.flatMap(({ declarations }) => declarations as Node[]).map(({ id }) => (id as Node).name),
    ...top.flatMap(({ specifiers }) => (specifiers as Node[] | undefined) ?? []).map(nameOfLocal),
  ])
  const functions = [...functionsIn(tree)]
  return [
    ...declared.filter(({ kind }) => kind !== 'const'),
    ...declared.flatMap(({ declarations }) => declarations as Node[]).filter(isInstance),
    ...functions.flatMap((body) => changesIn(body, names)),
  ]
}

const nameOfLocal = ({ local }: Node) => (local as Node | undefined)?.name

function isInstance({ init }: Node): boolean {
  const made = init as Node | null
  return made?.type === 'NewExpression' && !CONSTANT.has((made.callee as Node).name as string)
}

/** The outermost functions. */
function* functionsIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (/Function/.test(String((value as Node).type))) yield value as Node
  else for (const child of Object.values(value)) yield* functionsIn(child)
}

/** Changes of what a function has not declared itself. */
function changesIn(body: Node, names: Set<unknown>): Node[] {
  const nodes = [...nodesOf(body)]
  const own = new Set(nodes.flatMap(declaredBy).map(({ name }) => name))
  const isOfModule = (node: Node): boolean => {
    const root = rootOf(node)
    return root !== undefined && names.has(root) && !own.has(root)
  }
  return nodes.filter((node) => {
    const target = (node.left ?? node.argument) as Node
    if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') return isOfModule(target)
    if (node.type === 'UnaryExpression') return node.operator === 'delete' && isOfModule(target)
    const callee = node.callee as Node
    if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression') return false
    if (!CHANGING.has((callee.property as Node).name as string)) return false
    const [first] = node.arguments as Node[]
    const changed = (callee.object as Node).name === 'Object' ? first : (callee.object as Node)
    return changed !== undefined && isOfModule(changed)
  })
}

function declaredBy(node: Node): Node[] {
  if (node.type === 'VariableDeclarator') return identifiersOf(node.id)
  return /Function/.test(node.type) ? identifiersOf(node.params) : []
}

const identifiersOf = (pattern: unknown): Node[] =>
  [...nodesOf(pattern)].filter(({ type }) => type === 'Identifier')

/** `a` of `a.b[c]`. */
function rootOf(node: Node): unknown {
  return node.type === 'MemberExpression' ? rootOf(node.object as Node) : node.name
}
