import type { MethodImpl } from '@connectrpc/connect'
import type { KeyService } from '../../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { mintSecret } from '../../../kernel/crypto/secrets.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'
import { dateOf } from '../../../kernel/values/time.ts'
import type { LedgerContext } from '../../context.ts'
import { checkKeyEnd, checkPermissions, KEY_PREFIX_LENGTH } from '../../domain/access/access.ts'
import { keyMessage } from '../../domain/access/access-records.ts'

/** KeyService.CreateKey (docs/api.md 5.1) */
export function createKey(
  ctx: Pick<LedgerContext, 'keys' | 'clock'>,
): MethodImpl<typeof KeyService.method.createKey> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const { secret, hash } = mintSecret('atk')
    const key = {
      orgId: caller.organizationId,
      id: mintId(at),
      name: request.name,
      prefix: secret.slice(0, KEY_PREFIX_LENGTH),
      permissions: [...new Set(request.permissions)],
      rateLimit: request.rateLimit === 0 ? LIMITS.keyRate : request.rateLimit,
      version: 1,
      createdAt: at,
      expiresAt: request.expiresAt === undefined ? null : dateOf(request.expiresAt),
    }
    checkPermissions(key.permissions)
    checkKeyEnd(key.expiresAt, at)
    await ctx.keys.create({ caller, at }, key, hash)
    return { key: keyMessage(key, at), secret }
  }
}
