import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { when } from '../state.ts'

const ended = (...words: readonly string[]) =>
  words.flatMap((done) => [`Report is marked as ${done}`, `Vulnerability is marked as ${done}`])

/** A report of BugBase and an event about it, in the default body of its webhook. */
export const bugBase: Product = {
  id: 'bugbase',
  name: 'BugBase',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-bugbase.md',
  forms: [[has('report_id'), has('summary'), like('trigger', /\b(?:report|vulnerability)\b/i, 'of BugBase')]],
  title: ['summary'],
  description: ['{category} in {scope}', 'category'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['scope'],
  identity: {
    of: id('report_id'),
    why: 'The id is unique: one for each report. Every event about the report repeats it.',
  },
  state: [
    when('trigger', ended('Resolved'), 'resolved'),
    when('trigger', ended('Invalid'), 'false_positive'),
    when('trigger', ['Report is Closed', ...ended('Duplicate', 'Informational')], 'closed'),
    when('is_closed', [true], 'closed'),
  ],
}
