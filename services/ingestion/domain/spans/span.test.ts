import { describe, expect, it } from 'vitest'
import { inStartOrder, type Span } from './span.ts'

const span = (id: string, start: number, parentId = '', nanos = 0) =>
  ({ traceId: 'a'.repeat(32), id, parentId, start, report: { startedAt: { nanos } } }) as unknown as Span
const order = (...spans: Span[]) => inStartOrder(spans).map(({ id }) => id)

describe('the order in which spans began', () => {
  it('follows their starts, to the nanosecond', () => {
    expect(order(span('a', 3), span('b', 1, '', 200), span('c', 1, '', 100))).toEqual(['c', 'b', 'a'])
  })

  it('keeps the given order among simultaneous spans, with parents before their children', () => {
    expect(order(span('z', 1), span('y', 1), span('x', 1))).toEqual(['z', 'y', 'x'])
    const tree = [
      span('3', 1, '2'),
      span('2', 1, '9'),
      span('5', 1, '4'),
      span('4', 1, '9'),
      span('9', 1, '0'),
    ]
    expect(order(...tree)).toEqual(['9', '2', '3', '4', '5'])
    expect(order(...tree, span('b', 0), span('1', 2, '9'), span('0', 2))).toEqual([
      ...['b', '9', '2', '3', '4', '5'],
      ...['1', '0'],
    ])
  })

  it('has each span once, even if spans name themselves or each other as parents', () => {
    expect(order(span('a', 1, 'b'), span('b', 1, 'a'), span('c', 1, 'c'), span('d', 1))).toEqual([
      ...['d', 'a', 'b', 'c'],
    ])
  })

  it('handles a chain of 20,000 simultaneous spans that is given in reverse', () => {
    const chain = Array.from({ length: 20_000 }, (_, n) => span(String(n), 1, String(n - 1))).reverse()
    expect(inStartOrder(chain).map(({ id }) => Number(id))).toEqual(chain.map((_, n) => n))
  })
})
