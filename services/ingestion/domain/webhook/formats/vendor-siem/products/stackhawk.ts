import { valueAt } from '../../../fields.ts'
import { integer } from '../../../own.ts'
import { id } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const STATS = 'scanCompleted.completedScanStats.scanResultsStats'

/**
 * A completed scan of an application by StackHawk, from its webhook. Its severity is that of the most severe untriaged finding.
 */
export const stackHawk: Product = {
  id: 'stackhawk',
  name: 'StackHawk',
  source:
    'https://docs.stackhawk.com/workflow-integrations/webhook.html; DefectDojo/django-DefectDojo, unittests/scans/stackhawk',
  forms: [[is('service', 'StackHawk'), has('scanCompleted.scan.id'), has(STATS)]],
  title: [
    `Scan of {scanCompleted.scan.application} ({scanCompleted.scan.env}): {${STATS}.highCount} high, {${STATS}.mediumCount} medium, {${STATS}.lowCount} low`,
  ],
  titleStandIn: ['StackHawk scan {scanCompleted.scan.id}'],
  description: ['scanCompleted.scan.scanURL'],
  severity: [gravest],
  time: ['scanCompleted.scan.startedTimestamp'],
  systems: ['scanCompleted.findings.host', 'scanCompleted.scan.application'],
  identity: {
    of: id('scanCompleted.scan.id'),
    why: 'The id is unique: a UUID for each scan. The scan is sent when it is complete.',
  },
  state: [rule(clean)],
}

/** Returns the number of untriaged findings of a severity; null if the scan does not give the number of findings. */
function untriaged(scan: unknown, grade: string): number | null {
  const [count, triaged] = ['Count', 'TriagedCount'].map((of) =>
    integer(valueAt(scan, `${STATS}.${grade}${of}`)),
  )
  return count === null || count === undefined ? null : count - (triaged ?? 0)
}

function gravest(scan: unknown): Level | null {
  return (['high', 'medium', 'low'] as const).find((grade) => (untriaged(scan, grade) ?? 0) > 0) ?? null
}

function clean(scan: unknown): State | null {
  const counts = ['high', 'medium', 'low'].map((grade) => untriaged(scan, grade))
  return counts.every((count) => count !== null && count <= 0) ? 'passed' : null
}
