import { appendFile } from 'node:fs/promises'
import { COMMAND } from '../../command/printable.ts'
import { NEXT_STEP, type Outcome } from './decision.ts'
import { text } from './text.ts'

/** For GitHub Actions: the text, and an annotation for each reason (workflow commands). */
export function github(outcome: Outcome): string {
  return [text(outcome), ...annotations(outcome)].join('\n')
}

/**
 * Appends the step summary and the outputs `decision`, `decision_id` and `reasons` to the files that the runner names
 * (GITHUB_STEP_SUMMARY, GITHUB_OUTPUT); nothing where it names none.
 */
export async function writeForRunner(outcome: Outcome, env: NodeJS.ProcessEnv): Promise<void> {
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, summary(outcome))
  if (env.GITHUB_OUTPUT && outcome.kind === 'decision') {
    const { decision, decision_id, reasons } = outcome.decision
    const outputs = { decision, decision_id, reasons: reasons.join(',') }
    const lines = Object.entries(outputs).map(([name, value]) => `${name}=${oneLine(value)}\n`)
    await appendFile(env.GITHUB_OUTPUT, lines.join(''))
  }
}

function annotations(outcome: Outcome): string[] {
  if (outcome.kind === 'failure') return [command('error', 'Attestry: no decision', outcome.message)]
  const { decision, advisory, system } = outcome
  if (decision.decision === 'pass') return [command('notice', 'Attestry: pass', `${system} may ship.`)]
  const level = advisory ? 'warning' : 'error'
  return decision.reason_details.map(({ code, message }) => command(level, `Attestry: ${code}`, message))
}

/** A workflow command; data and properties escaped as the runner's toolkit does. */
function command(level: string, title: string, message: string): string {
  const data = (value: string) =>
    value.replace(COMMAND, '\\u{23}').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (value: string) => data(value).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${level} title=${property(title)}::${data(message)}`
}

function summary(outcome: Outcome): string {
  if (outcome.kind === 'failure') return `## Attestry: no decision\n\n${markdown(outcome.message)}\n`
  const { decision, advisory, page, system } = outcome
  const head = `## Attestry: ${decision.decision === 'pass' ? '✅ pass' : '⛔ block'} — ${markdown(system)}\n\n`
  const rows = decision.reason_details.map(
    ({ code, message }) => `| ${markdown(code)} | ${markdown(message)} | ${NEXT_STEP[code] ?? ''} |\n`,
  )
  const table = rows.length === 0 ? '' : `| Reason | What | Next |\n|---|---|---|\n${rows.join('')}\n`
  const note = advisory && rows.length > 0 ? '**Advisory**: this run continues anyway.\n\n' : ''
  const place =
    page === undefined || rows.length === 0
      ? ''
      : ` · [In the console](<${page.replace(/[<>\\\s]/g, encodeURIComponent)}>)`
  return `${head}${table}${note}Decision \`${oneLine(decision.decision_id)}\`${place}\n`
}

/** Text as text in Markdown: nothing in it is markup or ends a table's cell. */
function markdown(value: string): string {
  return oneLine(value).replace(/[\\`*_{}[\]()#+!|<>&~@]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ')
}
