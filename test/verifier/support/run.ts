import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PackageFile } from '../../../verifier/src/package-file.mjs'
import { verifyPackage } from '../../../verifier/src/verify.mjs'
import { scratchDirectory } from '../../harness/scratch.ts'

/** A path in a directory that goes away after the tests of the file. */
export function temporary(name: string): string {
  return join(scratchDirectory(), name)
}

/** Writes bytes to a temporary file and gives its path. */
export function asFile(bytes: Uint8Array, name = 'package.zip'): string {
  const path = temporary(name)
  writeFileSync(path, bytes)
  return path
}

/** Runs the verifier in this process. */
export async function verify(
  bytes: Uint8Array | string,
  options: Partial<Parameters<typeof verifyPackage>[0]> = {},
) {
  const file = typeof bytes === 'string' ? bytes : asFile(bytes)
  const open = (path: string) => new PackageFile(path)
  const defaults = { key: [], pin: [], requireTrust: false, open }
  return await verifyPackage({ ...defaults, file, ...options }, { version: 'test', sha256: '' })
}

/** `verified`, or the code of the first failure. */
export async function outcome(
  bytes: Uint8Array | string,
  options: Parameters<typeof verify>[1] = {},
): Promise<string> {
  const report = await verify(bytes, options)
  return report.failures[0]?.code ?? report.result
}
