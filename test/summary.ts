import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'

/**
 * npm run summary -- REPORT …: says what runs of the test runner (its JSON reports) found: what was skipped, the slowest
 * twenty tests, a line for each run, and last their sum. Ends with 1 when a test failed, a report is missing, or a run
 * had no test.
 */
const reports = process.argv.slice(2).map((path) => ({ path, report: read(path) }))
const all = reports.flatMap(({ report }) => report?.testResults ?? []).flatMap(testsOf)
const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)
say('The slowest twenty tests:')
for (const { name, seconds } of slowest) say(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
const skipped = all.filter(({ status }) => status !== 'passed' && status !== 'failed')
if (skipped.length > 0) say('Skipped:')
for (const { name } of skipped) say(`  ${name}`)
let ok = reports.length > 0
for (const { path, report } of reports) {
  const found = count((report?.testResults ?? []).flatMap(testsOf))
  const whole = report?.success === true && found.passed > 0
  ok &&= whole
  say(`${basename(path, '.json')}: ${lineOf(found)}${whole ? '' : ' (NOT WHOLE)'}`)
}
say(lineOf(count(all)))
process.exitCode = ok ? 0 : 1

function read(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function testsOf({ name, assertionResults }: Report['testResults'][number]): Test[] {
  return assertionResults.map(({ fullName, status, duration }) => ({
    name: `${relative(process.cwd(), name)} > ${fullName}`,
    status,
    seconds: (duration ?? 0) / 1000,
  }))
}

function count(tests: Test[]): Count {
  const of = (status: string) => tests.filter((test) => test.status === status).length
  const [passed, failed] = [of('passed'), of('failed')]
  return { passed, failed, skipped: tests.length - passed - failed }
}

function lineOf({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Test = { name: string; status: string; seconds: number }
type Count = { passed: number; failed: number; skipped: number }
type Report = {
  success: boolean
  testResults: {
    name: string
    assertionResults: { fullName: string; status: string; duration?: number }[]
  }[]
}
