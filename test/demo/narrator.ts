import { execFile } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { attestry } from '../harness/command.ts'
import { call } from '../harness/rest.ts'

/** Tells a story on the terminal: the requests, the answers, and whether these are the expected ones. */
export function narrator(say: (line: string) => void, instance: Instance): Narrator {
  let step = 0
  const due = (what: string, holds: boolean): void => {
    if (!holds) throw new Unexpected(what)
    say(`   ✓ ${what}`)
  }
  return {
    chapter: (title) => {
      step += 1
      say('')
      say(`━━ ${step}. ${title}`)
    },
    note: (text) => say(`   ${text}`),
    due,
    async system(method, path, { body, headers = {}, key }) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const shown = { ...(key === undefined ? {} : { authorization: 'Bearer $API_KEY' }), ...headers }
      const typed = text === undefined ? shown : { ...shown, 'content-type': 'application/json' }
      // In double quotes, so that the shell inserts the key.
      const options = Object.entries(typed).map(([name, value]) => ` -H "${name}: ${value}"`)
      const data = text === undefined ? '' : ` -d '${text.replaceAll("'", "'\\''")}'`
      say(`   $ curl -X ${method} "$BASE_URL${path}"${options.join('')}${data}`)
      const answer = await call(instance.baseUrl, path, {
        method,
        headers,
        ...(key === undefined ? {} : { key }),
        ...(text === undefined ? {} : { body: text }),
      })
      say(`   ${answer.status} ${abridged(answer.text.trim())}`)
      return answer
    },
    async person(...args) {
      say(`   $ attestry ${args.map(quoted).join(' ')}`)
      const { code, stdout, stderr, json } = await attestry([...args, '--json'], { env: instance.env })
      say(`   ${abridged((code === 0 ? stdout : stderr).trim())}`)
      return { code: code ?? -1, json, stderr }
    },
    async auditor(command, args, cwd) {
      say(`   $ ${[command.replace(/.*\//, ''), ...args].map(quoted).join(' ')}`)
      const { code, output } = await run(command, args, cwd)
      if (output.trim() !== '') for (const line of output.trim().split('\n').slice(0, 30)) say(`   | ${line}`)
      return { code, output }
    },
    equal: (what, actual, expected) => {
      if (!isDeepStrictEqual(actual, expected))
        throw new Unexpected(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
      say(`   ✓ ${what}`)
    },
  }
}

function run(command: string, args: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, output: `${stdout}${stderr}${code === -1 ? String(error) : ''}` })
    })
  })
}

function quoted(word: string): string {
  return /^[\w./:=,-]+$/.test(word) ? word : `'${word}'`
}

function abridged(text: string): string {
  return text.length > 700 ? `${text.slice(0, 700)} …` : text
}

/** A step did not give the expected answer. */
export class Unexpected extends Error {}

type Instance = { baseUrl: string; env: NodeJS.ProcessEnv }

export type Narrator = {
  chapter(title: string): void
  note(text: string): void
  /** @throws Unexpected where `holds` is false */
  due(what: string, holds: boolean): void
  equal(what: string, actual: unknown, expected: unknown): void
  /** Makes a request of a system, in plain HTTP. */
  system(
    method: 'GET' | 'POST',
    path: string,
    request: { body?: unknown; headers?: Record<string, string>; key?: string },
  ): ReturnType<typeof call>
  /** Runs the command as a person. */
  // biome-ignore lint/suspicious/noExplicitAny: what the command prints is what the story is about
  person(...args: string[]): Promise<{ code: number; json: any; stderr: string }>
  /** Runs a program that is not ours as an auditor, in a directory of its own. */
  auditor(command: string, args: string[], cwd: string): Promise<{ code: number; output: string }>
}
