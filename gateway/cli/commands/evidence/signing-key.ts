import type { Command } from 'commander'
import {
  SigningKeySchema,
  SigningKeyService,
} from '../../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPersonOrOperator, personVerb, resource } from '../command.ts'

const { listSigningKeys, rotateSigningKey, revokeSigningKey } = SigningKeyService.method

/**
 * `attestry signing-key …`: the keys that sign checkpoints and packages. They belong to the installation, so every verb needs
 * `--operator`.
 */
export function signingKeyCommand(): Command {
  return resource('signing-key', 'The keys that sign checkpoints and packages', [
    asPersonOrOperator(
      personVerb('list', 'List the keys, newest first.', 'signing-key list --org ID'),
      async (_, call) => {
        const rows = (await call(listSigningKeys, {})).keys.map((key) => plain(SigningKeySchema, key))
        return list(rows, ['kid', 'number', 'status', 'valid_from', 'valid_until'])
      },
    ),
    asPersonOrOperator<{ keyArn?: string }>(
      personVerb(
        'rotate',
        'Rotate to the next key, with a statement signed by both; the old key still verifies its signatures.',
        'signing-key rotate --operator',
      ).option(
        '--key-arn <arn>',
        'with --operator: a P-256 signing key in the key service (default: one is made)',
      ),
      async ({ keyArn = '' }, call) =>
        item(plain(SigningKeySchema, (await call(rotateSigningKey, { keyArn })).key!)),
    ),
    asPersonOrOperator<{ kid: string; reason: string }>(
      personVerb(
        'revoke',
        'Publish a key as compromised. Rotate first: the key in use cannot be revoked.',
        'signing-key revoke --operator --kid KID --reason "found in a backup"',
      )
        .requiredOption('--kid <kid>', 'hex SHA-256 of its public key')
        .option('--reason <text>', 'why', 'compromised'),
      async ({ kid, reason }, call) =>
        item(plain(SigningKeySchema, (await call(revokeSigningKey, { kid, reason })).key!)),
    ),
  ])
}
