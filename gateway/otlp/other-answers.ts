import type { ErrorDetails } from '../../services/kernel/errors/errors.ts'
import { type Attributes, textOf } from './attributes.ts'
import { NAMES } from './conventions.ts'
import { isFitting } from './texts.ts'

/** The answers of an export that came from another model than the one that was asked for (docs/otlp.md, "Answers of other models"). */
export type OtherAnswers = {
  /** @param traceId in hex */
  add(attributes: Attributes, traceId: string): void
  /** Returns the details for the entry of the export; empty if there are no such answers. */
  details(): ErrorDetails
}

/** Collects pairs of models, each once. The sender names them: their number and their length are limited. */
export function otherAnswers(): OtherAnswers {
  const pairs = new Map<string, { requested: string; answered: string; spans: number; trace_id: string }>()
  let more = false
  return {
    add: (attributes, traceId) => {
      const answered = textOf(attributes, NAMES.answeredBy)
      const requested = answered === undefined ? undefined : textOf(attributes, NAMES.requested)
      if (answered === undefined || requested === undefined || isSameModel(requested, answered)) return
      if (!isFitting(requested) || !isFitting(answered)) {
        more = true
        return
      }
      const name = JSON.stringify([requested, answered])
      const known = pairs.get(name)
      if (known !== undefined) known.spans += 1
      else if (pairs.size < MAX_PAIRS) pairs.set(name, { requested, answered, spans: 1, trace_id: traceId })
      else more = true
    },
    details: () => ({
      ...(pairs.size > 0 ? { answered_by_another: [...pairs.values()] } : {}),
      ...(more ? { more_answered_by_another: true } : {}),
    }),
  }
}

/**
 * Whether the answering model is the requested one, or a version of it: `gpt-4o` is answered by `gpt-4o-2024-08-06`, and
 * `gpt-4o-mini` is another model, as are a size (`gemini-1.5-flash-8b`) and a generation (`claude-sonnet-4-5` of
 * `claude-sonnet-4`). An alias that ends in `-latest` is answered by versions of the model without that ending.
 */
function isSameModel(requested: string, answered: string): boolean {
  if (answered === requested) return true
  const model = requested.endsWith(LATEST) ? requested.slice(0, -LATEST.length) : requested
  return answered.startsWith(model) && VERSION.test(answered.slice(model.length))
}

const LATEST = '-latest'
/** A date, a number of three digits or more, or `v1`, and further numbers. */
const VERSION = /^(?:[-@](?:\d{3,}|v\d+)(?:[-.:@]v?\d+)*)?$/
const MAX_PAIRS = 20
