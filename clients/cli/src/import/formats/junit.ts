import { SaxesParser } from 'saxes'
import type { InputFile } from '../input-file.ts'
import { type FileResults, passRate, type Tally, tally } from '../measurement.ts'
import { instantOf, refused } from '../refused.ts'
import { evalTypeOf } from '../vocabulary.ts'

/**
 * JUnit XML: `pass_rate` of all test cases and `SUITE/pass_rate` of each suite. A skipped case was not measured and is
 * no pass. No entity is expanded beyond the five of XML; elements nest at most 64 deep.
 */
export async function readJUnit(file: InputFile): Promise<FileResults> {
  const found = parse(file.path, await file.text())
  const all = tally()
  for (const counts of found.suites.values()) add(all, counts)
  const measurements = [...passRate('pass_rate', 'custom', all)]
  if (found.suites.size > 1 || !found.suites.has(''))
    for (const [name, counts] of found.suites)
      measurements.push(...passRate(`${name || 'unnamed'}/pass_rate`, evalTypeOf(name), counts))
  const notes = all.unmeasured > 0 ? [`${all.unmeasured} skipped test cases count as not passed`] : []
  return { tool: 'custom', evaluatedAt: found.endedAt, subject: {}, measurements, notes }
}

type Found = { suites: Map<string, Tally>; endedAt: Date | undefined }

function parse(path: string, text: string): Found {
  const found: Found = { suites: new Map(), endedAt: undefined }
  const open: string[] = []
  const suites: string[] = []
  let outcome: keyof Tally | undefined
  const parser = new SaxesParser({ position: false })
  parser.on('error', ({ message }) => {
    throw refused(path, `line ${parser.line}`, `is no XML: ${message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== 'testsuites' && name !== 'testsuite')
      throw refused(path, `line ${parser.line}`, 'is no JUnit report')
    open.push(name)
    if (open.length > 64) throw refused(path, `line ${parser.line}`, 'nests deeper than 64 elements')
    if (name === 'testsuite') {
      suites.push(String(attributes.name ?? ''))
      const at = instantOf(attributes.timestamp)
      if (at !== undefined && (found.endedAt === undefined || at > found.endedAt)) found.endedAt = at
    }
    if (name === 'testcase') outcome = 'passed'
    if (outcome === undefined || open.at(-2) !== 'testcase') return
    const worse = OUTCOMES[name]
    if (worse !== undefined && outcome !== 'errored') outcome = worse
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (name === 'testsuite') suites.pop()
    if (name !== 'testcase' || outcome === undefined) return
    const suite = suites.at(-1) ?? ''
    const counts = found.suites.get(suite) ?? tally()
    counts[outcome]++
    found.suites.set(suite, counts)
    outcome = undefined
  })
  parser.write(text).close()
  return found
}

function add(sum: Tally, counts: Tally): void {
  for (const outcome of Object.keys(sum) as (keyof Tally)[]) sum[outcome] += counts[outcome]
}

const OUTCOMES: { [element: string]: keyof Tally | undefined } = {
  failure: 'failed',
  error: 'errored',
  skipped: 'unmeasured',
}
