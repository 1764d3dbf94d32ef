import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseBody } from '../../services/ingestion/domain/webhook/body.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLES = join(ROOT, 'test/webhook/samples')
export const FIXTURES = join(ROOT, 'services/ingestion/domain/webhook/fixtures')

/** The names of the files in FIXTURES. */
export const fixtures = jsonFiles(FIXTURES).filter((file) => !file.endsWith('.expected.json'))

/** The paths of every body of a product: fixtures and samples. */
export const files = [
  ...fixtures.map((file) => join(FIXTURES, file)),
  ...jsonFiles(SAMPLES).map((file) => join(SAMPLES, file)),
]

/** Returns every key of every object and list of a body, breadth first. */
export function placesOf(body: unknown): [Record<string, unknown>, string][] {
  const places: [Record<string, unknown>, string][] = []
  const queue = [body]
  for (const node of queue) {
    if (typeof node !== 'object' || node === null) continue
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      queue.push((node as Record<string, unknown>)[key])
    }
  }
  return places
}

export function bodyOf(path: string): unknown {
  const parsed = parseBody(readFileSync(path))
  if (!parsed.ok) throw new Error(`${path}: ${parsed.why}`)
  return parsed.value
}

function jsonFiles(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.json')).sort()
}
