import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { parse } from 'acorn'

/** A node of the ESTree syntax tree, with the members that the checks read. */
export type Node = { type: string; start: number; [member: string]: unknown }

/** Returns the tracked files of this repository under these paths. */
export function tracked(...paths: string[]): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:ts|mjs|js)$/.test(file) && !/fixture/.test(file))
}

/** Returns the syntax tree of a file. Its offsets are those of the file's text, since types are replaced by blanks. */
export function treeOf(file: string): Node {
  return treeOfText(readFileSync(file, 'utf8'), file.endsWith('.ts'))
}

export function treeOfText(text: string, hasTypes = true): Node {
  const script = hasTypes ? stripTypeScriptTypes(text) : text
  return parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
  }) as unknown as Node
}

/** Yields every node, parents first. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (typeof (value as Node).type === 'string') yield value as Node
  for (const child of Object.values(value)) yield* nodesOf(child)
}

/** Returns a place as `file:line`. */
export function placeOf(file: string, { start }: Node): string {
  return `${file}:${readFileSync(file, 'utf8').slice(0, start).split('\n').length}`
}
