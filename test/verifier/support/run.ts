import { deepStrictEqual } from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PackageFile } from '../../../verifier/src/container/package-file.mjs'
import { SecondThread } from '../../../verifier/src/container/second-thread.mjs'
import { verifyPackage } from '../../../verifier/src/verify.mjs'
import { scratchDirectory } from '../../harness/scratch.ts'
import { verifyAsBrowsers } from './browser-core.ts'

/** Returns a path in a directory that is removed after the tests of the file. */
export function temporary(name: string): string {
  return join(scratchDirectory(), name)
}

/** Writes bytes to a temporary file and returns its path. */
export function asFile(bytes: Uint8Array, name = 'package.zip'): string {
  const path = temporary(name)
  writeFileSync(path, bytes)
  return path
}

/** A second thread that reads every sequence, however short. It exists as long as the process, and does not keep it alive. */
const secondThread = new SecondThread(0, Number.POSITIVE_INFINITY)

/**
 * Runs the verifier in this process in three ways: as Node.js runs it, with a second thread, and as browsers run it. All MUST
 * find the same. For a file that the test wrote itself, only the first way is used.
 */
export async function verify(
  bytes: Uint8Array | string,
  options: Partial<Parameters<typeof verifyPackage>[0]> = {},
) {
  const file = typeof bytes === 'string' ? bytes : asFile(bytes)
  const open = (path: string) => new PackageFile(path)
  const asked = { key: [], pin: [], requireTrust: false, open, file, ...options }
  const found = await verifyPackage(asked, VERIFIER)
  if (typeof bytes !== 'string') {
    const threaded = await verifyPackage({ ...asked, secondThread }, VERIFIER)
    deepStrictEqual(threaded, found, 'with a second thread something else is found')
    deepStrictEqual(
      reportOf(await verifyAsBrowsers(asked, VERIFIER)),
      reportOf(found),
      'browsers find something else',
    )
  }
  return found
}

const VERIFIER = { version: 'test', sha256: '' }

/** Returns a report without the error texts of zlib. */
const reportOf = (report: Awaited<ReturnType<typeof verifyPackage>>) => ({
  ...report,
  failures: report.failures.map(({ code, message, ...place }) =>
    code === 'part_gzip' ? { code, ...place } : { code, message, ...place },
  ),
})

/** Returns `verified`, or the code of the first failure. */
export async function outcome(
  bytes: Uint8Array | string,
  options: Parameters<typeof verify>[1] = {},
): Promise<string> {
  const report = await verify(bytes, options)
  return report.failures[0]?.code ?? report.result
}
