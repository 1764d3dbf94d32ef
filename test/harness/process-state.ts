import { afterAll, beforeAll, expect, vi } from 'vitest'
import './bytes.ts'

/*
 * The test files of a project share the process of their worker. A file that leaves the process in another state than it found
 * MUST fail itself, and not a later file. Servers and processes that are about to end get the time to do so.
 */

let before: State
let environment: NodeJS.ProcessEnv
let openBefore: Open

beforeAll(() => {
  before = stateOf()
  environment = { ...process.env }
  openBefore = openOf()
})

afterAll(async () => {
  const isFake = vi.isFakeTimers()
  vi.useRealTimers()
  // Only the names are in the message, since values may be secrets.
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)])
  const variables = [...names].filter((name) => environment[name] !== process.env[name])
  expect({ ...stateOf(), isFake, variables }, 'what the file has changed of its process').toEqual({
    ...before,
    isFake: false,
    variables: [],
  })
  const left = (): string[] => {
    const now = openOf()
    return KINDS.filter((kind) => now[kind] > openBefore[kind])
  }
  await vi.waitFor(() => expect(left(), 'what the file has left open').toEqual([]), { timeout: 120_000 })
})

type State = {
  directory: string
  umask: number
  /** The names of global functions that were replaced. */
  replaced: string[]
  listeners: { [event: string]: number }
}

type Open = { [kind in (typeof KINDS)[number]]: number }

/** Listening servers and child processes, as Node.js names them. */
const KINDS = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap'] as const

/** The functions that a test might replace, as they are when the file starts. */
let first: Functions | undefined

type Functions = { [name: string]: unknown }

function functions(): Functions {
  const { fetch, setTimeout: timeout, setInterval: interval, setImmediate: immediate } = globalThis
  return {
    ...{ fetch, timeout, interval, immediate, date: globalThis.Date },
    now: Date.now,
    random: Math.random,
    parse: JSON.parse,
    write: process.stdout.write,
    writeError: process.stderr.write,
    exit: process.exit,
    kill: process.kill,
  }
}

function stateOf(): State {
  const now = functions()
  first ??= now
  const then = first
  return {
    directory: process.cwd(),
    umask: process.umask(),
    replaced: Object.keys(now).filter((name) => now[name] !== then[name]),
    listeners: Object.fromEntries(
      process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
    ),
  }
}

function openOf(): Open {
  const open = process.getActiveResourcesInfo()
  const entries = KINDS.map((kind) => [kind, open.filter((one) => one === kind).length])
  return Object.fromEntries(entries) as Open
}
