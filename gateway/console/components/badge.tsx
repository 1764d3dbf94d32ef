import type { DescEnum } from '@bufbuild/protobuf'
import { type ReactNode, useState } from 'react'
import { readable, wordOf } from '../language/words.ts'
import { None } from './time.tsx'

/** A word in the colour of its meaning. */
export function Badge({ word, tone }: { word: string; tone?: Tone }): ReactNode {
  if (word === '') return <None />
  return <span className={`badge ${tone ?? TONES[word] ?? ''}`}>{readable(word)}</span>
}

/** The value of an enum as a badge. */
export function EnumBadge({ schema, value }: { schema: DescEnum; value: number | undefined }): ReactNode {
  return <Badge word={wordOf(schema, value)} />
}

/** Words beside each other. Shows the first `most`, and the others when a person asks for them. */
export function Tags({ words, most = 3 }: { words: readonly string[]; most?: number }): ReactNode {
  const [all, setAll] = useState(false)
  if (words.length === 0) return <None />
  return (
    <span className="tags">
      {words.slice(0, all ? undefined : most).map((word) => (
        <span className="tag" key={word}>
          {word}
        </span>
      ))}
      {words.length > most && !all && (
        <button
          type="button"
          className="quiet more-tags"
          title={words.join(', ')}
          aria-label={`Show ${words.length - most} more`}
          onClick={() => setAll(true)}
        >
          +{words.length - most}
        </button>
      )}
    </span>
  )
}

type Tone = 'good' | 'bad' | 'warn' | 'info'

const TONES: { [word: string]: Tone } = {
  ...tone(
    'good',
    'pass',
    'met',
    'filed',
    'approved',
    'passed',
    'ok',
    'active',
    'accepted',
    'resolved',
    'completed',
  ),
  ...tone('bad', 'block', 'critical', 'failed', 'rejected', 'revoked', 'disabled', 'aborted'),
  ...tone('good', 'proven'),
  ...tone('bad', 'overdue', 'not_met', 'not_proven'),
  ...tone('warn', 'not_checked'),
  ...tone('info', 'provisional'),
  ...tone('warn', 'high', 'open', 'pending', 'incomplete', 'expired', 'refused', 'investigating'),
  ...tone('warn', 'timed_out', 'started', 'filed_late'),
  ...tone('info', 'in_progress', 'contained', 'running', 'medium', 'confidential', 'restricted', 'created'),
}

function tone(name: Tone, ...words: string[]): { [word: string]: Tone } {
  return Object.fromEntries(words.map((word) => [word, name]))
}
