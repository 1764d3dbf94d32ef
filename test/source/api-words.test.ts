import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Operator, SuiteStatus } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { EventType, RunStatus } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { Classification, Criticality } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { Regulation, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { SupplierCategory } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'

const document = readFileSync('docs/api.md', 'utf8')

test.each<[string, string, object, string[]]>([
  ['2.1', 'severity', Severity, ['unknown']],
  ['2.1', 'regulation', Regulation, []],
  ['2.2', 'classification', Classification, []],
  ['2.2', 'business_criticality', Criticality, []],
  ['2.3', 'category', SupplierCategory, []],
  ['2.5', 'operator', Operator, []],
  ['2.5', 'status', SuiteStatus, []],
  ['2.7', 'status', RunStatus, []],
  ['2.8', 'event_type', EventType, []],
])('docs/api.md %s names the values of %s that the protos have', (section, field, words, inAnswersOnly) => {
  const expected = wordsOf(words).filter((word) => !inAnswersOnly.includes(word))
  expect(namedIn(section, field).sort()).toEqual(expected.sort())
})

/** The words of an enum, as JSON has them. */
function wordsOf(words: object): string[] {
  return Object.keys(words)
    .filter((name) => /^[A-Z]/.test(name) && name !== 'UNSPECIFIED')
    .map((name) => name.toLowerCase())
}

/** The words in backticks of the row, or of the sentence, that is about a field; defaults are named again. */
function namedIn(section: string, field: string): string[] {
  const from = document.indexOf(`### ${section} `)
  const text = document.slice(from, document.indexOf('\n##', from + 1))
  const row = text.split('\n').find((line) => line.startsWith(`| \`${field}\``))
  const about = row?.split('|').slice(2).join() ?? sentencesAbout(text, field)
  return [...new Set([...about.matchAll(/`([a-z0-9_]+)`/g)].map(([, word]) => word!))]
}

/** `operator` (`lte`, …) of a list; the sentence after the list that has `status`. */
function sentencesAbout(text: string, field: string): string {
  const listed = new RegExp(`\`${field}\` \\(([^)]*)\\)`).exec(text.replaceAll('\n', ' '))?.[1]
  const said = new RegExp(`The ${field} (.*?)\\.`).exec(text.replaceAll('\n', ' '))?.[1]
  return listed ?? said ?? ''
}
