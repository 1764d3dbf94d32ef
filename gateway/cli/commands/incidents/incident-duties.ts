import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type Command, Option } from 'commander'
import {
  type ReportFormat,
  ReportFormatSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import {
  IncidentFilingSchema,
  type Regime,
  RegimeSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Obligation,
  ObligationSchema,
  ObligationService,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { instant } from '../../options/times.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, retriable, uuid, wholeNumber } from '../command.ts'

const { listIncidentObligations, fileIncidentReport, listIncidentFilings } = ObligationService.method
const FORMAT = enumText<ReportFormat>(ReportFormatSchema)
const REGIME = enumText<Regime>(RegimeSchema)

export function obligationsVerb(): Command {
  return personVerb(
    'obligations',
    'Show which reports about an incident are due, to whom and by when. This is not legal advice.',
    'incident obligations --org ID --id ID',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) => {
        const { obligations } = await call(listIncidentObligations, { id })
        return list(obligations.map(obligationView), [
          'regime',
          'step',
          'state',
          'due_at',
          'forecast_at',
          'recipient',
          'article',
        ])
      }),
    )
}

export function fileVerb(): Command {
  return retriable(
    personVerb(
      'file',
      'Record that a report was made.',
      'incident file --org ID --id ID --regime nis2 --step early_warning --submitted-at 2026-11-22T10:00:00Z --recipient CSIRT',
    ),
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .addOption(new Option('--regime <regime>', 'the regime').choices([...REGIME.words]).makeOptionMandatory())
    .requiredOption('--step <step>', 'the step, e.g. early_warning')
    .requiredOption('--submitted-at <time>', 'when it was submitted (RFC 3339)', instant)
    .requiredOption('--recipient <who>', 'to whom')
    .option('--reference <text>', 'the reference that the authority gave')
    .addOption(
      new Option('--report <id>', 'the report that was sent: its document is kept with the filing').argParser(
        uuid,
      ),
    )
    .option('--report-version <n>', 'the version of that report (default: the current one)', wholeNumber)
    .addOption(new Option('--report-format <format>', 'its form').choices([...FORMAT.words]))
    .addOption(
      new Option('--attachment <id>', 'the attachment that is the document')
        .argParser(uuid)
        .conflicts('report'),
    )
    .option('--document-sha256 <hex>', 'the SHA-256 of the document')
    .option('--corrects <id>', 'the first filing, where this one corrects it', uuid)
    .option(
      '--note <text>',
      'a note; required where, by this filing, a report is no longer late, or is due later, or was submitted before the incident was known',
    )
    .action(
      asPerson<File>(async ({ regime, report, attachment, reportFormat, ...options }, { call }) => {
        const { filing } = await call(fileIncidentReport, {
          ...options,
          regime: REGIME.value(regime),
          reportId: report ?? '',
          attachmentId: attachment ?? '',
          ...(reportFormat === undefined ? {} : { reportFormat: FORMAT.value(reportFormat) }),
        })
        return item(plain(IncidentFilingSchema, filing!))
      }),
    )
}

export function filingsVerb(): Command {
  return personVerb(
    'filings',
    'List the reports that were made of an incident.',
    'incident filings --org ID --id ID',
  )
    .requiredOption('--id <id>', 'the incident', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) => {
        const { filings } = await call(listIncidentFilings, { id })
        const rows = filings.map((filing) => plain(IncidentFilingSchema, filing))
        return list(rows, ['id', 'regime', 'step', 'submitted_at', 'recipient', 'reference', 'corrects'])
      }),
    )
}

/** Returns an obligation as the command prints it, with null for empty texts. */
export function obligationView(obligation: Obligation): Plain {
  const fields = Object.entries(plain(ObligationSchema, obligation))
  return Object.fromEntries(fields.map(([name, value]) => [name, value === '' ? null : value]))
}

type File = {
  id: string
  regime: string
  step: string
  submittedAt: Timestamp
  recipient: string
  reference?: string
  report?: string
  reportVersion?: number
  reportFormat?: string
  attachment?: string
  documentSha256?: string
  corrects?: string
  note?: string
}
