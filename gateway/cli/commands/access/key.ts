import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { Command } from 'commander'
import { ApiKeySchema, KeyService } from '../../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { PERMISSIONS } from '../../../../services/kernel/identity/permissions.ts'
import { changes, given } from '../../options/given.ts'
import { instant } from '../../options/times.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, commas, personVerb, positive, resource, uuid, wholeNumber } from '../command.ts'

const { createKey, listKeys, updateKey, revokeKey } = KeyService.method

export function keyCommand(): Command {
  return resource('key', 'API keys', [createVerb(), listVerb(), updateVerb(), revokeVerb()])
}

function createVerb(): Command {
  return personVerb(
    'create',
    'Create a key; it is shown once.',
    'key create --org ID --name ci --permissions incidents:write,gate:query',
  )
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--permissions <list>', `among ${PERMISSIONS.join(', ')}`, commas)
    .option('--rate-limit <calls>', 'calls in 60 s (default: 600)', positive)
    .option('--expires-at <time>', 'when it expires (default: never)', instant)
    .action(
      asPerson<Create>(async ({ name, permissions, rateLimit = 0, expiresAt }, { call }) => {
        const asked = { name, permissions, rateLimit, ...given({ expiresAt }) }
        const { key, secret } = await call(createKey, asked)
        return item({ id: key!.id, key: secret })
      }),
    )
}

function listVerb(): Command {
  return personVerb('list', 'List the keys: prefix and last use, never the key.', 'key list --org ID')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ limit?: number }>(async ({ limit }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { keys, nextCursor } = await call(listKeys, { page })
          return { rows: keys, nextCursor }
        })
        return list(
          found.map((key) => plain(ApiKeySchema, key)),
          ['id', 'name', 'prefix', 'status', 'permissions', 'rate_limit', 'expires_at', 'last_used_at'],
        )
      }),
    )
}

function updateVerb(): Command {
  return personVerb(
    'update',
    'Change the name, the rate limit or the expiry.',
    'key update --org ID --id KEY_ID --rate-limit 1200',
  )
    .requiredOption('--id <id>', 'the key', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--name <name>', 'another name')
    .option('--rate-limit <calls>', 'calls in 60 s', positive)
    .option('--expires-at <time>', 'the new expiry time; not for a key that has expired', instant)
    .option('--never-expires', 'the key no longer expires')
    .action(
      asPerson<Update>(async ({ id, version = 0, name, rateLimit, expiresAt, neverExpires }, { call }) => {
        const change = changes({ name, rateLimit, expiresAt, neverExpires })
        const { key } = await call(updateKey, { id, expectedVersion: version, ...change })
        return item(plain(ApiKeySchema, key!))
      }),
    )
}

function revokeVerb(): Command {
  return personVerb('revoke', 'Revoke a key, at once, everywhere.', 'key revoke --org ID --id KEY_ID')
    .requiredOption('--id <id>', 'the key', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) =>
        item(plain(ApiKeySchema, (await call(revokeKey, { id })).key!)),
      ),
    )
}

type Create = { name: string; permissions: string[]; rateLimit?: number; expiresAt?: Timestamp }
type Update = {
  id: string
  version?: number
  name?: string
  rateLimit?: number
  expiresAt?: Timestamp
  neverExpires?: boolean
}
