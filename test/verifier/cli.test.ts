import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { DIST } from '../../verifier/build.mjs'
import { FAILURES, Failure } from '../../verifier/src/report/failure.mjs'
import { packagedVerifier, RELEASES } from '../../verifier/src/report/releases.mjs'
import { eventfulLog } from './support/honest.ts'
import { keySetText, pemOf, rotate } from './support/key-set.ts'
import { uuid } from './support/log.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { asFile, temporary } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { damage } from './support/tamper.ts'
import { rawZip, unpack } from './support/zip.ts'

const verifier = readFileSync(DIST)
const retired = makeKey('retired')
const key = makeKey()
const rotations = [
  await rotate({ number: 1, from: retired.signer, to: key.signer, at: new Date('2026-02-01') }),
]
const log = eventfulLog()
const good = await buildPackage(log, key, { verifier, keys: [retired, key], rotations })
const path = asFile(good)

function run(args: string[], node = otherNodes()[0]!) {
  const { status, stdout, stderr } = spawnSync(node, [DIST, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each(otherNodes())(
  'verify.mjs runs in a read-only directory, without network and permission to write: %s',
  (node) => {
    const directory = temporary('lonely')
    mkdirSync(directory, { recursive: true })
    for (const [from, name] of [
      [DIST, 'verify.mjs'],
      [path, 'package.zip'],
    ] as const)
      copyFileSync(from, join(directory, name))
    chmodSync(directory, 0o555)
    const before = readdirSync(directory).map((name) => statSync(join(directory, name)).mtimeMs)
    const permission =
      Number(/^v(\d+)/.exec(execFileSync(node, ['-v']).toString())![1]) < 24
        ? '--experimental-permission'
        : '--permission'
    const command = [
      node,
      permission,
      `--allow-fs-read=${directory}/*`,
      '--no-warnings',
      'verify.mjs',
      '--pin',
      key.kid,
      'package.zip',
    ]
    const isolated =
      spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn', ...command] : command
    const { status, stdout, stderr } = spawnSync(isolated[0]!, isolated.slice(1), {
      cwd: directory,
      encoding: 'utf8',
      env: {},
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('VERIFIED')
    expect(status).toBe(0)
    expect(readdirSync(directory).map((name) => statSync(join(directory, name)).mtimeMs)).toEqual(before)
    chmodSync(directory, 0o755)
  },
)

test('docs/evidence-package.md lists every failure code, with its exit code and meaning', () => {
  const page = readFileSync(new URL('../../docs/evidence-package.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \| [\d, –]+ \| (\d) \| (.*) \|$/gm)].map(([, ...row]) =>
    row.join(' '),
  )
  const codes = Object.entries(FAILURES) as [keyof typeof FAILURES, string][]
  expect(listed).toEqual(codes.map(([code, meaning]) => `${code} ${new Failure(code, '').exit} ${meaning}`))
})

describe('exit codes', async () => {
  const revoked = {
    ...retired,
    published: { ...retired.published, status: 'revoked' as const, revocationReason: 'lost' },
  }
  const pem = asFile(Buffer.from(pemOf(key.spki)), 'key.pem')
  const damaged = asFile(
    damage(good, (files) => files.delete('verify.mjs')),
    'damaged.zip',
  )
  const later = asFile(await buildPackage(log, key, { first: 2 }), 'later.zip')
  const old = () => asFile(oldPackage, 'old.zip')
  test.each([
    [0, 'verified', [path]],
    [0, 'verified under a key', ['--key', pem, path]],
    [0, 'verified under a pinned earlier key', ['--require-pin', '--pin', retired.kid, path]],
    [0, 'help', ['--help']],
    [0, 'version', ['--version']],
    [1, 'not intact', [damaged]],
    [1, 'not authentic', ['--pin', '0'.repeat(64), path]],
    [5, 'intact, and trust is demanded', ['--require-trust', path]],
    [0, 'trust is demanded, and there is a pin', ['--require-trust', '--pin', key.kid, path]],
    [1, 'not intact, and trust is demanded', ['--require-trust', damaged]],
    [2, 'a pipe for a package', ['-']],
    [2, 'no argument', []],
    [2, 'unknown option', ['--trust', path]],
    [2, 'two packages', [path, path]],
    [2, 'malformed pin', ['--pin', 'abc', path]],
    [2, 'no such file', ['no-such.zip']],
    [2, 'a directory', [temporary('.')]],
    [2, 'an unreadable key', ['--key', path, path]],
    [2, 'malformed memory', ['--memory', '0', path]],
    [6, 'a replay is demanded, and the log does not begin at leaf 0', ['--require-replay', later]],
    [0, 'a replay is demanded', ['--require-replay', '--memory', '2', path]],
    [3, 'pin required', ['--require-pin', path]],
    [3, 'pin required, a key set is none', ['--require-pin', '--keys', pem, path]],
  ])('%i: %s', (code, _, args) => {
    expect(run(args).status).toBe(code)
    expect(run(['--json', ...args]).status).toBe(code)
  })

  test('4: a revoked key', async () => {
    const keys = asFile(Buffer.from(keySetText([revoked.published, key.published])), 'keys.json')
    expect(run(['--keys', keys, '--pin', retired.kid, old()]).status).toBe(4)
  })
})
const oldPackage = await buildPackage(log, retired, { verifier })

describe('what verify.mjs prints', () => {
  test('of a package that cannot be opened: the error, and no steps', () => {
    const answers = [
      ['no-such.zip', 'there is no such file'],
      [temporary('.'), 'it is a directory'],
    ] as const
    for (const [file, words] of answers)
      expect(run([file]).stdout).toBe(
        `unreadable: a file cannot be read: ${words} [file ${file}]\nNOTHING VERIFIED\n`,
      )
    expect(run(['--keys', 'no-such.json', path]).stdout.split('\n')).toHaveLength(3)
    expect(JSON.parse(run(['--json', 'no-such.zip']).stdout).steps).toHaveLength(11)
  })

  test('of an unknown option: no control characters', () => {
    expect(run(['--\u001b[2Jx', path]).stdout).not.toMatch(/[^\n\P{C}]/u)
  })

  test('as its last line without a trusted key: INTACT, not VERIFIED, and where to compare the key id', () => {
    for (const args of [[], ['--require-trust']]) {
      const { stdout } = run([...args, path])
      const last = stdout.trimEnd().split('\n').at(-1)!
      expect(last).toMatch(/^INTACT, SIGNER NOT CONFIRMED: /)
      expect(last).toContain(key.kid)
      expect(last).toContain('/.well-known/attestry/keys.json')
      expect(stdout).not.toContain('VERIFIED')
      const json = JSON.parse(run(['--json', ...args, path]).stdout)
      expect(json).toMatchObject({ verdict: 'INTACT, SIGNER NOT CONFIRMED', signer_confirmed: false })
    }
    const keys = asFile(Buffer.from(keySetText([key.published])), 'published.json')
    for (const args of [
      ['--pin', key.kid],
      ['--keys', keys],
    ]) {
      expect(
        run([...args, path])
          .stdout.trimEnd()
          .split('\n')
          .at(-1),
      ).toBe('VERIFIED')
      const json = JSON.parse(run(['--json', ...args, path]).stdout)
      expect(json).toMatchObject({ verdict: 'VERIFIED', signer_confirmed: true })
    }
  })

  test('whether the packaged verifier is the running one, a release, or unknown', async () => {
    expect(run([path]).stdout).toContain('verify.mjs in the package is the same file as the one that runs.')
    const other = asFile(await buildPackage(log, key), 'other-verifier.zip')
    expect(run([other]).stdout).toMatch(/verify\.mjs in the package is unknown here, SHA-256 [0-9a-f]{64}\./)
    expect(JSON.parse(run(['--json', other]).stdout).packaged_verifier).toMatchObject({
      is_this_verifier: false,
      release: null,
    })
    expect(packagedVerifier(RELEASES[0]!.sha256, 'f'.repeat(64))).toMatchObject({ release: '0.1.0' })
  })

  test('of a verified package: fewer than 24 lines, without control characters', () => {
    const { stdout } = run([path])
    expect(stdout.split('\n').length).toBeLessThan(24)
    expect(stdout).not.toMatch(/[^\n\P{C}]|\u202e/u)
    expect(stdout).toContain('\\u{202e}')
  })

  test('for each step: its status, and NOT CHECKED after a failed one', () => {
    const { stdout } = run([
      asFile(
        damage(good, (files) => files.set('VERIFICATION.md', Buffer.from('x'))),
        'bad.zip',
      ),
    ])
    const status = [...stdout.matchAll(/^ {2}\d (\w+) +(PASS|FAIL|NOT CHECKED)/gm)].map(
      (match) => `${match[1]} ${match[2]}`,
    )
    const after = ['manifest', 'log', 'records', 'decisions', 'keys', 'replay'].map(
      (step) => `${step} NOT CHECKED`,
    )
    expect(status).toEqual(['container PASS', 'signature PASS', 'files FAIL', ...after])
    expect(stdout).toMatch(/^file_hash: .*\[file VERIFICATION\.md\]$/m)
  })

  test('of a step that was not checked: the option it needs; of a failed one: no option', () => {
    const { stdout } = run([path])
    for (const needed of ['status of the signing key; needs --keys', 'checkpoint; needs --witness'])
      expect(stdout).toContain(needed)
    const keys = asFile(
      Buffer.from(
        keySetText([
          {
            ...key.published,
            status: 'revoked',
            revocationReason: 'lost',
            validUntil: new Date('2026-06-01'),
          },
        ]),
      ),
      'revoked.json',
    )
    expect(run(['--keys', keys, path]).stdout).toMatch(/ FAIL +status of the signing key$/m)
  })

  test('of a file that was cut short or zipped again: give it exactly as it was exported', () => {
    const cut = asFile(good.subarray(0, -100), 'cut.zip')
    const again = asFile(
      rawZip([...unpack(good)].map(([name, bytes]): [string, Buffer] => [`package/${name}`, bytes])),
      'again.zip',
    )
    for (const file of [cut, again]) {
      const { status, stdout } = run([file])
      expect(status).toBe(1)
      expect(stdout).toContain('Give the file exactly as it was exported.')
    }
    const other = damage(good, (files) => files.delete('verify.mjs'))
    expect(run([asFile(other, 'other.zip')]).stdout).not.toContain('exactly as it was exported')
  })

  test('with --json: one line of ASCII with a versioned schema', () => {
    const { stdout } = run(['--json', '--explain', uuid('decision'), path])
    expect(stdout).toMatch(/^[\x20-\x7e]+\n$/)
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'attestry-verify/1',
      result: 'verified',
      exit_code: 0,
      trust: 'packaged',
      verifier: { sha256: sha256Hex(verifier) },
      package: { kid: key.kid, organization_id: log.organizationId, counts: { audit: log.entries.length } },
      failures: [],
    })
    expect(JSON.parse(run(['--json', '--pin', 'abc', path]).stdout)).toMatchObject({
      result: 'error',
      failures: [{ code: 'usage' }],
    })
  })

  test('with --explain: every rule of the decision, and whether it was true', () => {
    const { stdout } = run(['--explain', uuid('decision'), path])
    expect(stdout).toMatch(/^Decision .*: block, decided at/m)
    for (const code of ['suite_missing', 'no_approved_run', 'version_drift', 'attestation_missing'])
      expect(stdout).toContain(code)
  })
})
