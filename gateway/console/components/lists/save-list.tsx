import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { transport } from '../../api/transport.ts'
import { csvOf, saveText } from '../save-text.ts'
import { useToast } from '../toasts.tsx'
import { plural } from '../words.ts'
import { headingsOf, textsOf } from './table-text.ts'

/** Saves all rows that match the filters as CSV, up to MOST. */
export function SaveList<I extends DescMessage, O extends DescMessage, R extends DescMessage>({
  method,
  input,
  pick,
  row,
  name,
}: {
  method: DescMethodUnary<I, O>
  input: MessageInitShape<I>
  pick: (answer: MessageShape<O>) => MessageShape<R>[]
  /** The message of a row; each of its fields is a column. */
  row: R
  /** The first part of the file's name: `assets`. */
  name: string
}): ReactNode {
  const showToast = useToast()
  const [read, setRead] = useState<number>()
  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])
  const save = async (): Promise<void> => {
    const { signal } = stop.current
    setRead(0)
    try {
      const { rows, more } = await readRows({ method, input, pick, signal, onRead: setRead })
      const day = new Date().toISOString().slice(0, 10)
      saveText(
        `${name}-${day}.csv`,
        csvOf([headingsOf(row), ...rows.map((one) => textsOf(row, one))]),
        'text/csv',
      )
      showToast(`${plural(rows.length, 'row')} saved.${more ? ' There are more: narrow the filters.' : ''}`)
    } catch (error) {
      if (!signal.aborted) showToast(`Not saved. ${Problem.of(error).message}`, 'bad')
    } finally {
      setRead(undefined)
    }
  }
  return (
    <button type="button" onClick={() => void save()} disabled={read !== undefined}>
      {read === undefined ? 'Save as CSV' : `${plural(read, 'row')} read …`}
    </button>
  )
}

/** Reads the rows of all pages, up to MOST, and whether there are more. */
async function readRows<I extends DescMessage, O extends DescMessage, Row>(list: {
  method: DescMethodUnary<I, O>
  input: MessageInitShape<I>
  pick: (answer: MessageShape<O>) => Row[]
  signal: AbortSignal
  onRead: (rows: number) => void
}): Promise<{ rows: Row[]; more: boolean }> {
  const { method, input, pick, signal, onRead } = list
  // The request does not ask for the count, which would be made for each page.
  const { withCount: _, ...filter } = input as { withCount?: boolean }
  const rows: Row[] = []
  let cursor = ''
  do {
    const request = { ...filter, page: { limit: 200, cursor } } as unknown as MessageInitShape<I>
    const answer = await callUnaryMethod(transport, method, request, { signal })
    rows.push(...pick(answer))
    onRead(rows.length)
    cursor = (answer as unknown as { nextCursor: string }).nextCursor
  } while (cursor !== '' && rows.length < MOST)
  return { rows, more: cursor !== '' }
}

const MOST = 20_000
