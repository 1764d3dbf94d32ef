import type { DescEnum } from '@bufbuild/protobuf'
import type { ReactNode } from 'react'
import { None } from './time.tsx'
import { readable, wordOf } from './words.ts'

/** A word with the colour of what it means. */
export function Badge({ word, tone }: { word: string; tone?: Tone }): ReactNode {
  if (word === '') return <None />
  return <span className={`badge ${tone ?? TONES[word] ?? ''}`}>{readable(word)}</span>
}

/** The value of an enum as a badge. */
export function EnumBadge({ schema, value }: { schema: DescEnum; value: number | undefined }): ReactNode {
  return <Badge word={wordOf(schema, value)} />
}

/** Words beside each other, the first few of them in a table. */
export function Tags({ words, most = 3 }: { words: readonly string[]; most?: number }): ReactNode {
  if (words.length === 0) return <None />
  return (
    <span className="tags">
      {words.slice(0, most).map((word) => (
        <span className="tag" key={word}>
          {word}
        </span>
      ))}
      {words.length > most && <span title={words.join(', ')}>+{words.length - most}</span>}
    </span>
  )
}

type Tone = 'good' | 'bad' | 'warn' | 'info'

const TONES: { [word: string]: Tone } = {
  ...tone('good', 'pass', 'met', 'approved', 'passed', 'ok', 'active', 'accepted', 'resolved', 'completed'),
  ...tone('bad', 'block', 'critical', 'failed', 'not met', 'rejected', 'revoked', 'disabled', 'aborted'),
  ...tone('warn', 'high', 'open', 'pending', 'incomplete', 'expired', 'refused', 'investigating'),
  ...tone('warn', 'timed_out', 'overdue', 'started'),
  ...tone('info', 'in_progress', 'contained', 'running', 'medium', 'confidential', 'restricted', 'created'),
}

function tone(name: Tone, ...words: string[]): { [word: string]: Tone } {
  return Object.fromEntries(words.map((word) => [word, name]))
}
