import { readdirSync, readFileSync } from 'node:fs'

/** Returns the inputs of one part that once did harm, with the names of their files. They are always tried. */
export function foundOf<I>(part: Part): [name: string, input: I][] {
  const folder = new URL('../found/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }))
    .filter((one) => one.part === part)
    .map(({ name, input }) => [name.replace('.json', ''), input])
}

/** Runs a check. If it fails, the error says how to keep the input. */
export async function keeping<I>(part: Part, input: I, check: (input: I) => Promise<unknown>): Promise<void> {
  try {
    await check(input)
  } catch (error) {
    const kept = JSON.stringify({ part, input })
    if (error instanceof Error)
      error.message = `${error.message}\nkeep it in test/fuzz/found/<name>.json: ${kept}`
    throw error
  }
}

type Part = 'rest' | 'webhook' | 'control' | 'verifier'
