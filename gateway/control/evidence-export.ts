import { z } from 'zod'
import {
  EvidenceService,
  type ExportEvidenceResponse,
} from '../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import { timestampOf } from '../../services/kernel/values/time.ts'
import { abortOnDisconnect } from '../http/connections/client-gone.ts'
import { checkQuery } from '../http/requests/validate.ts'
import { id, timestamp } from '../schema/fields.ts'
import { toControlError } from './control-error.ts'
import { CONTROL_PREFIX } from './prefix.ts'
import type { ControlRoute } from './route.ts'

/**
 * `GET /api/control/evidence-export?from&to&incident_id` (docs/decisions/0063-the-evidence-export.md): the package as a download.
 * A failure before the first byte is answered as an error. A later failure closes the connection, so that the partial file is not
 * mistaken for a package. The export ends when the client disconnects.
 */
export const evidenceExport: ControlRoute = {
  method: 'GET',
  path: `${CONTROL_PREFIX}/evidence-export`,
  rpc: EvidenceService.method.exportEvidence,
  handle: async ({ ctx, exchange, options, query }) => {
    const { from, to, incident_id = '' } = checkQuery(wanted, query)
    const responses = ctx.clients.evidence.exportEvidence(
      {
        ...(from === undefined ? {} : { from: timestampOf(from) }),
        ...(to === undefined ? {} : { to: timestampOf(to) }),
        incidentId: incident_id,
      },
      { ...options, signal: abortOnDisconnect(exchange) },
    )
    const parts = responses[Symbol.asyncIterator]()
    const { part } = await next(parts)
    if (part.case !== 'package')
      throw new DomainError(Reason.INTERNAL, 'the stream of the export does not begin with its package')
    const { fileName, packageId, expectedBytes } = part.value
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Attestry-Package-Id': packageId,
        'Attestry-Expected-Bytes': String(expectedBytes),
      },
      stream: chunks(parts),
    }
  },
}

async function* chunks(parts: AsyncIterator<ExportEvidenceResponse>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { part } = await next(parts)
    if (part.case === undefined) return
    if (part.case === 'chunk') yield part.value
  }
}

/** The next part; one without a case is the end. */
async function next(
  parts: AsyncIterator<ExportEvidenceResponse>,
): Promise<Pick<ExportEvidenceResponse, 'part'>> {
  try {
    const { value, done } = await parts.next()
    return done === true ? { part: { case: undefined } } : value
  } catch (error) {
    throw toControlError(fromConnectError(error))
  }
}

const wanted = z.object({
  from: timestamp().optional(),
  to: timestamp().optional(),
  incident_id: id().optional(),
})
