import { usage } from '../../command/exit-codes.ts'
import type { InputFile } from '../../files/input-file.ts'
import { isObject } from '../../files/json-values.ts'
import { refused } from '../../files/refused.ts'
import { readDeepEval } from './deepeval.ts'
import type { FieldMap } from './field-map.ts'
import { isGarakEntry, readGarak } from './garak.ts'
import { readGenericCsv, readGenericJson } from './generic.ts'
import { readInspect, readInspectArchive } from './inspect.ts'
import { readJUnit } from './junit.ts'
import { readLmEval } from './lm-eval.ts'
import type { FileResults } from './measurement.ts'
import { readPromptfoo, readPromptfooLines } from './promptfoo.ts'
import { readSarif } from './sarif.ts'

/** Reads a file in one format. @throws Failure usage */
type Reader = (file: InputFile, map: FieldMap) => Promise<FileResults>

/** Every format, by the name that `--format` takes. */
export const READERS: { [format: string]: Reader } = {
  promptfoo: readPromptfoo,
  'promptfoo-jsonl': readPromptfooLines,
  garak: readGarak,
  deepeval: readDeepEval,
  inspect: readInspect,
  'inspect-eval': readInspectArchive,
  lm_eval: readLmEval,
  junit: readJUnit,
  sarif: readSarif,
  json: readGenericJson,
  csv: readGenericCsv,
}

/** Recognises the format of a file by its content, never by its name. @throws Failure usage */
export async function formatOf(file: InputFile): Promise<string> {
  const { head, beginning: start } = file
  if (head.length === 0) throw refused(file.path, '', 'is empty')
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'inspect-eval'
  if (start.startsWith('<')) return 'junit'
  if (start.startsWith('{') || start.startsWith('['))
    return (await linesFormat(file)) ?? documentFormat(await file.json())
  if (/^[^\n,;\t]+,/.test(start)) return 'csv'
  throw refused(
    file.path,
    '',
    `is in no known format; name one with --format (${Object.keys(READERS).join(', ')})`,
  )
}

/** Recognises a format of JSON lines by the first line, which must be a whole JSON document with another one after it. */
async function linesFormat(file: InputFile): Promise<string | undefined> {
  try {
    const documents: unknown[] = []
    for await (const { value } of file.jsonLines()) {
      documents.push(value)
      if (documents.length === 2) break
    }
    const [first] = documents
    if (isGarakEntry(first)) return 'garak'
    if (isObject(first) && typeof first.success === 'boolean' && 'testCase' in first) return 'promptfoo-jsonl'
    return undefined
  } catch {
    return undefined
  }
}

function documentFormat(document: unknown): string {
  if (!isObject(document)) return 'json'
  const { results, runs, version, eval: run, status, testRunData, testCases } = document
  if (isObject(results) && Array.isArray(results.results)) return 'promptfoo'
  if (typeof version === 'string' && Array.isArray(runs)) return 'sarif'
  if (isObject(run) && typeof status === 'string') return 'inspect'
  if (isObject(testRunData) || Array.isArray(testCases)) return 'deepeval'
  if (isObject(results) && ('config' in document || 'versions' in document || 'n-shot' in document))
    return 'lm_eval'
  return 'json'
}

/** Returns the reader that `--format` names. @throws Failure usage */
export function readerOf(format: string): Reader {
  const reader = Object.hasOwn(READERS, format) ? READERS[format] : undefined
  if (reader === undefined) throw usage(`--format: one of ${Object.keys(READERS).join(', ')}`)
  return reader
}
