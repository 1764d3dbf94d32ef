import { setFlagsFromString } from 'node:v8'
import type { ParseResult } from 'libpg-query'

/**
 * PostgreSQL's own parser. V8's optimizing compiler would temporarily use half a gigabyte to optimize the grammar, although each
 * text is parsed only once. The flags that prevent this MUST be set before the module is compiled.
 */
export async function loadParser(): Promise<void> {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
  const module = await import('libpg-query')
  await module.loadModule()
  parser = module
}

/** @throws when it is not SQL, and before the parser is loaded. */
export function parse(text: string): ParseResult {
  return loaded().parseSync(text)
}

/** The statement with parameters in place of its values, as a log may show it. @throws like parse */
export function withoutValues(text: string): string {
  return loaded().normalizeSync(text)
}

function loaded(): typeof import('libpg-query') {
  if (parser === undefined) throw new Error('the parser of SQL is not loaded')
  return parser
}

let parser: typeof import('libpg-query') | undefined
