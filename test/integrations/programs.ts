import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
export const INTEGRATIONS = join(ROOT, 'docs/integrations')

export function installed(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

export const PYTHON = installed('python3', '--version')
export const OPENSSL_AND_CURL =
  installed('bash', '--version') && installed('openssl', 'version') && installed('curl', '--version')

/** Runs a program to its end without a shell. Its environment has only PATH and the given variables. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...options.env }
    const child = spawn(command, args, { env, cwd: options.cwd ?? ROOT })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (data) => {
      output.stdout += data
    })
    child.stderr.on('data', (data) => {
      output.stderr += data
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}

type RunOptions = { env?: Record<string, string>; input?: string | Buffer; cwd?: string }

export type Ran = { code: number | null; stdout: string; stderr: string }
