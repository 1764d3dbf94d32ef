import { NEXT_STEP, notSubmitted, type Outcome } from './decision.ts'
import { xml } from './xml.ts'

/**
 * A JUnit XML report, as GitLab, Jenkins and Azure read it: a test case for each reason, or one that passed. A case before them
 * says that results were not submitted, if so.
 */
export function junit(outcome: Outcome): string {
  const cases = casesOf(outcome)
  const count = (word: string) => cases.filter((one) => one.includes(`<${word} `)).length
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="Attestry release gate" ${counts}>`,
    ...cases.map((one) => `    ${one}`),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function casesOf(outcome: Outcome): string[] {
  const missed = notSubmitted(outcome)
  const open = (name: string) =>
    `<testcase classname="${xml(`attestry.gate.${outcome.system}`)}" name="${xml(name)}"`
  const imported =
    missed === undefined
      ? []
      : [
          `${open('results submitted')}><error message="${xml(missed)}">${xml(outcome.importLog.join('\n'))}</error></testcase>`,
        ]
  return [...imported, ...answered(outcome, open)]
}

function answered(outcome: Outcome, open: (name: string) => string): string[] {
  if (outcome.kind === 'failure')
    return [`${open('decision')}><error message="${xml(outcome.message)}"/></testcase>`]
  const { decision, advisory, page } = outcome
  if (decision.decision === 'pass') return [`${open('may ship')}/>`]
  const element = advisory ? 'skipped' : 'failure'
  return decision.reason_details.map(({ code, message }) => {
    const next = [message, NEXT_STEP[code], page].filter((line) => line !== undefined).join('\n')
    return `${open(code)}><${element} message="${xml(message)}">${xml(next)}</${element}></testcase>`
  })
}
