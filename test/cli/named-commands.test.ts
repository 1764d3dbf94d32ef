import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { attestry } from '../../gateway/cli/main.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What people read: documents, and the sources, whose texts name commands. The history of the product names earlier ones. */
const FILES = execFileSync(
  'git',
  ['ls-files', '*.md', 'services', 'gateway', 'clients', 'deploy', 'integrations'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.(?:md|tsx?|yml|yaml|proto)$/.test(path))
  .filter((path) => !/^CHANGELOG|^docs\/decisions\/|\.test\.ts$|clients\/typescript\/src\/api\.ts/.test(path))

test('every command that a document or a text names exists, with its options', async () => {
  const whole = await attestry()
  const wrong: string[] = []
  let checked = 0
  for (const path of FILES)
    for (const [text] of readFileSync(`${ROOT}${path}`, 'utf8').matchAll(NAMED)) {
      const [command, rest] = commandOf(whole, text.split(/\s+/).slice(1))
      if (command === whole && text.startsWith('`')) wrong.push(`${path}: ${text}`)
      if (command === whole) continue
      checked += 1
      const [next = ''] = rest
      if (command.commands.length > 0 && /^[a-z]/.test(next)) wrong.push(`${path}: ${text}`)
      const options = optionsOf(command)
      for (const option of options === undefined ? [] : rest.filter((word) => word.startsWith('--')))
        if (!options!.has(option)) wrong.push(`${path}: ${text}: ${option}`)
    }
  expect(checked).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

/** A command with its words and its first options. A module of Python and a purpose of a sealed secret are none. */
const NAMED =
  /(?<!from |purpose: ')`?\battestry(?: [a-z][a-z-]*)+(?:(?: (?:[A-Z][\w|]*|\$\{\w+\}|"[^"\n]*"|'[^'\n]*'))* --[a-z-]+)*/g

function commandOf(command: Command, words: string[]): [Command, string[]] {
  const found = command.commands.find((one) => one.name() === words[0])
  return found === undefined ? [command, words] : commandOf(found, words.slice(1))
}

/** The options of a command, by their long names; undefined for a command that reads its own. */
function optionsOf(command: Command): ReadonlySet<string> | undefined {
  if (command.options.length === 0) return undefined
  const inherited = command.parent === null ? undefined : optionsOf(command.parent)
  return new Set([...command.options.flatMap(({ long }) => long ?? []), ...(inherited ?? []), '--help'])
}
