import type { RetryPolicy } from '../api/rest.ts'
import { retryOptions } from '../api/retry-options.ts'
import { parsed } from '../command/arguments.ts'
import { usage } from '../command/exit-codes.ts'
import type { Target } from './evaluations.ts'
import { READERS, readerOf } from './formats/recognise.ts'

export const IMPORT_HELP = `attestry import results: submit the results of evaluation tools

  attestry import results FILE… --system NAME|ID [options]

  --system NAME|ID   the AI system, by its id or its exact name
  --suite NAME|ID    the evaluation suite that the results are tied to
  --format FORMAT    ${Object.keys(READERS).join(', ')};
                     without it, recognised by the content
  --map FILE         which fields of a json or csv file hold what
  --agents FILE      a JSON list of the agents' versions that the results measured:
                     { agent_identity, model_name, model_version, prompt_version }
  --eval-type TYPE   the eval type of every result
  --source TEXT      the source of every result (default: the file's name)
  --whole-suite      the files have a value for each threshold of the suite, or exit 5 (needs evaluations:read)
  --dry-run          print what would be sent, and send nothing
  --json             print one JSON object
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 30s)

The API key is read from ATTESTRY_API_KEY; it needs the permission evaluations:write.

Exit codes: 0 submitted, 2 usage or a file that is refused, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 nothing, or not what the suite asks for, was measured, or the system is unknown.
`

/** Reads and checks the options of `attestry import results`. @throws Failure usage */
export function optionsOf(args: string[]): Options | 'help' {
  const { values, positionals } = parsed(args, { texts: TEXTS, flags: FLAGS, allowPositionals: true })
  if (values.help === true) return 'help'
  const { system = '', retries = '4', timeout = '30s', format } = values
  if (system.trim() === '') throw usage('--system NAME|ID is missing')
  if (positionals.length === 0) throw usage('name at least one file')
  if (format !== undefined) readerOf(format)
  const evalType = values['eval-type']
  if (evalType !== undefined && !/^[a-z][a-z0-9_]{0,63}$/.test(evalType))
    throw usage('--eval-type: lower-case letters, digits and underscores, a letter first')
  if (values['whole-suite'] === true && values.suite === undefined)
    throw usage('--whole-suite: needs --suite')
  return {
    files: positionals,
    system,
    suite: values.suite,
    agents: values.agents,
    evalType,
    source: values.source,
    url: values.url,
    format,
    map: values.map,
    wholeSuite: values['whole-suite'] === true,
    dryRun: values['dry-run'] === true,
    json: values.json === true,
    retryPolicy: retryOptions({ retries, timeout }),
  }
}

export type Options = Omit<Target, 'agents'> & {
  agents: string | undefined
  files: string[]
  url: string | undefined
  format: string | undefined
  map: string | undefined
  wholeSuite: boolean
  dryRun: boolean
  json: boolean
  retryPolicy: RetryPolicy
}

const TEXTS = [
  'system',
  'suite',
  'format',
  'map',
  'agents',
  'eval-type',
  'source',
  'url',
  'retries',
  'timeout',
] as const
const FLAGS = ['whole-suite', 'dry-run', 'json'] as const
