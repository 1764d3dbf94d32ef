import { type Command, Option } from 'commander'
import {
  IncidentReportSchema,
  IncidentReportService,
  type ReportField,
  ReportFieldSchema,
  type ReportForm,
  type ReportFormat,
  ReportFormatSchema,
  type ReportValue,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { type Regime, RegimeSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { DomainError } from '../../../../services/kernel/errors/errors.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { type OutputFile, openOutput } from '../../calls/output-file.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { textOfFile } from '../../options/text-of-file.ts'
import { readAll } from '../../views/pages.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { item, list, type View } from '../../views/views.ts'
import { asPerson, personVerb, repeated, resource, retriable, uuid, wholeNumber } from '../command.ts'

const { getReportForm, createIncidentReport, editIncidentReport } = IncidentReportService.method
const { listIncidentReports, getIncidentReport, renderIncidentReport } = IncidentReportService.method
const REGIME = enumText<Regime>(RegimeSchema)
const FORMAT = enumText<ReportFormat>(ReportFormatSchema)

/** `attestry incident report …` */
export function reportVerb(): Command {
  return resource('report', 'Reports of an incident to authorities', [
    fieldsVerb(),
    createVerb(),
    listVerb(),
    showVerb(),
    editVerb(),
    renderVerb(),
  ])
}

function fieldsVerb(): Command {
  return ofStep(
    personVerb(
      'fields',
      'List the fields of the report of a step.',
      'incident report fields --org ID --regime nis2 --step early_warning',
    ),
  ).action(
    asPerson<Step>(async ({ regime, step }, { call }) => {
      const { form } = await call(getReportForm, { regime: REGIME.value(regime), step })
      const rows = form!.fields.map((field) => plain(ReportFieldSchema, field))
      return list(rows, ['id', 'kind', 'required', 'article', 'label', 'choices'])
    }),
  )
}

function createVerb(): Command {
  return ofStep(
    retriable(
      personVerb(
        'create',
        'Draft a report, filled in from the incident.',
        'incident report create --org ID --id ID --regime nis2 --step early_warning',
      ),
    ).requiredOption('--id <id>', 'the incident', uuid),
  ).action(
    asPerson<Step & { id: string }>(async ({ id, regime, step }, { call }) => {
      const made = await call(createIncidentReport, { id, regime: REGIME.value(regime), step })
      return reportView(plain(IncidentReportSchema, made.report!), made.report!.values, made)
    }),
  )
}

function listVerb(): Command {
  return personVerb('list', 'List the reports of an incident.', 'incident report list --org ID --id ID')
    .requiredOption('--id <id>', 'the incident', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) => {
        const found = await readAll(undefined, async (page) => {
          const { reports, nextCursor } = await call(listIncidentReports, { id, page })
          return { rows: reports, nextCursor }
        })
        const rows = found.map((one) => {
          const { values: _, ...row } = plain(IncidentReportSchema, one)
          return row
        })
        return list(rows, ['id', 'regime', 'step', 'version', 'edited_at', 'edited_by', 'note'])
      }),
    )
}

function showVerb(): Command {
  return ofReport(
    personVerb(
      'show',
      'Show a version of a report with its fields.',
      'incident report show --org ID --id ID --report ID',
    ),
  ).action(
    asPerson<Report>(async ({ id, report: reportId, version = 0 }, { call }) => {
      const found = await call(getIncidentReport, { id, reportId, version })
      return reportView(plain(IncidentReportSchema, found.report!), found.report!.values, found)
    }),
  )
}

