import {
  type IncidentReport,
  ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { REGIME_WORDS } from '../domain/incidents/incident-facts.ts'
import { htmlOf } from './html.ts'
import { jsonOf } from './json.ts'

/** A document that a version of a report was rendered as. */
export type Rendered = { name: string; mediaType: string; content: Buffer; sha256: string }

export async function render(report: IncidentReport, format: ReportFormat): Promise<Rendered> {
  const { extension, mediaType, write } = OTHERS[format] ?? PDF
  const content = await write(report)
  const name = `${REGIME_WORDS.word(report.regime)}-${report.step}-v${report.version}.${extension}`
  return { name, mediaType, content, sha256: sha256Hex(content) }
}

type Format = {
  extension: string
  mediaType: string
  write: (report: IncidentReport) => Buffer | Promise<Buffer>
}

const PDF: Format = {
  extension: 'pdf',
  mediaType: 'application/pdf',
  // Loaded with the first PDF: a start does not need the tables of line breaks and scripts.
  write: async (report) => (await import('./pdf.ts')).pdfOf(report),
}

const OTHERS: { [format: number]: Format } = {
  [ReportFormat.HTML]: { extension: 'html', mediaType: 'text/html', write: htmlOf },
  [ReportFormat.JSON]: { extension: 'json', mediaType: 'application/json', write: jsonOf },
}
