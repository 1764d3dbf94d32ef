import type { Command } from 'commander'
import { ApiKeySchema, KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { PERMISSIONS } from '../../../services/kernel/identity/permissions.ts'
import { acting, commas, personVerb, resource, rowLimit, uuid, wholeNumber } from '../command.ts'
import { readAll } from '../pages.ts'
import { plain } from '../plain.ts'
import { UsageError } from '../usage-error.ts'
import { item, list } from '../views.ts'

const { createKey, listKeys, updateKey, revokeKey } = KeyService.method

export function keyCommand(): Command {
  return resource('key', 'API keys', [
    personVerb(
      'create',
      'Make a key; it is shown once.',
      'key create --org ID --name ci --permissions incidents:write,gate:query',
    )
      .requiredOption('--name <name>', 'its name')
      .requiredOption('--permissions <list>', `among ${PERMISSIONS.join(', ')}`, commas)
      .option('--rate-limit <calls>', 'calls in 60 s (default: 600)', wholeNumber)
      .action(
        acting<Create>(async ({ name, permissions, rateLimit }, { call }) => {
          if (rateLimit === 0) throw new UsageError('--rate-limit: at least 1')
          const { key, secret } = await call(createKey, { name, permissions, rateLimit: rateLimit ?? 0 })
          return item({ id: key!.id, key: secret })
        }),
      ),
    personVerb('list', 'List the keys: prefix and last use, never the key.', 'key list --org ID')
      .option('--limit <n>', 'the newest n only', rowLimit)
      .action(
        acting<{ limit?: number }>(async ({ limit }, { call }) => {
          const found = await readAll(limit, async (page) => {
            const { keys, nextCursor } = await call(listKeys, { page })
            return { rows: keys, nextCursor }
          })
          return list(
            found.map((key) => plain(ApiKeySchema, key)),
            ['id', 'name', 'prefix', 'status', 'permissions', 'rate_limit', 'last_used_at'],
          )
        }),
      ),
    personVerb(
      'update',
      'Change the name or the rate limit.',
      'key update --org ID --id KEY_ID --rate-limit 1200',
    )
      .requiredOption('--id <id>', 'the key', uuid)
      .option('--name <name>', 'another name')
      .option('--rate-limit <calls>', 'calls in 60 s', wholeNumber)
      .action(
        acting<Update>(async ({ id, name, rateLimit }, { call }) => {
          if (name === undefined && rateLimit === undefined)
            throw new UsageError('give --name, --rate-limit or both')
          const { key } = await call(updateKey, {
            id,
            ...(name === undefined ? {} : { name }),
            ...(rateLimit === undefined ? {} : { rateLimit }),
          })
          return item(plain(ApiKeySchema, key!))
        }),
      ),
    personVerb('revoke', 'Revoke a key, at once, everywhere.', 'key revoke --org ID --id KEY_ID')
      .requiredOption('--id <id>', 'the key', uuid)
      .action(
        acting<{ id: string }>(async ({ id }, { call }) =>
          item(plain(ApiKeySchema, (await call(revokeKey, { id })).key!)),
        ),
      ),
  ])
}

type Create = { name: string; permissions: string[]; rateLimit?: number }
type Update = { id: string; name?: string; rateLimit?: number }
