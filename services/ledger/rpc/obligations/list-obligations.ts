import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'
import { parseRfc3339 } from '../../../kernel/values/rfc3339.ts'
import type { LedgerContext } from '../../context.ts'
import { OBLIGATION_STATES, obligationMessage } from '../../domain/incidents/incident-facts.ts'
import type { ObligationState } from '../../domain/obligations/types.ts'
import type { DueCursor } from '../../store/incidents/due.ts'

/** ObligationService.ListObligations */
export function listObligations(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof ObligationService.method.listObligations> {
  return async (request, context) => {
    const { limit } = request
    const size = limit === 0 ? LIMITS.defaultPage : limit
    const state = request.state === 0 ? undefined : (OBLIGATION_STATES.word(request.state) as ObligationState)
    const found = await ctx.incidentWork.due(callerOf(context).organizationId, {
      state,
      now: ctx.clock.now(),
      limit: size + 1,
      after: cursorOf(request.after),
    })
    const rows = found.slice(0, size)
    const last = rows.at(-1)
    return {
      obligations: rows.map(({ obligation, incident }) => obligationMessage(obligation, incident)),
      nextAfter: found.length > size && last !== undefined ? cursorText(last.cursor) : '',
    }
  }
}

/** `<time>_<incident>_<place>`: opaque to callers. */
function cursorText({ at, incidentId, place }: DueCursor): string {
  return `${at}_${incidentId}_${place}`
}

function cursorOf(text: string): DueCursor | undefined {
  if (text === '') return undefined
  const [, at, incidentId, place] = CURSOR.exec(text) ?? []
  // PostgreSQL has neither a year 0 nor a 30 February, which Date.parse reads as a day of March.
  if (at === undefined || at < '0001' || parseRfc3339(at) === undefined)
    throw invalid({ after: ['must be the next_after of an earlier page'] })
  return { at, incidentId: incidentId!, place: Number(place) }
}

const CURSOR =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_(\d{1,4})$/
