import type { Command } from 'commander'
import { AuditService, ListEntriesRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { listed, listOptions } from '../../options/filters.ts'
import type { Plain } from '../../views/plain.ts'
import { list } from '../../views/views.ts'
import { asPersonOrOperator, personVerb, resource } from '../command.ts'
import { pipelineCommand } from '../pipeline-command.ts'
import { auditCheckpoint } from './audit-checkpoint.ts'
import { auditMirror } from './audit-mirror.ts'
import { auditVerify } from './audit-verify.ts'

export function auditCommand(): Command {
  return resource('audit', 'The audit log', [
    asPersonOrOperator(
      listOptions(
        personVerb(
          'list',
          'List the newest entries, as the log holds them.',
          'audit list --org ID --limit 20',
        ),
        ListEntriesRequestSchema,
        50,
      ),
      listed(
        ListEntriesRequestSchema,
        async (call, asked) => {
          const { entries, ...page } = await call(AuditService.method.listEntries, asked)
          return { rows: entries, ...page }
        },
        (found) => {
          const rows = found.map(({ text }) => JSON.parse(text) as Plain)
          const table = rows.map((entry) => ({ ...entry, actor: actorText(entry.actor as Actor) }))
          const { text } = list(table, ['at', 'operation', 'outcome', 'code', 'actor', 'via', 'request_id'])
          return { json: { data: rows }, text }
        },
      ),
    ),
    pipelineCommand(
      'audit',
      'follow',
      'Follow the log, for a SIEM (an API key, no session).',
      'audit follow --format ocsf --state FILE',
    ),
    auditCheckpoint(),
    auditVerify(),
    auditMirror(),
  ])
}

function actorText({ kind, name, id }: Actor): string {
  return [kind, name ?? id ?? ''].join(' ').trim()
}

type Actor = { kind: string; name: string | null; id: string | null }
