import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PackageFile } from '../../../verifier/src/container/package-file.mjs'
import { readOptions } from '../../../verifier/src/options.mjs'
import { jsonReport } from '../../../verifier/src/report/report.mjs'
import { verifyPackage } from '../../../verifier/src/verify.mjs'
import { cookieOf } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { scratchDirectory } from '../../harness/scratch.ts'
import { otherNodes } from '../../verifier/support/other-node.ts'

const run = promisify(execFile)
let files = 0

/** Returns a path in a directory that is removed after the tests of the file. */
export function temporary(name = ''): string {
  files += 1
  return join(scratchDirectory(), `${files}-${name}`)
}

export function asFile(bytes: Uint8Array, name = 'package.zip'): string {
  const path = temporary(name)
  writeFileSync(path, bytes)
  return path
}

/** Requests a package over HTTP, as a browser does. */
export function ask(at: Pick<TestInstallation, 'baseUrl'>, session: string, query = ''): Promise<Response> {
  return fetch(`${at.baseUrl}/api/control/evidence-export${query}`, {
    headers: { cookie: cookieOf(session) },
  })
}

/** Exports a package to a file. @throws Error where the export is refused */
export async function exported(
  at: Pick<TestInstallation, 'baseUrl'>,
  session: string,
  query = '',
): Promise<string> {
  const response = await ask(at, session, query)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${response.status} ${bytes}`)
  return asFile(bytes)
}

/** Runs the verifier from its sources in this process, with the arguments of `verify.mjs`. Returns its report. */
export async function verify(file: string, ...options: string[]): Promise<Report> {
  const open = (path: string) => new PackageFile(path)
  const verifier = { version: 'test', sha256: '' }
  return JSON.parse(jsonReport(await verifyPackage({ ...readOptions([...options, file]), open }, verifier)))
}

/** Runs `verify.mjs` with the Node.js of the system, in a directory without node_modules. Returns its report. */
export async function verifyAlone(file: string, ...options: string[]): Promise<Report> {
  const verifier = join(import.meta.dirname, '../../../verifier/dist/verify.mjs')
  const args = [verifier, '--json', ...options, file]
  const { stdout } = await run(NODE, args, { cwd: scratchDirectory(), maxBuffer: 1 << 26 }).catch(
    (error) => error,
  )
  return JSON.parse(stdout)
}

/** Returns `verified`, or the code of the first failure. */
export async function outcome(file: string, ...options: string[]): Promise<string> {
  const report = await verify(file, ...options)
  return report.failures[0]?.code ?? report.result
}

/** A Node.js other than that of the services, where the system has one. */
export const NODE = otherNodes()[0]!

type Report = {
  not_proven: string[]
  remarks: string[]
  result: string
  exit_code: number
  package: {
    kid: string
    id: string
    type: string
    organization_id: string
    counts: { [type: string]: number }
  }
  failures: { code: string; message: string; index?: number; id?: string }[]
  steps: { step: string; status: string; detail: string }[]
}
