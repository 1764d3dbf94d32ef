import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Returns the shell blocks of a section of a document. @param path from the root of the repository */
export async function shellLines(path: string, title: string): Promise<string[]> {
  const text = await readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
  const [, section = ''] = text.split(`## ${title}\n`)
  const blocks = section.split('\n## ', 1)[0]!.matchAll(/^( *)```sh\n(.*?)```/gms)
  return [...blocks].map(([, indent, lines]) => lines!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}
