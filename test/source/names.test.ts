import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Node, nodesOf, placeOf, tracked, treeOf, treeOfText } from './support/syntax.ts'

/** The exports of Vitest, except `suite`, which is a term of the product. */
const OF_THE_RUNNER = new Set('it test describe expect vi beforeAll beforeEach afterAll afterEach'.split(' '))

test('no name in a test shadows an export of Vitest', () => {
  const files = tracked('*.test.ts', 'test/*.ts').filter(usesVitest)
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) => shadowing(treeOf(file)).map((node) => placeOf(file, node)))
  expect(found).toEqual([])
})

test.each([
  'let it: Booted',
  "const test = ['channel']",
  'const { vi } = booted',
  'const [it] = all',
  'function describe(error) {}',
  'all.map((it) => it.id)',
  'all.map(({ id: test }) => test)',
])('the check of shadowed names finds %s', (text) => {
  expect(shadowing(treeOfText(text))).toHaveLength(1)
})

const usesVitest = (file: string) => readFileSync(file, 'utf8').includes("from 'vitest'")

/** Names that are declared. The `expect` of its context, which a test is given, is the runner's own; an import declares none. */
function shadowing(tree: Node): Node[] {
  return [...nodesOf(tree)]
    .flatMap((node) => {
      if (node.type === 'VariableDeclarator') return bound(node.id as Node)
      if (!/Function/.test(node.type)) return []
      const params = (node.params as Node[]).filter((one) => !isContext(one))
      return [node.id as Node | null, ...params].flatMap((one) => (one ? bound(one) : []))
    })
    .filter(({ name }) => OF_THE_RUNNER.has(name as string))
}

/** `{ expect }` */
function isContext({ type, properties }: Node): boolean {
  const [only, ...others] = (type === 'ObjectPattern' ? properties : []) as Node[]
  return others.length === 0 && only?.shorthand === true && (only.key as Node).name === 'expect'
}

/** The identifiers that a pattern binds. */
function bound(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((one) => bound((one.value ?? one.argument) as Node))
    case 'ArrayPattern':
      return (pattern.elements as (Node | null)[]).flatMap((one) => (one ? bound(one) : []))
    case 'AssignmentPattern':
      return bound(pattern.left as Node)
    case 'RestElement':
      return bound(pattern.argument as Node)
    default:
      return []
  }
}
