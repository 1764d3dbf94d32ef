import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type Caller, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { operationOf } from '../../services/kernel/identity/access.ts'
import { as } from '../../services/kernel/identity/caller.ts'
import { type Tile, tileOfPath } from '../../services/kernel/tlog/tiles.ts'
import type { GatewayContext } from '../context.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { anonymous } from '../http/callers/anonymous.ts'
import { admit, callerOf, requireKey } from '../http/callers/api-key.ts'
import { abortOnDisconnect } from '../http/connections/client-gone.ts'
import { answer, answerError, type Exchange } from '../http/exchange.ts'
import { recordedRefusal } from '../http/refusal.ts'
import type { Surface } from '../http/server.ts'

/**
 * Serves the log of the key's organization as C2SP tlog-tiles, below `/tlog/<organization id>`: `checkpoint`,
 * `tile/<L>/<N>[.p/<W>]`, `tile/entries/<N>[.p/<W>]` (docs/tiles.md). The key needs the permission audit:read. The log of another
 * organization is not found.
 */
export function tlog(ctx: GatewayContext): Surface {
  return { path: PREFIX, serve: (exchange) => serve(ctx, exchange) }
}

async function serve(ctx: GatewayContext, exchange: Exchange): Promise<void> {
  const wanted = exchange.request.method === 'GET' ? resourceOf(exchange.path) : undefined
  const operation = wanted && OPERATIONS[wanted.tile === undefined ? 'checkpoint' : 'tile']
  let caller = anonymous(exchange, Via.REST, operation?.id)
  try {
    const admitted = await admit(ctx, exchange)
    caller = callerOf(exchange, admitted, operation)
    exchange.operation = caller.operation
    const key = requireKey(admitted, operation)
    if (wanted?.organizationId !== key.organizationId) throw NOT_FOUND
    if (wanted.tile?.kind === 'entries')
      await ctx.lists.acquire(exchange, key.organizationId, abortOnDisconnect(exchange))
    const content = await read(ctx, caller, wanted.tile)
    await ctx.record({ caller, outcome: Outcome.OK, code: '' })
    answer(exchange, 200, content.bytes, content.type, content.cache)
  } catch (error) {
    answerError(exchange, await recordedRefusal(ctx, exchange, caller, error))
  }
}

/** Reads a tile, or the checkpoint. A tile never changes once it is complete; a checkpoint is replaced by the next one. */
async function read(ctx: GatewayContext, caller: Caller, tile: Tile | undefined): Promise<Content> {
  if (tile === undefined) {
    const { checkpoint } = await ctx.clients.log.getCheckpoint({}, as(caller))
    const note = checkpoint!.note + checkpoint!.cosignatures.join('')
    return { bytes: note, type: 'text/plain; charset=utf-8', cache: 'no-store' }
  }
  const { kind, level, index, width } = tile
  const request = { level, index: BigInt(index), width, entries: kind === 'entries' }
  const { tile: bytes } = await ctx.clients.log.getTile(request, as(caller))
  return { bytes, type: 'application/octet-stream', cache: 'private, max-age=31536000, immutable' }
}

function resourceOf(path: string): Wanted | undefined {
  const { organizationId = '', name = '' } = RESOURCE.exec(path)?.groups ?? {}
  if (name === 'checkpoint') return { organizationId }
  const tile = tileOfPath(name)
  return tile && { organizationId, tile }
}

type Wanted = { organizationId: string; tile?: Tile }
type Content = { bytes: string | Uint8Array; type: string; cache: string }

const permission = 'audit:read'
/** The operations, in the form of the REST API's operations. */
export const OPERATIONS = {
  checkpoint: { id: operationOf(LogService.method.getCheckpoint), permission, addon: undefined },
  tile: { id: operationOf(LogService.method.getTile), permission, addon: undefined },
} as const
const PREFIX = '/tlog'
const RESOURCE =
  /^\/tlog\/(?<organizationId>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?<name>[a-z0-9./]{1,64})$/
const NOT_FOUND = new RestError(404, 'not_found', 'not found')
