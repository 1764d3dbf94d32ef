import type { ReactNode } from 'react'
import type { Problem } from '../../api/problem.ts'
import type { Field } from './field.ts'
import { useIsOnPage } from './page-dialogs.tsx'

/**
 * Shows the error of the server. The error of a field is shown beside that field, and here the field is only named. Where the thing
 * has a newer version, the server says to read it again, which the page does: the notice says what is shown instead, that it
 * is not shown yet, or that the page has to be shown first.
 *
 * @param version that of the thing whose recorded values the fields have; undefined where the call names none
 */
export function ProblemNotice({ problem, fields, version }: Noticed): ReactNode {
  const isOnPage = useIsOnPage()
  const isBehind = version !== undefined && version < (problem.currentVersion ?? version)
  const messages = Object.entries(problem.fields)
  const marked = fields.filter((field) => problemsOf(problem, field).length > 0)
  const beside = marked.flatMap(namesOf)
  const others = messages.filter(([name]) => !beside.includes(name))
  // The message of the server repeats the first of these lines, which is left out.
  const lines = others
    .map(([name, what]) => `${name}: ${what.join(', ')}`)
    .filter((line) => !problem.message.toLowerCase().startsWith(line.toLowerCase()))
  return (
    <div className="problem" role="alert">
      {marked.length > 0 && others.length === 0 ? (
        <p>Check the marked fields: {marked.map(({ label }) => label).join(', ')}.</p>
      ) : (
        problem.currentVersion === undefined && <p>{problem.message}</p>
      )}
      {problem.currentVersion !== undefined && (
        <p>{newerVersion({ isOnPage, isBehind, hasFields: fields.length > 0 })}</p>
      )}
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {messages.length === 0 && problem.requestId !== undefined && (
        <p className="muted">Request {problem.requestId}</p>
      )}
    </div>
  )
}

type Noticed = { problem: Problem; fields: Field[]; version: number | undefined }

/** Returns what the page shows of the newer version, and what to do. */
function newerVersion(shown: { isOnPage: boolean; isBehind: boolean; hasFields: boolean }): string {
  if (!shown.isOnPage)
    return 'Another person changed it meanwhile. Your input is kept, but this page does not show what they recorded. Go back to where it is shown, then send it again.'
  if (shown.isBehind) return 'Another person changed it meanwhile. What they recorded is not shown yet.'
  if (!shown.hasFields)
    return 'Another person changed it meanwhile. The page shows the recorded state. Send it again if it still applies.'
  return 'Another person changed it meanwhile. Your input is kept; the other fields show the recorded state. Send it again to save your input.'
}

/** Returns the errors of a field. */
export function problemsOf(problem: Problem | undefined, field: Field): string[] {
  return namesOf(field).flatMap((name) => problem?.fields[name] ?? [])
}

/** Returns the name of a field in the form, and other names that errors of the API have for it. */
function namesOf({ name, errorName }: Field): string[] {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [...new Set([name, snake, ...(errorName === undefined ? [] : [errorName])])]
}
