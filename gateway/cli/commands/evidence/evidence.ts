import { type Command, Option } from 'commander'
import { EvidenceService, ExportSchema } from '../../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { CONTROL_PREFIX } from '../../../control/prefix.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { progressBar } from '../../views/progress-bar.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, positive, resource, uuid } from '../command.ts'

export function evidenceCommand(): Command {
  return resource('evidence', 'Evidence packages', [exportVerb(), listVerb()])
}

function exportVerb(): Command {
  return personVerb(
    'export',
    'Export a signed evidence package, or an incident support package.',
    'evidence export --org ID --since 2026-01-01T00:00:00Z --until 2026-04-01T00:00:00Z --output evidence.zip',
  )
    .option('--from, --since <time>', 'entries from this time on (RFC 3339); else from the first')
    .option('--to, --until <time>', 'entries before this time (RFC 3339); else up to the last')
    .addOption(
      new Option('--incident <id>', 'only data about one incident')
        .argParser(uuid)
        .conflicts(['since', 'until']),
    )
    .requiredOption('--output <file>', 'where to save it')
    .option('--overwrite', 'replace the file if it exists')
    .action(
      asPerson<Wanted>(
        async ({ since, until, incident, output, overwrite = false }, { baseUrl, session }) => {
          const { download } = await import('../../calls/download.ts')
          const url = new URL(`${baseUrl}${CONTROL_PREFIX}/evidence-export`)
          for (const [name, value] of Object.entries({ from: since, to: until, incident_id: incident }))
            if (value !== undefined) url.searchParams.set(name, value)
          const bar = progressBar(process.stderr)
          const done = await download({ url, session, output, overwrite, progress: bar.at }).finally(bar.done)
          return item({ package_id: done.packageId, file: output, bytes: done.bytes, sha256: done.sha256 })
        },
      ),
    )
}

function listVerb(): Command {
  return personVerb('list', 'List the packages that were exported.', 'evidence list --org ID')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ limit?: number }>(async ({ limit }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { exports, nextCursor } = await call(EvidenceService.method.listExports, { page })
          return { rows: exports, nextCursor }
        })
        const rows = found.map((one) => plain(ExportSchema, one))
        return list(rows, ['id', 'type', 'status', 'signed_at', 'entries', 'tree_size', 'sha256'])
      }),
    )
}

type Wanted = { since?: string; until?: string; incident?: string; output: string; overwrite?: boolean }
