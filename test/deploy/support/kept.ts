import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns how many entries of an organization the checkpoints in a directory, outside the database, cover. */
export async function keptSize(directory: string, organizationId: string): Promise<number> {
  const text = await readFile(join(directory, 'checkpoints.jsonl'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line.includes(`attestry/${organizationId}`))
  return Math.max(0, ...lines.map((line) => Number(JSON.parse(line).checkpoint.split('\n')[1])))
}
