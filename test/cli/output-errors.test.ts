import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestry, endAll, ended, serve, start, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  root = await temporaryDirectory()
  env = { PORT: String(await freePort()), ATTESTRY_DATA_DIR: join(root.path, 'data') }
})
afterAll(async () => {
  await endAll()
  await root.remove()
})

/** Runs a command whose standard output is closed before it has printed anything, or is a file. */
async function unread(args: string[], file?: string): Promise<{ code: number | null; stderr: string }> {
  const child = start(args, env, file === undefined ? 'pipe' : openSync(file, 'w'))
  child.stdout?.destroy()
  let stderr = ''
  child.stderr!.on('data', (chunk) => {
    stderr += chunk
  })
  await ended(child)
  return { code: child.exitCode, stderr }
}

test('the server continues when its output is closed; other commands end quietly', async () => {
  const { child } = await serve({ ...env, ATTESTRY_CHECKPOINT_SECONDS: '0.1' })
  child.stdout!.destroy()
  child.stderr!.destroy()
  const answered = async () => (await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status
  const checkpoints = () =>
    readFile(join(env.ATTESTRY_DATA_DIR!, 'checkpoints/checkpoints.jsonl'), 'utf8').catch(() => '')
  // A new organization gets a checkpoint, which is logged and then added to the file.
  for (let i = 0; i < 3; i++) {
    const made = await attestry(['org', 'create', '--name', `Unread ${i}`, '--json'], { env })
    expect(made.code).toBe(0)
    await expect.poll(checkpoints).toContain(`attestry/${made.json.id}`)
    expect(await answered()).toBe(200)
  }
  expect(await unread(['org', 'list'])).toEqual({ code: 141, stderr: '' })
  // A command for pipelines keeps its exit code.
  expect(await unread(['gate', 'check', '--help'])).toEqual({ code: 0, stderr: '' })
  // An output that cannot be written is no answer of the gate: exit code 1 would mean that it blocks.
  const full = await unread(['gate', 'check', '--help'], '/dev/full')
  expect(full).toEqual({ code: 4, stderr: 'attestry: the output cannot be written: ENOSPC\n' })
  child.kill('SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})
