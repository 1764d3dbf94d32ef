import { expect, test } from 'vitest'
import { type Node, nodesOf, placeOf, tracked, treeOf, treeOfText } from './support/syntax.ts'

/** The limits of `vitest.config.ts`, in ms: of a poll, and of a test or a hook. */
const POLL = 120_000
const TEST = 300_000

test('no test has a timeout below the common one', () => {
  const files = tracked('*.test.ts', 'test/*.ts').filter((file) => !file.startsWith('test/bench/'))
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) => impatient(treeOf(file)).map((node) => placeOf(file, node)))
  expect(found).toEqual([])
})

test.each([
  ['a poll', 'await expect.poll(count, { timeout: 20_000 }).toBe(1)'],
  ['a poll, in a product', 'await expect.poll(count, { timeout: 60 * 1000, interval: 5 }).toBe(1)'],
  ['a constant', 'const SOON = { timeout: 30_000 }'],
  ['a test', "test('x', { timeout: 180_000 }, async () => {})"],
  ['a test of several cases', "test.each([1])('x', { timeout: 120_000 }, () => {})"],
  ['a test, as a number', "test('x', async () => {}, 10_000)"],
  ['a hook', 'beforeAll(async () => {}, 60_000)'],
  ['a wait with the limit of Vitest, one second', 'await vi.waitFor(call)'],
  ['a signal', 'fetch(url, { signal: AbortSignal.timeout(5000) })'],
])('the check of timeouts finds %s', (_, text) => {
  expect(impatient(treeOfText(text))).not.toEqual([])
})

test.each([
  "test('x', { timeout: 300_000 + ROUNDS * 60_000 }, async () => {})",
  'await expect.poll(count, { interval: 100 }).toBe(1)',
  'await expect.poll(count, { timeout: 120_000 }).toBe(1)',
  'setTimeout(stop, 10)',
])('the check of timeouts allows %s', (text) => {
  expect(impatient(treeOfText(text))).toEqual([])
})

function impatient(tree: Node): Node[] {
  return [...nodesOf(tree)].filter((node) => {
    if (node.type === 'Property') return isShort((node.key as Node).name, node.value as Node, POLL)
    if (node.type !== 'CallExpression') return false
    const [called, args] = [nameOf(node.callee as Node), node.arguments as Node[]]
    if (/^vi\.wait(?:For|Until)$/.test(called)) return args.length < 2
    if (called === 'AbortSignal.timeout') return isShort('timeout', args[0], POLL)
    if (!/^(?:test|beforeAll|beforeEach|afterAll|afterEach)\b/.test(called)) return false
    const options = args.flatMap((arg) => (arg.type === 'ObjectExpression' ? (arg.properties as Node[]) : []))
    return (
      args.slice(1).some((arg) => isShort('timeout', arg, TEST)) ||
      options.some((option) => isShort((option.key as Node | undefined)?.name, option.value as Node, TEST))
    )
  })
}

const isShort = (name: unknown, value: Node | undefined, least: number): boolean =>
  name === 'timeout' && value !== undefined && (numberOf(value) ?? least) < least

/** The value of a node of literals. Undefined where it depends on something else. */
function numberOf(node: Node): number | undefined {
  if (node.type === 'Literal' && typeof node.value === 'number') return node.value
  if (node.type !== 'BinaryExpression') return undefined
  const [left, right] = [numberOf(node.left as Node), numberOf(node.right as Node)]
  if (left === undefined || right === undefined) return undefined
  return node.operator === '*' ? left * right : node.operator === '+' ? left + right : undefined
}

/** `vi.waitFor` of the call `vi.waitFor()`, `test.each` of `test.each()()`. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'CallExpression') return nameOf(node.callee as Node)
  if (node.type !== 'MemberExpression') return ''
  return `${nameOf(node.object as Node)}.${nameOf(node.property as Node)}`
}
