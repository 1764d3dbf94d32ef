import { callUnaryMethod, useQuery } from '@connectrpc/connect-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type GetIncidentReportResponse,
  type IncidentReport,
  IncidentReportService,
  type ReportField,
  ReportFormat,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { transport } from '../../api/transport.ts'
import { DownloadButton, type DownloadedFile } from '../../components/downloads/download-button.tsx'
import { Filter, Unread, useParameters } from '../../components/lists/filter.tsx'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card, Code, Facts, PageHead } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { exact } from '../../language/instant.ts'
import { EditForm } from './incident-reports.tsx'
import { reportOf } from './report-of.ts'

/** One report to an authority, in one of its versions. */
export function Page(): ReactNode {
  const { id, reportId } = useParams({ strict: false }) as { id: string; reportId: string }
  const { version: asked } = useParameters(KINDS)
  const version = Number(asked ?? 0)
  const current = useQuery(IncidentReportService.method.getIncidentReport, { id, reportId })
  const shown = useQuery(IncidentReportService.method.getIncidentReport, { id, reportId, version })
  return (
    <Loaded query={current}>
      {({ report: newest, form }) => (
        <>
          <PageHead
            title={reportOf(newest!)}
            about={form!.title}
            crumb={{ to: `/incidents/${id}`, label: 'Incident' }}
          >
            {(version === 0 || version === newest!.version) && <EditForm report={newest!} form={form!} />}
            <Downloads report={newest!} version={version || newest!.version} />
          </PageHead>
          <Unread kinds={KINDS} />
          {newest!.version > 1 && (
            <div className="filters">
              <Filter
                name="version"
                label="Version"
                all={`${newest!.version}, the newest`}
                options={Array.from({ length: newest!.version - 1 }, (_, i) =>
                  String(newest!.version - 1 - i),
                ).map((one) => [one, one] as const)}
              />
            </div>
          )}
          <Loaded query={shown}>{(answer) => <Shown answer={answer} />}</Loaded>
        </>
      )}
    </Loaded>
  )
}

/** A version that the report does not have is answered as not found. */
const KINDS = { version: (text: string) => /^[1-9]\d{0,8}$/.test(text) }

function Downloads({ report, version }: { report: IncidentReport; version: number }): ReactNode {
  return FORMATS.map(([format, label]) => (
    <DownloadButton
      key={format}
      label={label}
      title={`${label} of version ${version}`}
      fetch={() => rendered(report, version, format)}
    />
  ))
}

const FORMATS = [
  [ReportFormat.PDF, 'PDF'],
  [ReportFormat.HTML, 'HTML'],
  [ReportFormat.JSON, 'JSON'],
] as const

async function rendered(
  { incidentId, id }: IncidentReport,
  version: number,
  format: ReportFormat,
): Promise<DownloadedFile> {
  const asked = { id: incidentId, reportId: id, version, format }
  return await callUnaryMethod(transport, IncidentReportService.method.renderIncidentReport, asked)
}

function Shown({ answer: { report, form, missing } }: { answer: GetIncidentReportResponse }): ReactNode {
  const texts = new Map(report!.values.map(({ field, text }) => [field, text]))
  const absent = new Set(missing)
  return (
    <>
      {missing.length > 0 && (
        <p className="notice warn">
          The law asks for {missing.length === 1 ? 'a field' : `${missing.length} fields`} without a value.
          They are marked below.
        </p>
      )}
      <Card>
        <Facts
          of={[
            ['Version', `${report!.version}, ${exact(report!.editedAt!)}`],
            ['By', report!.editedBy],
            ['Reason', report!.note],
            ['Drafted', <Exact key="d" at={report!.createdAt} />],
            ['Filled in from', `version ${report!.incidentVersion} of the incident`],
            ['Form', form!.version],
            ['Id', <Code key="i" value={report!.id} />],
          ]}
        />
      </Card>
      <Card
        title="What it says"
        about={
          <>
            Send it to the authority yourself, then record the filing{' '}
            <Link to="/incidents/$id" params={{ id: report!.incidentId }}>
              at the incident
            </Link>
            .
          </>
        }
        flush
      >
        <Table
          caption="Content of the report"
          columns={columns(texts, absent)}
          rows={form!.fields.filter(({ id }) => texts.has(id) || absent.has(id))}
          id={({ id }) => id}
        />
      </Card>
    </>
  )
}

const columns = (texts: Map<string, string>, absent: Set<string>): Column<ReportField>[] => [
  { label: 'Field', cell: ({ label }) => <>{label}</> },
  {
    label: 'Value',
    kind: 'long',
    cell: ({ id }) =>
      absent.has(id) ? (
        <strong className="wrong">missing</strong>
      ) : (
        <span className="long">{texts.get(id)}</span>
      ),
  },
  { label: 'Article', cell: ({ article }) => <>{article}</> },
]
