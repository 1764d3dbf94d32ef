import { serverOf } from '../api/server.ts'
import { EXIT, type ExitCode, Failure } from '../command/exit-codes.ts'
import { log } from '../command/log.ts'
import { printableJson } from '../command/printable.ts'
import { InputFile } from '../files/input-file.ts'
import { type Evaluation, evaluationsOf, type Target } from './evaluations.ts'
import { type FieldMap, NO_MAP, readFieldMap } from './formats/field-map.ts'
import { isUnmeasured, type MetricName } from './formats/measurement.ts'
import { formatOf, readerOf } from './formats/recognise.ts'
import { readMeasuredAgents } from './measured-agents.ts'
import { refuseSecondValues } from './one-value.ts'
import { IMPORT_HELP, type Options, optionsOf } from './options.ts'
import { requireMeasured } from './require-measured.ts'
import { submitResults } from './submit.ts'

/** `attestry import results`: reads every file before it sends the first result. @returns the exit code */
export async function importResults(argv: string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const options = optionsOf(argv)
  if (options === 'help') {
    process.stdout.write(IMPORT_HELP)
    return EXIT.ok
  }
  const server = options.dryRun ? undefined : serverOf(options.url, env)
  const map = options.map === undefined ? NO_MAP : await readFieldMap(options.map)
  const agents = options.agents === undefined ? undefined : await readMeasuredAgents(options.agents)
  const files: ReadFile[] = []
  for (const path of options.files) {
    const file = await read(path, { ...options, agents }, map)
    for (const note of file.notes) log(`${path}: ${note}`)
    files.push(file)
  }
  const empty = files.find(({ evaluations }) => evaluations.length === 0)
  if (empty !== undefined)
    throw new Failure(EXIT.nothing, `${empty.path}: nothing was measured; nothing was sent`)
  refuseSecondValues(files)
  if (server === undefined) {
    process.stdout.write(`${printableJson({ evaluations: files.flatMap((file) => file.evaluations) }, 2)}\n`)
    return EXIT.ok
  }
  if (options.suite === undefined)
    log('warning: without --suite the results are tied to no suite: the gate uses none of them except drift')
  const { retryPolicy } = options
  const { ties, ...sent } = await submitResults(server, retryPolicy, files)
  process.stdout.write(
    options.json
      ? `${printableJson(sent)}\n`
      : `${sent.created} ${sent.created === 1 ? 'result' : 'results'} submitted\n`,
  )
  await requireMeasured(server, retryPolicy, { files, ...ties }, options.wholeSuite)
  return EXIT.ok
}

type ReadFile = {
  path: string
  sha256: string
  evaluations: Evaluation[]
  unmeasured: MetricName[]
  notes: string[]
}

async function read(
  path: string,
  options: Target & Pick<Options, 'format'>,
  map: FieldMap,
): Promise<ReadFile> {
  const file = await InputFile.open(path)
  const sha256 = await file.sha256()
  const format = options.format ?? (await formatOf(file))
  const results = await readerOf(format)(file, map)
  const notes = [...results.notes]
  if (results.evaluatedAt === undefined)
    notes.push('the file does not say when it was evaluated: the time of its last change is used')
  const evaluations = results.measurements.every(isUnmeasured)
    ? []
    : evaluationsOf(file, sha256, results, options)
  const unmeasured = results.unmeasured.map(({ metric, evalType }) => ({
    metric,
    evalType: options.evalType ?? evalType,
  }))
  return { path, sha256, evaluations, unmeasured, notes }
}
