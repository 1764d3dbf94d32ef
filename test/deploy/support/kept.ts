import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How many entries of an organization the checkpoints of a directory cover, outside the database. */
export async function keptSize(directory: string, organizationId: string): Promise<number> {
  const text = await readFile(join(directory, 'checkpoints.jsonl'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line.includes(`attestry/${organizationId}`))
  return Math.max(0, ...lines.map((line) => Number(JSON.parse(line).checkpoint.split('\n')[1])))
}
