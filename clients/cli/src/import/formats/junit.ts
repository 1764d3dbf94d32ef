import { SaxesParser } from 'saxes'
import type { InputFile } from '../../files/input-file.ts'
import { instantOf } from '../../files/json-values.ts'
import { refused } from '../../files/refused.ts'
import { type FileResults, type MetricName, passRate, type Tally, tally } from './measurement.ts'
import { evalTypeOf } from './vocabulary.ts'

/**
 * Reads JUnit XML: `pass_rate` of all test cases and `SUITE/pass_rate` of each suite. A skipped case was not measured and does
 * not count as passed, also where only an attribute says that it did not run. A suite without a test case, as a filter or a failed
 * collection leaves it, is a metric without a value. A failure outside of a test case, as one of a suite's preparation, refuses the
 * file. Elements count by their local name. Only the five entities of XML are expanded, and elements are nested at most 64 deep.
 */
export async function readJUnit(file: InputFile): Promise<FileResults> {
  const found = parse(file.path, await file.text())
  const all = tally()
  for (const counts of found.suites.values()) add(all, counts)
  const measurements = [...passRate('pass_rate', 'custom', all)]
  const unmeasured: MetricName[] =
    measurements.length === 0 ? [{ metric: 'pass_rate', evalType: 'custom' }] : []
  if (found.suites.size > 1 || !found.suites.has(''))
    for (const [name, counts] of found.suites)
      measurements.push(...passRate(rateOf(name), evalTypeOf(name), counts))
  const notes = all.unmeasured > 0 ? [`${all.unmeasured} skipped test cases count as not passed`] : []
  for (const name of found.empty) {
    if (found.suites.has(name)) continue
    unmeasured.push({ metric: rateOf(name), evalType: evalTypeOf(name) })
    notes.push(`${rateOf(name)} was left out: the suite has no test case`)
  }
  return { tool: 'custom', evaluatedAt: found.endedAt, subject: {}, measurements, unmeasured, notes }
}

/** `empty`: the names of suites without a test case in them. */
type Found = { suites: Map<string, Tally>; empty: Set<string>; endedAt: Date | undefined }

function rateOf(suite: string): string {
  return `${suite || 'unnamed'}/pass_rate`
}

function parse(path: string, text: string): Found {
  const found: Found = { suites: new Map(), empty: new Set(), endedAt: undefined }
  const open: string[] = []
  const suites: Suite[] = []
  let outcome: keyof Tally | undefined
  const parser = new SaxesParser({ position: false })
  parser.on('error', ({ message }) => {
    throw refused(path, `line ${parser.line}`, `is not XML: ${message}`)
  })
  parser.on('comment', (comment) => {
    const suite = suites.at(-1)
    if (suite !== undefined) suite.stated += Number(COUNT_OF_NODE.exec(comment)?.[1] ?? 0)
  })
  parser.on('opentag', ({ name: qualified, attributes }) => {
    const name = localName(qualified)
    if (open.length === 0 && name !== 'testsuites' && name !== 'testsuite')
      throw refused(path, `line ${parser.line}`, 'is not a JUnit report')
    open.push(name)
    if (open.length > 64) throw refused(path, `line ${parser.line}`, 'nests deeper than 64 elements')
    if (name === 'testsuite' || name === 'testsuites') {
      const stated = countOf(attributes.failures) + countOf(attributes.errors)
      suites.push({ element: name, name: String(attributes.name ?? ''), stated, bad: 0, cases: 0 })
      const at = instantOf(attributes.timestamp)
      if (at !== undefined && (found.endedAt === undefined || at > found.endedAt)) found.endedAt = at
    }
    if (name === 'testcase') {
      if (outcome !== undefined) throw refused(path, `line ${parser.line}`, 'has a test case in a test case')
      outcome = statedOf(attributes)
      return
    }
    const worse = OUTCOMES[name]
    if (outcome === undefined && (worse === 'failed' || worse === 'errored'))
      throw refused(path, `line ${parser.line}`, `has an element ${name} outside of a test case`)
    if (outcome !== undefined && worse !== undefined && BADNESS.indexOf(worse) > BADNESS.indexOf(outcome))
      outcome = worse
  })
  parser.on('closetag', ({ name: qualified }) => {
    const name = localName(qualified)
    open.pop()
    if (name === 'testsuite' || name === 'testsuites') {
      const suite = suites.pop()!
      requireWhole(path, suite)
      if (name === 'testsuite' && suite.cases === 0) found.empty.add(suite.name)
    }
    if (name !== 'testcase' || outcome === undefined) return
    for (const suite of suites) {
      suite.cases++
      if (outcome === 'failed' || outcome === 'errored') suite.bad++
    }
    const suite = suites.findLast(({ element }) => element === 'testsuite')?.name ?? ''
    const counts = found.suites.get(suite) ?? tally()
    counts[outcome]++
    found.suites.set(suite, counts)
    outcome = undefined
  })
  parser.write(text).close()
  return found
}

/**
 * An open suite, or the root element. `stated`: failures and errors that its attributes state, NaN where these are no numbers;
 * `cases`: the cases in it; `bad`: those that failed or errored.
 */
type Suite = { element: string; name: string; stated: number; cases: number; bad: number }

/** Node.js counts in comments. It leaves out the failure of a test that has subtests. */
const COUNT_OF_NODE = /^ (?:fail|cancelled) (\d{1,9}) $/

/** The name of an element without the prefix of its namespace. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** NaN where it is no count, also where it is negative. */
function countOf(attribute: unknown): number {
  const count = Number(attribute ?? 0)
  return count >= 0 ? count : Number.NaN
}

/**
 * Refuses a suite that states failures and has no failed case: a suite that failed before it ran is written so. The two numbers
 * are not compared, since tools count differently.
 */
function requireWhole(path: string, { element, name, stated, bad }: Suite): void {
  if (bad > 0 || stated <= 0) return
  const says = Number.isNaN(stated)
    ? 'failures and errors that are no numbers'
    : `${stated} failures and errors`
  throw refused(
    path,
    `${element} ${JSON.stringify(name)}`,
    `says ${says}, and no test case of it has one: the file is incomplete`,
  )
}

function add(sum: Tally, counts: Tally): void {
  for (const outcome of Object.keys(sum) as (keyof Tally)[]) sum[outcome] += counts[outcome]
}

/** The outcomes from best to worst. A case may have several, such as failed and, in its teardown, skipped; the worst counts. */
const BADNESS: readonly (keyof Tally)[] = ['passed', 'unmeasured', 'failed', 'errored']

/** Reads the outcome from the attributes of a case. A disabled case of GoogleTest, for example, has no element that says so. */
function statedOf({ status, result }: { [name: string]: unknown }): keyof Tally {
  const outcomes = [status, result].map((value) => String(value ?? '').toLowerCase())
  if (outcomes.some((word) => FAILED.test(word))) return 'failed'
  return outcomes.some((word) => NOT_RUN.test(word)) ? 'unmeasured' : 'passed'
}

const FAILED = /^(fail(ed|ure)?|error(ed)?|broken)$/
const NOT_RUN =
  /^(not_?run|disabled|skipped|suppressed|ignored|pending|untested|inconclusive|aborted|cancell?ed|timed_?out)$/

const OUTCOMES: { [element: string]: keyof Tally | undefined } = {
  failure: 'failed',
  error: 'errored',
  skipped: 'unmeasured',
}
