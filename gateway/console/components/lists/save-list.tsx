import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { everyPage } from '../../api/every-page.ts'
import { Problem } from '../../api/problem.ts'
import { plural } from '../../language/words.ts'
import { csvOf, saveText } from '../downloads/save-text.ts'
import { useToast } from '../toasts.tsx'
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
      const rows: MessageShape<R>[] = []
      let more = false
      for await (const page of everyPage(method, input, pick, signal)) {
        rows.push(...page.rows)
        more = page.more
        setRead(rows.length)
        if (rows.length >= MOST) break
      }
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

const MOST = 20_000
