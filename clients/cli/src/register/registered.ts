import { cursorCheck } from '../../../typescript/src/cursor-check.ts'
import { call, isMissingAddon, type RetryPolicy } from '../api/rest.ts'
import type { Server } from '../api/server.ts'
import { EXIT, Failure } from '../command/exit-codes.ts'
import { isObject } from '../files/json-values.ts'
import { type Body, hashOf, identityOf, type Register } from './columns.ts'

/**
 * The registered assets or suppliers that have the identity of an imported row: by identity, the hashes of the columns of each.
 */
type Registered = ReadonlyMap<string, readonly Hashes[]>

/**
 * Reads the register page by page, and keeps the entries whose identity is in the import.
 *
 * @throws Failure `denied` where the key may not read it; `unavailable` where what the server answers is no page of the register,
 *   or cannot lead to its end
 */
export async function registeredOf(
  server: Server,
  retryPolicy: RetryPolicy,
  register: Register,
  imported: { has(identity: string): boolean },
): Promise<Registered> {
  const { many, columns } = register
  const found = new Map<string, Hashes[]>()
  const problemOf = cursorCheck(MAX_PAGES)
  for (let cursor = ''; ; ) {
    const path = `/${many}?limit=${PAGE}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, body, error } = await call(server, retryPolicy, { method: 'GET', path }).catch(
      (failure: Failure) => {
        if (failure.exitCode !== EXIT.denied) throw failure
        throw new Failure(
          EXIT.denied,
          `${failure.message}; what is registered is read first: give the key ${many}:read too, or import with --allow-duplicates`,
        )
      },
    )
    if (status !== 200)
      throw new Failure(isMissingAddon(error) ? EXIT.nothing : EXIT.usage, `refused: ${error?.message}`)
    const { data, next_cursor: next } = isObject(body) ? body : {}
    if (!Array.isArray(data) || data.length > PAGE)
      throw new Failure(EXIT.unavailable, `the list of ${many} cannot be read`)
    for (const one of data) {
      if (!isObject(one)) continue
      const identity = identityOf(register, one)
      if (!imported.has(identity)) continue
      const hashes = Object.fromEntries(Object.keys(columns).map((name) => [name, hashOf(one[name] ?? '')]))
      const same = found.get(identity)
      if (same === undefined) found.set(identity, [hashes])
      else same.push(hashes)
    }
    if (next === null) return found
    const problem = problemOf(next)
    if (problem !== undefined)
      throw new Failure(EXIT.unavailable, `the list of ${many} cannot be read: ${problem}`)
    cursor = String(next)
  }
}

/** Returns the columns in which a row differs from the most similar registered one; none where one is the same. */
export function differences(body: Body, registered: readonly Hashes[]): string[] {
  const all = registered.map((one) =>
    Object.keys(body).filter((column) => one[column] !== hashOf(body[column])),
  )
  return all.reduce((nearest, one) => (one.length < nearest.length ? one : nearest))
}

type Hashes = { readonly [column: string]: string }

const PAGE = 200
/** Two million entries. */
const MAX_PAGES = 10_000