function editVerb(): Command {
  return ofReport(
    personVerb(
      'edit',
      'Create the next version of a report.',
      'incident report edit --org ID --id ID --report ID --set cross_border=no',
    ),
    'the version that was read (default: the current one)',
  )
    .option('--set <field=text>', 'the value of a field; may be given several times', repeated)
    .option('--set-file <field=file>', 'the same, from a file; may be given several times', repeated)
    .option('--note <text>', 'why')
    .action(
      asPerson<Edit>(
        async ({ id, report: reportId, version, set = [], setFile = [], note = '' }, { call }) => {
          const values = [
            ...set.map((text) => pairOf('--set', text)),
            ...(await Promise.all(setFile.map(fromFile))),
          ]
          if (values.length === 0) throw new UsageError('give --set or --set-file')
          const { report: current, form } = await call(getIncidentReport, { id, reportId })
          const expectedVersion = version ?? current!.version
          const { report, missing } = await call(editIncidentReport, {
            id,
            reportId,
            expectedVersion,
            note,
            values,
          })
          return reportView(plain(IncidentReportSchema, report!), report!.values, { form, missing })
        },
      ),
    )
}

function renderVerb(): Command {
  return ofReport(
    personVerb(
      'render',
      'Save a version of a report as a document. The same version gives the same bytes.',
      'incident report render --org ID --id ID --report ID --format pdf --output report.pdf',
    ),
  )
    .addOption(new Option('--format <format>', 'the form').choices([...FORMAT.words]).default('pdf'))
    .requiredOption('--output <file>', 'where to save it')
    .option('--overwrite', 'replace the file if it exists')
    .action(
      asPerson<Render>(async ({ id, report: reportId, version = 0, format, output, overwrite }, { call }) => {
        const made = await call(renderIncidentReport, {
          id,
          reportId,
          version,
          format: FORMAT.value(format),
        })
        const { name, mediaType, content, sha256 } = made
        await save(output, content, { overwrite: overwrite === true })
        const file = { file: output, bytes: content.length, sha256, media_type: mediaType, name }
        return item({ report_id: reportId, version: made.version, ...file })
      }),
    )
}

async function save(
  output: string,
  content: Uint8Array,
  { overwrite }: { overwrite: boolean },
): Promise<void> {
  let file: OutputFile | undefined
  try {
    file = await openOutput(output, { overwrite, mode: 0o666 })
    await file.write(content)
    await file.keep()
  } catch (error) {
    if (error instanceof DomainError) throw new UsageError(error.message)
    throw new UsageError(`${output} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  } finally {
    await file?.drop()
  }
}

function ofStep(command: Command): Command {
  return command
    .addOption(new Option('--regime <regime>', 'the regime').choices([...REGIME.words]).makeOptionMandatory())
    .requiredOption('--step <step>', 'the step, e.g. early_warning')
}

function ofReport(command: Command, version = 'the version (default: the current one)'): Command {
  return command
    .requiredOption('--id <id>', 'the incident', uuid)
    .requiredOption('--report <id>', 'the report', uuid)
    .option('--version <n>', version, wholeNumber)
}

/** Returns a report with every field of its form and its value. */
function reportView(
  { values: _, ...report }: Plain,
  values: readonly ReportValue[],
  { form, missing }: { form?: ReportForm | undefined; missing: string[] },
): View {
  const textOf = new Map(values.map(({ field, text }) => [field, text]))
  const rows = (form?.fields ?? []).map((field: ReportField) => ({
    id: field.id,
    label: field.label,
    article: field.article,
    required: field.required,
    value: textOf.get(field.id) ?? null,
  }))
  const about = { ...report, missing }
  const { text } = list(rows, ['id', 'label', 'article', 'value'])
  return { json: { ...about, fields: rows }, text: `${item(about).text}\n\n${text}` }
}

function pairOf(option: string, given: string): { field: string; text: string } {
  const [, field, text] = /^([^=]+)=(.*)$/s.exec(given) ?? []
  if (field === undefined) throw new UsageError(`${option} wants field=text, e.g. cross_border=no`)
  return { field, text: text! }
}

async function fromFile(given: string): Promise<{ field: string; text: string }> {
  const { field, text: file } = pairOf('--set-file', given)
  return { field, text: await textOfFile('--set-file', file) }
}

type Step = { regime: string; step: string }
type Report = { id: string; report: string; version?: number }
type Edit = Report & { set?: string[]; setFile?: string[]; note?: string }
type Render = Report & { format: string; output: string; overwrite?: boolean }
