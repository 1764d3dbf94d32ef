import type { RegimeName } from './types.ts'

/**
 * The name of a due report for people: `NIS2 early warning`. The console uses the same words (test/notifications/names.test.ts).
 */
export function reportName(regime: RegimeName, step: string): string {
  const [law, scope] = REGIMES[regime]
  const report = STEPS[step] ?? step.replaceAll('_', ' ')
  return scope === undefined ? `${law} ${report}` : `${law} ${report} (${scope})`
}

/** The name of a regulation for people. */
export const regulationName = (regulation: string): string =>
  REGULATIONS[regulation] ?? regulation.replaceAll('_', ' ')

const REGIMES: Record<RegimeName, readonly [law: string, scope?: string]> = {
  nis2: ['NIS2'],
  dora: ['DORA'],
  cra_vulnerability: ['CRA', 'exploited vulnerability'],
  cra_incident: ['CRA', 'severe incident'],
  ai_act: ['AI Act'],
  gdpr: ['GDPR'],
  cer: ['CER'],
  eidas_qualified: ['eIDAS', 'qualified trust service'],
}

const REGULATIONS: { [regulation: string]: string } = {
  nis2: 'NIS2',
  dora: 'DORA',
  gdpr: 'GDPR',
  cra: 'CRA',
  ai_act: 'AI Act',
  cer: 'CER',
  eidas: 'eIDAS',
}

/** Steps whose word alone does not say what is sent. A law names some only by their recipient. */
const STEPS: { [step: string]: string } = {
  authority: 'notification of the authority',
  data_subjects: 'communication to data subjects',
  serious_incident: 'report of a serious incident',
  initial: 'initial report',
  intermediate: 'intermediate report',
  progress: 'progress report',
  final: 'final report',
  detailed: 'detailed report',
}
