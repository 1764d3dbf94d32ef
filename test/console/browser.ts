import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where a Chromium is, if there is one: tests that need a browser are skipped without. */
export const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** A headless Chromium with one page, driven over the DevTools protocol. */
export type Page = {
  goto(url: string): Promise<void>
  /** Runs an expression in the page; a promise is waited for. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the page says.
  run(expression: string): Promise<any>
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>
  screenshot(path: string): Promise<void>
  /** Sends a DevTools command. */
  send(method: string, params?: object): Promise<Json>
  /** What the page complained about: errors, refused loads. */
  problems: string[]
  /** Every URL that it asked for. */
  requests: string[]
  close(): Promise<void>
}

type Json = { [key: string]: unknown }

export async function openPage(size = { width: 1400, height: 1000 }): Promise<Page> {
  const profile = await mkdtemp(join(tmpdir(), 'attestry-browser-'))
  const browser = spawn(
    CHROMIUM!,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${size.width},${size.height}`,
    ],
    { stdio: 'ignore' },
  )
  const socket = new WebSocket(await debuggerUrl(profile))
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const connection = connect(socket)
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params: object = {}) => connection.send(method, params, sessionId as string)
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`)
  const run: Page['run'] = async (expression) => {
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: unknown }; exceptionDetails?: { exception?: { description?: string } } }
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }
  return {
    send,
    run,
    problems: connection.problems,
    requests: connection.requests,
    goto: async (url) => {
      const loaded = connection.once('Page.loadEventFired')
      await send('Page.navigate', { url })
      await loaded
    },
    until: async (expression) => {
      for (let tries = 0; tries < 200; tries++) {
        if (await run(expression)) return
        await sleep(50)
      }
      throw new Error(`the page never came to: ${expression}\n${await run('document.body.innerText')}`)
    },
    screenshot: async (path) => {
      const { data } = await send('Page.captureScreenshot')
      await writeFile(path, Buffer.from(data as string, 'base64'))
    },
    close: () => stop(browser, profile),
  }
}

async function debuggerUrl(profile: string): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, path] = text.split('\n')
    if (path !== undefined) return `ws://127.0.0.1:${port}${path}`
    await sleep(50)
  }
  throw new Error('the browser did not start')
}

function connect(socket: WebSocket) {
  const waiting = new Map<number, { resolve: (value: Json) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, (() => void)[]>()
  const problems: string[] = []
  const requests: string[] = []
  let count = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.id !== undefined) {
      const { resolve, reject } = waiting.get(message.id)!
      waiting.delete(message.id)
      if (message.error) reject(new Error(message.error.message))
      else resolve(message.result)
      return
    }
    const { method, params } = message
    if (method === 'Runtime.exceptionThrown') {
      problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text)
    }
    if (method === 'Log.entryAdded' && params.entry.level === 'error') {
      problems.push(`${params.entry.text} ${params.entry.url ?? ''}`)
    }
    if (method === 'Network.requestWillBeSent') requests.push(params.request.url)
    for (const listener of listeners.get(method)?.splice(0) ?? []) listener()
  }
  return {
    problems,
    requests,
    once: (method: string) =>
      new Promise<void>((resolve) => {
        listeners.set(method, [...(listeners.get(method) ?? []), resolve])
      }),
    send: (method: string, params: object, sessionId?: string) =>
      new Promise<Json>((resolve, reject) => {
        count += 1
        waiting.set(count, { resolve, reject })
        socket.send(JSON.stringify({ id: count, method, params, sessionId }))
      }),
  }
}

async function stop(browser: ChildProcess, profile: string): Promise<void> {
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  browser.kill()
  await ended
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}
