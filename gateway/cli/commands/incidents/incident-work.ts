import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  IncidentAttachmentSchema,
  IncidentCommentSchema,
  type Moment,
  MomentSchema,
  type Regime,
  RegimeSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentSchema } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { bytesOfFile } from '../../options/bytes-of-file.ts'
import { instant } from '../../options/times.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, positive, repeated, retriable, uuid, wholeNumber } from '../command.ts'

const { setIncidentMoments, assessIncident, commentIncident } = IncidentWorkService.method
const { attachToIncident, mergeIncident, listTriage } = IncidentWorkService.method
const MOMENT = enumText<Moment>(MomentSchema)
const REGIME = enumText<Regime>(RegimeSchema)

export function momentVerb(): Command {
  return personVerb(
    'moment',
    'Record the moments of an incident from which its deadlines run.',
    'incident moment --org ID --id ID --set aware=2026-11-22T10:00:00Z',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .option('--set <moment=time>', `one of ${MOMENT.words.join(', ')}; may be given several times`, repeated)
    .option('--clear <moment>', 'remove a moment; may be given several times', repeated)
    .option('--said-by <who>', 'the source of the moments (default: you)')
    .option('--reason <text>', 'why')
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .action(
      asPerson<Moments>(
        async ({ id, set = [], clear = [], saidBy = '', reason = '', version = 0 }, { call }) => {
          const moments = [...set.map(momentOf), ...clear.map((word) => ({ moment: momentNamed(word) }))]
          if (moments.length === 0) throw new UsageError('give --set or --clear')
          const { incident } = await call(setIncidentMoments, {
            id,
            moments,
            saidBy,
            reason,
            expectedVersion: version,
          })
          return item(plain(IncidentSchema, incident!))
        },
      ),
    )
}

export function assessVerb(): Command {
  return personVerb(
    'assess',
    'Assess whether a regime applies to an incident, and at which level.',
    'incident assess --org ID --id ID --regime dora --applies --level major --grounds "payments were down"',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .addOption(new Option('--regime <regime>', 'the regime').choices([...REGIME.words]).makeOptionMandatory())
    .option('--applies', 'it applies')
    .addOption(new Option('--not-applicable', 'it does not apply').conflicts('applies'))
    .option('--level <level>', 'e.g. significant, major, severe, high_risk, not_reportable')
    .requiredOption('--grounds <text>', 'why')
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .action(
      asPerson<Assess>(
        async ({ id, regime, applies, notApplicable, level = '', grounds, version = 0 }, { call }) => {
          if (applies !== true && notApplicable !== true)
            throw new UsageError('say --applies or --not-applicable')
          const { incident } = await call(assessIncident, {
            id,
            regime: REGIME.value(regime),
            applies: applies === true,
            level,
            grounds,
            expectedVersion: version,
          })
          return item(plain(IncidentSchema, incident!))
        },
      ),
    )
}

export function commentVerb(): Command {
  return retriable(
    personVerb(
      'comment',
      'Comment on an incident.',
      'incident comment --org ID --id ID --text "Called the bank"',
    ),
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .requiredOption('--text <text>', 'the comment')
    .action(
      asPerson<{ id: string; text: string }>(async (options, { call }) =>
        item(plain(IncidentCommentSchema, (await call(commentIncident, options)).comment!)),
      ),
    )
}

export function attachVerb(): Command {
  return retriable(
    personVerb(
      'attach',
      'Attach a file of at most 10 MiB.',
      'incident attach --org ID --id ID --file mail.eml',
    ),
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .requiredOption('--file <file>', 'the file')
    .option('--media-type <type>', 'e.g. application/pdf')
    .option('--note <text>', 'a note')
    .action(
      asPerson<Attach>(async ({ id, file, mediaType = '', note = '' }, { call }) => {
        const content = await bytesOfFile(file).catch((cause) => {
          throw new UsageError(`${file} cannot be read: ${(cause as NodeJS.ErrnoException).code}`)
        })
        const name = basename(file)
        const { attachment } = await call(attachToIncident, { id, name, mediaType, note, content })
        return item(plain(IncidentAttachmentSchema, attachment!))
      }),
    )
}

export function mergeVerb(): Command {
  return personVerb(
    'merge',
    'Mark an incident as a duplicate of another one.',
    'incident merge --org ID --id ID --into ID --reason "the same mail"',
  )
    .requiredOption('--id <id>', 'the duplicate', uuid)
    .requiredOption('--into <id>', 'the other incident', uuid)
    .requiredOption('--reason <text>', 'why')
    .action(
      asPerson<{ id: string; into: string; reason: string }>(async ({ id, into: intoId, reason }, { call }) =>
        item(plain(IncidentSchema, (await call(mergeIncident, { id, intoId, reason })).incident!)),
      ),
    )
}

export function triageVerb(): Command {
  return personVerb(
    'triage',
    'List the incidents of unknown severity that nobody has looked at.',
    'incident triage --org ID',
  )
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ limit?: number }>(async ({ limit }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { incidents, nextCursor } = await call(listTriage, { page })
          return { rows: incidents, nextCursor }
        })
        const rows = found.map((incident) => plain(IncidentSchema, incident))
        return list(rows, ['id', 'created_at', 'title'])
      }),
    )
}

function momentOf(text: string) {
  const [, word, time] = /^([a-z_]+)=(.+)$/.exec(text) ?? []
  if (word === undefined) throw new UsageError(`--set wants moment=time, e.g. aware=2026-11-22T10:00:00Z`)
  return { moment: momentNamed(word), at: readInstant(time!) }
}

function readInstant(text: string) {
  try {
    return instant(text)
  } catch {
    throw new UsageError('--set wants a time such as 2026-11-22T10:00:00Z')
  }
}

function momentNamed(word: string): Moment {
  if (!MOMENT.words.includes(word)) throw new UsageError(`a moment is one of ${MOMENT.words.join(', ')}`)
  return MOMENT.value(word)
}

type Moments = {
  id: string
  set?: string[]
  clear?: string[]
  saidBy?: string
  reason?: string
  version?: number
}
type Assess = {
  id: string
  regime: string
  applies?: boolean
  notApplicable?: boolean
  level?: string
  grounds: string
  version?: number
}
type Attach = { id: string; file: string; mediaType?: string; note?: string }
