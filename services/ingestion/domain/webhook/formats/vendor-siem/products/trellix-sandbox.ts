import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'

/** The report of Trellix Intelligent Sandbox (Advanced Threat Defense) on a file. */
export const trellixSandbox: Product = {
  id: 'trellix_sandbox',
  name: 'Trellix Intelligent Sandbox',
  source: 'SEKOIA-IO/intake-formats, Trellix/trellix-atd/tests',
  forms: [
    [
      ...[is('Summary.Event_Type', 'ATD File Report'), has('Summary.Verdict.Severity')],
      has('Summary.Subject.Name'),
    ],
  ],
  title: ['{Summary.Subject.Name}: {Summary.Verdict.Description}', 'Summary.Subject.Name'],
  description: ['SHA-256 {Summary.Subject.sha-256}', 'MD5 {Summary.Subject.md5}'],
  severity: [
    codes('Summary.Verdict.Severity', { 1: 'low', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' }),
  ],
  time: ['Summary.Subject.Timestamp'],
  systems: ['Summary.Dst IP', 'Summary.Src IP'],
  identity: {
    of: hashOf(
      ...['Summary.ATD IP', 'Summary.TaskId', 'Summary.JobId'],
      ...['Summary.Subject.sha-256', 'Summary.Subject.md5', 'Summary.Subject.Timestamp'],
    ),
    why: 'The id is not unique: each appliance counts the numbers of its tasks and jobs. Identity: task, job, the address of the appliance, the file and the time. A repetition keeps them.',
  },
  state: [rule((report) => (isClean(report) ? 'informational' : null))],
}

/** Nothing was found, or the file did not run. */
function isClean(report: unknown): boolean {
  return /^(?:0|-\d)$/.test(plainText(valueAt(report, 'Summary.Verdict.Severity')))
}
