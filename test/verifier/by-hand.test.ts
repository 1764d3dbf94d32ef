import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { DIST } from '../../verifier/build.mjs'
import { eventfulLog } from './support/honest.ts'
import { rotate } from './support/key-set.ts'
import { uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { asFile, temporary } from './support/run.ts'
import { makeKey } from './support/signer.ts'

const verifier = readFileSync(DIST)
const retired = makeKey('retired')
const key = makeKey()
const rotations = [
  await rotate({ number: 1, from: retired.signer, to: key.signer, at: new Date('2026-02-01') }),
]
const path = asFile(await buildPackage(eventfulLog(), key, { verifier, keys: [retired, key], rotations }))

/** What the page uses and macOS has. It had no `sha256sum` until version 15, and its `zcat` reads `.Z` files alone. */
const ON_MACOS = 'cut diff find grep gzip head openssl perl rm sed shasum sort unzip'

describe('checking a package without verify.mjs', () => {
  const directory = temporary('by-hand')
  mkdirSync(directory)
  const page = () => execFileSync('unzip', ['-p', path, 'VERIFICATION.md']).toString()
  const block = (containing: string) => {
    const blocks = page()
      .split(/\n(?! {4}|\n)/)
      .join('\n\0')
      .split('\0')
    const code = blocks.flatMap((text) => text.match(/(?: {4}.*\n|\n(?= {4}))+/g) ?? [])
    return code.find((text) => text.includes(containing))!.replaceAll(/^ {4}/gm, '')
  }
  const withoutUnzip = () => filled(block('openssl pkey')).replace(/^unzip.*$/m, '')
  const shell = (script: string) => spawnSync('bash', ['-c', script], { cwd: directory, encoding: 'utf8' })

  const filled = (script: string, kid = key.kid, organization = uuid('organization')) =>
    script
      .replaceAll('KEY_ID', kid)
      .replaceAll('ORGANIZATION_ID', organization)
      .replaceAll('/path/to/package.zip', path)

  test('VERIFICATION.md does not name the key of the package', () => {
    expect(page()).not.toMatch(/[0-9a-f]{64}/)
  })

  test('VERIFICATION.md says what an auditor can demand of the package with what comes from elsewhere', () => {
    for (const option of ['keys', 'previous', 'witness', 'quorum', 'tsa', 'checkpoint'])
      expect(page()).toContain(`--${option} `)
  })

  test('the openssl commands of VERIFICATION.md work as pasted, and check key, signature, files and organization', () => {
    const script = filled(block('openssl pkey'))
    const { stdout, stderr, status } = shell(script)
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toBe(`key ${key.kid}: OK`)
    expect(lines[1]).toBe('Verified OK')
    expect(lines.slice(2).every((line) => line.endsWith(': OK'))).toBe(true)
    expect(lines.slice(2).map((line) => line.split(':')[0])).toContain('manifest.json')
    expect(lines.at(-1)).toBe(`organization ${uuid('organization')}: OK`)
  })

  test('the commands of VERIFICATION.md need no tool that macOS lacks', () => {
    const tools = temporary('by-hand-tools')
    mkdirSync(tools)
    const found = execFileSync('bash', ['-c', `command -v ${ON_MACOS}`], { encoding: 'utf8' })
    for (const tool of found.trim().split('\n')) symlinkSync(tool, join(tools, basename(tool)))
    const elsewhere = temporary('by-hand-elsewhere')
    mkdirSync(elsewhere)
    const script = `${filled(block('openssl pkey'))}\n${/`(gzip -dc [^|`]*)/.exec(page())![1]} | head -n 1`
    const { stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', script], {
      ...{ cwd: elsewhere, encoding: 'utf8', env: { PATH: tools } },
    })
    expect(stderr).toBe('')
    expect(stdout).toContain(`key ${key.kid}: OK\nVerified OK\n`)
    expect(stdout).toContain('\nmanifest.json: OK\n')
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^\{.*\}$/)
  })

  test('the openssl commands of VERIFICATION.md refuse a changed file and an added one', () => {
    const script = withoutUnzip()
    writeFileSync(join(directory, 'extra.txt'), 'x')
    expect(shell(script).stdout).toContain('> extra.txt')
    writeFileSync(join(directory, 'manifest.json'), '{}')
    expect(shell(script).stdout).toContain('manifest.json: FAILED')
    writeFileSync(join(directory, 'SHA256SUMS'), 'x')
    expect(shell(script).stdout).toContain('Verification failure')
  })

  test('the openssl commands of VERIFICATION.md do not confirm a package of another organization', () => {
    const script = filled(block('openssl pkey'), key.kid, uuid('another')).replace(/^unzip -q/m, 'unzip -qo')
    const { stdout } = shell(script)
    expect(stdout).toContain('Verified OK')
    expect(stdout).not.toContain('organization ')
  })

  test('the openssl commands of VERIFICATION.md show added links and directories', () => {
    const script = withoutUnzip()
    symlinkSync('/etc/hostname', join(directory, 'data/incidents-000002.jsonl.gz'))
    expect(shell(script).stdout).toContain('> data/incidents-000002.jsonl.gz')
    mkdirSync(join(directory, 'data/more'))
    writeFileSync(join(directory, 'data/more/SHA256SUMS'), 'x')
    expect(shell(script).stdout).toContain('> data/more/SHA256SUMS')
  })

  test('the rotation commands of VERIFICATION.md lead from an earlier key to the signer only', () => {
    const script = block('.old_signature')
    const follow = (kid: string) => shell(`kid=${kid}\n${script}`).stdout.trimEnd().split('\n').at(-1)
    shell(`unzip -qo ${path}`)
    expect(follow(retired.kid)).toBe(`the signer is ${key.kid}`)
    expect(follow('0'.repeat(64))).toBe('THE SIGNER IS NOT REACHED')
    const file = join(directory, 'keys/rotations/000001.json')
    const { statement, ...signatures } = JSON.parse(readFileSync(file, 'utf8'))
    const another = statement.replace(key.kid, '1'.repeat(64))
    writeFileSync(file, JSON.stringify({ ...signatures, statement: another }))
    expect(follow(retired.kid)).toBe('THE SIGNER IS NOT REACHED')
    rmSync(join(directory, 'keys/rotations'), { recursive: true })
    const { stdout, stderr } = shell(`kid=${retired.kid}\n${script}`)
    expect({ stdout, stderr }).toEqual({ stdout: 'THE SIGNER IS NOT REACHED\n', stderr: '' })
  })

  test('the verify.mjs in the package is the built one, and the pasted command runs it', () => {
    const script = filled(block('node verify.mjs')).replaceAll(' package.zip', ` ${path}`)
    const { stdout, status } = shell(script)
    expect(stdout).toContain(sha256Hex(verifier))
    expect(stdout).toContain('VERIFIED')
    expect(status).toBe(0)
  })

  test('Info-ZIP and Python open the package without an error', () => {
    expect(execFileSync('unzip', ['-t', path]).toString()).toContain('No errors detected')
    const python =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))'
    expect(execFileSync('python3', ['-c', python, path]).toString()).toMatch(/^None \d+\n$/)
  })
})
