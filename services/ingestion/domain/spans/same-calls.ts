import type { Share } from '../../../kernel/concurrency/event-loop.ts'
import type { SpanKey } from './span.ts'

/**
 * Indexes spans by an id and their tool, to find another span that reports the same call. Of the spans with one id only a few are
 * kept: the work for a report MUST NOT grow with the square of the number of its spans.
 */
export class SameCalls<S extends SpanKey> {
  readonly #found = new Map<string, [place: number, span: S][]>()
  #places = 0

  /** Makes the index. Shares the event loop. */
  static async of<S extends SpanKey>(
    spans: Iterable<S>,
    idOf: (span: S) => string,
    share: Share,
  ): Promise<SameCalls<S>> {
    const found = new SameCalls<S>()
    for (const span of spans) {
      const turn = share()
      if (turn !== undefined) await turn
      found.#add(idOf(span), span)
    }
    return found
  }

  /**
   * Returns the first span with this id, other than the given one, that reports the same call. Both name the same tool, and the
   * same call id or one of them names none. Calls of different tools are never the same call, whatever their ids: otherwise the
   * call of the other tool would be lost.
   */
  find(id: string, given: SpanKey): S | undefined {
    const { tool, call } = given
    if (tool === undefined) return undefined
    const names = call === undefined ? [nameOf(id, tool)] : [nameOf(id, tool, ''), nameOf(id, tool, call)]
    const others = names.flatMap((name) => {
      const one = this.#found.get(name)?.find(([, span]) => span !== given)
      return one === undefined ? [] : [one]
    })
    return others.sort(([a], [b]) => a - b)[0]?.[1]
  }

  #add(id: string, span: S): void {
    const { tool, call = '' } = span
    if (tool === undefined) return
    for (const name of [nameOf(id, tool), nameOf(id, tool, call)]) {
      const spans = this.#found.get(name)
      if (spans === undefined) this.#found.set(name, [[this.#places++, span]])
      // Two are enough: at least one of them is not the span that is given to `find`.
      else if (spans.length < 2) spans.push([this.#places++, span])
    }
  }
}

/** Ids, short names of tools and of calls have no space, and none of them is empty. */
function nameOf(id: string, tool: string, call?: string): string {
  return call === undefined ? `${id} ${tool}` : `${id} ${tool} ${call}`
}
