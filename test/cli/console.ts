import { join } from 'node:path'
import { expect } from 'vitest'
import { attestry, attestryInHost, temporaryDirectory } from '../harness/command.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

/** An installation, and a data directory of its own for the command. */
export type Console = {
  at: TestInstallation
  env: NodeJS.ProcessEnv
  /** Runs a command that must succeed and print one JSON object and nothing else. The argument after `<` is standard input. */
  // biome-ignore lint/suspicious/noExplicitAny: what the command prints is what a test inspects.
  ok(...args: string[]): Promise<any>
  /** Runs a command that must fail with nothing on stdout and one line on stderr, which is returned. */
  fails(code: number, ...args: string[]): Promise<string>
  stop(): Promise<void>
}

export async function bootConsole(): Promise<Console> {
  const at = await bootInstallation()
  const root = await temporaryDirectory()
  const env = {
    ATTESTRY_DATA_DIR: join(root.path, 'data'),
    ATTESTRY_BASE_URL: at.baseUrl,
    DATABASE_URL: at.databaseUrl,
  }
  return {
    at,
    env,
    async ok(...args) {
      const { input, words } = split(args)
      const outcome = await run([...words, '--json'], env, input)
      const { code, stderr, stdout, json } = outcome
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
      // One object in one line, without characters that a terminal obeys or hides.
      expect(JSON.stringify(JSON.parse(stdout))).toBe(JSON.stringify(json))
      expect(stdout).toMatch(/^\{[^\p{Cc}\p{Cf}]*\}\n$/u)
      return json
    },
    async fails(expected, ...args) {
      const { input, words } = split(args)
      const { code, stdout, stderr } = await run(words, env, input)
      expect({ words, code, stdout }).toEqual({ words, code: expected, stdout: '' })
      expect(stderr).toMatch(/^attestry: [^\n]+\n$/)
      return stderr
    },
    async stop() {
      await at.stop()
      await root.remove()
    },
  }
}

/** Runs a command, in a process of its own where it reads standard input. */
function run(words: string[], env: NodeJS.ProcessEnv, input: string | undefined) {
  return input === undefined ? attestryInHost(words, env) : attestry(words, { env, input })
}

function split(args: string[]): { words: string[]; input?: string } {
  const at = args.indexOf('<')
  return at === -1 ? { words: args } : { words: args.slice(0, at), input: args[at + 1]! }
}
