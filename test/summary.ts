import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'

/**
 * npm run summary -- REPORT … [--again REPORT]: says what runs of the test runner (its JSON reports) found: what was
 * skipped, the slowest twenty tests, a line for each run, and last their sum. Ends with 1 when a test failed, a report is
 * missing, or a run had no test.
 *
 * `--again`: the report of a second run of the files that failed. A file that fails at first and passes then is flaky: it
 * is named, counted, and a defect to fix; more than {@link FLAKY_FILES} of them fail the whole.
 *
 * npm run summary -- --failed REPORT …: prints the files that failed, a path a line, instead.
 */
const FLAKY_FILES = 2

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const secondPath = process.argv.includes('--again') ? paths.pop() : undefined
const reports = paths.map((path) => ({ path, report: read(path) }))
if (process.argv.includes('--failed')) {
  for (const { report } of reports) for (const file of failedFiles(report)) say(file)
} else summarize()

function summarize(): void {
  const all = reports.flatMap(({ report }) => testsOf(report))
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)
  say('The slowest twenty tests:')
  for (const { name, seconds } of slowest) say(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
  const skipped = all.filter(({ status }) => status !== 'passed' && status !== 'failed')
  if (skipped.length > 0) say('Skipped:')
  for (const { name } of skipped) say(`  ${name}`)
  const second = secondPath === undefined ? undefined : read(secondPath)
  const passedThen = new Set(
    second?.testResults.filter(({ status }) => status === 'passed').map(({ name }) => here(name)),
  )
  const flaky = reports.flatMap(({ report }) => failedFiles(report)).filter((file) => passedThen.has(file))
  if (flaky.length > 0) say('Flaky, failed at first and passed alone:')
  for (const file of flaky) say(`  ${file}`)
  let ok = reports.length > 0 && flaky.length <= FLAKY_FILES
  for (const { path, report } of reports) {
    const found = count(testsOf(report), flaky)
    const failed = failedFiles(report)
    // A run without a failed file that is not a success had an error outside of its tests.
    const passed = report?.success === true || (failed.length > 0 && failed.every((f) => passedThen.has(f)))
    const whole = passed && found.passed > 0
    ok &&= whole
    say(`${basename(path, '.json')}: ${lineOf(found)}${whole ? '' : ' (NOT WHOLE)'}`)
  }
  if (second !== undefined) say(`the files that failed, again: ${lineOf(count(testsOf(second)))}`)
  say(lineOf(count(all, flaky)))
  process.exitCode = ok ? 0 : 1
}

function read(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function failedFiles(report: Report | undefined): string[] {
  return report?.testResults.filter(({ status }) => status === 'failed').map(({ name }) => here(name)) ?? []
}

function testsOf(report: Report | undefined): Test[] {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      file: here(name),
      name: `${here(name)} > ${fullName}`,
      status,
      seconds: (duration ?? 0) / 1000,
    })),
  )
}

function here(path: string): string {
  return relative(process.cwd(), path)
}

/** A test that failed counts as flaky where its file passed alone. */
function count(tests: Test[], flakyFiles: string[] = []): Count {
  const of = (status: string) => tests.filter((test) => test.status === status)
  const failures = of('failed')
  const flaky = failures.filter(({ file }) => flakyFiles.includes(file)).length
  const passed = of('passed').length
  return { passed, failed: failures.length - flaky, flaky, skipped: tests.length - passed - failures.length }
}

function lineOf({ passed, failed, flaky, skipped }: Count): string {
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped`
  return flaky === 0 ? line : `${line}, ${flaky} flaky (failed at first, passed alone)`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Test = { file: string; name: string; status: string; seconds: number }
type Count = { passed: number; failed: number; flaky: number; skipped: number }
type Report = {
  success: boolean
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number }[]
  }[]
}
