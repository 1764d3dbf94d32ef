import type { Command } from 'commander'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { acting, personVerb, resource, rowLimit } from '../command.ts'
import { readAll } from '../pages.ts'
import type { Plain } from '../plain.ts'
import { list } from '../views.ts'
import { auditVerify } from './audit-verify.ts'

export function auditCommand(): Command {
  return resource('audit', 'The audit log', [
    personVerb('list', 'List the newest entries, as the log holds them.', 'audit list --org ID --limit 20')
      .option('--limit <n>', 'how many', rowLimit, 50)
      .action(
        acting<{ limit: number }>(async ({ limit }, { call }) => {
          const found = await readAll(limit, async (page) => {
            const { entries, nextCursor } = await call(AuditService.method.listEntries, { page })
            return { rows: entries, nextCursor }
          })
          const rows = found.map(({ text }) => JSON.parse(text) as Plain)
          const table = rows.map((entry) => ({ ...entry, actor: actorText(entry.actor as Actor) }))
          const { text } = list(table, ['at', 'operation', 'outcome', 'code', 'actor', 'via', 'request_id'])
          return { json: { data: rows }, text }
        }),
      ),
    auditVerify(),
  ])
}

function actorText({ kind, name, id }: Actor): string {
  return [kind, name ?? id ?? ''].join(' ').trim()
}

type Actor = { kind: string; name: string | null; id: string | null }
