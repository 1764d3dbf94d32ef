import type { RetryPolicy } from '../api/rest.ts'
import { retryOptions } from '../api/retry-options.ts'
import { parsed } from '../command/arguments.ts'
import { usage } from '../command/exit-codes.ts'
import type { Register } from './columns.ts'

export const helpOf = ({
  many,
  columns,
  identity,
}: Register): string => `attestry import ${many}: register the ${many} of a list

  attestry import ${many} FILE… [options]

A file is CSV, whose first line names the columns, or JSON lines with the same names:

${Object.entries(columns)
  .map(([name, { required, words, isFlag }]) => {
    const values = isFlag === true ? 'true, false, yes or no' : (words?.join(', ') ?? '')
    return `  ${name.padEnd(24)}${[required === true ? 'required' : '', values].filter((part) => part !== '').join(': ')}`.trimEnd()
  })
  .join('\n')}

  --allow-duplicates register also what is registered already
  --dry-run          check every row, and send nothing
  --json             print one JSON object
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 30s)

Every row of every file is checked before the first one is sent. A row whose ${identity.join(' and ')} are
registered already adds nothing and changes nothing, and is named where it differs: after an interruption
import the same files again. With --allow-duplicates that holds for 24 hours and for rows that are the same.

The API key is read from ATTESTRY_API_KEY; it needs the permissions ${many}:write and ${many}:read, with
--allow-duplicates ${many}:write.

Exit codes: 0 imported, 2 usage or a row that is refused, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 no row in the files, or no add-on.
`

/** Reads and checks the options of `attestry import assets` and `import suppliers`. @throws Failure usage */
export function optionsOf(args: string[]): Options | 'help' {
  const { values, positionals } = parsed(args, { texts: TEXTS, flags: FLAGS, allowPositionals: true })
  if (values.help === true) return 'help'
  const { retries = '4', timeout = '30s' } = values
  if (positionals.length === 0) throw usage('name at least one file')
  return {
    files: positionals,
    url: values.url,
    allowDuplicates: values['allow-duplicates'] === true,
    dryRun: values['dry-run'] === true,
    json: values.json === true,
    retryPolicy: retryOptions({ retries, timeout }),
  }
}

export type Options = {
  files: string[]
  url: string | undefined
  allowDuplicates: boolean
  dryRun: boolean
  json: boolean
  retryPolicy: RetryPolicy
}

const TEXTS = ['url', 'retries', 'timeout'] as const
const FLAGS = ['allow-duplicates', 'dry-run', 'json'] as const
