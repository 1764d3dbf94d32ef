import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tokenOf as keptToken, sourceOf, stampText } from '../../services/ledger/domain/time-stamps/stamp.ts'
import { readToken } from '../../services/ledger/domain/time-stamps/token.ts'
import { timestampQuery, tokenIn } from '../../services/ledger/statements/time-stamps/query.ts'
import { assertStamped, readAuthorities } from '../../verifier/src/timestamps/timestamps.mjs'
import { type Authority, makeAuthority } from '../harness/timestamp-authority.ts'
import { core } from './support/browser-core.ts'
import { eventfulLog } from './support/honest.ts'
import type { TestLog } from './support/log.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { asFile, temporary, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { edit, tamper } from './support/tamper.ts'
import { unpack } from './support/zip.ts'

const key = makeKey()
const log = eventfulLog()
const rsa = makeAuthority(temporary('rsa'), { rsa: true })
const ec = makeAuthority(temporary('ec'))
const between = makeAuthority(temporary('between'), { between: true })
const plain = await buildPackage(log, key)
const note = unpack(plain).get('log/checkpoint')!.toString()
const anchor = ({ root }: Authority) => new X509Certificate(readFileSync(root))

/** The token of an authority, without what this side checks. */
function stamp(authority: Authority, text = note): Buffer {
  const { query, nonce } = timestampQuery(text)
  return tokenIn(authority.reply(query), nonce)!
}

const good = stamp(rsa)
const tokenOf = (bytes: Buffer) => ({ name: 'a', size: bytes.length, read: () => bytes })
/** The token, where the product keeps it as a stamp by an authority. */
const kept = (token: Buffer, anchor: X509Certificate) =>
  keptToken(stampText({ token, anchor }), sourceOf(anchor), note)
const VERIFY = fileURLToPath(new URL('../../verifier/dist/verify.mjs', import.meta.url))
const withStamps = (...tokens: Buffer[]) =>
  tamper(
    plain,
    (files) => {
      for (const [i, token] of tokens.entries()) files.set(`log/timestamps/0${i + 1}.tst`, token)
    },
    key,
  )
const said = (bytes: Buffer, trusted: string, node = otherNodes()[0]!) => {
  const args = [VERIFY, '--json', '--pin', key.kid, '--tsa', trusted, asFile(bytes)]
  try {
    return JSON.parse(execFileSync(node, args, { encoding: 'utf8', stdio: 'pipe' }))
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout)
  }
}

describe('a time-stamp of the checkpoint', () => {
  test.each([
    ['RSA', rsa],
    ['ECDSA', ec],
  ])('by an authority with %s is accepted by the product, verify.mjs and openssl', async (_, authority) => {
    const token = stamp(authority)
    expect(kept(token, anchor(authority))).toEqual(token)
    const { at } = readToken(token)
    const bytes = await withStamps(token)
    for (const trusted of [authority.root, authority.certificate])
      expect(said(bytes, trusted)).toMatchObject({
        verdict: 'VERIFIED',
        steps: expect.arrayContaining([
          { step: 'timestamps', status: 'PASS', detail: `${at.toISOString()} by O=Test, CN=Time` },
        ]),
      })
    // Browsers find the same (support/run.ts).
    const asked = { pin: [key.kid], tsa: [authority.root] }
    expect((await verify(bytes, asked)).steps.at(-1)).toMatchObject({ step: 'timestamps', status: 'PASS' })
    const files = unpack(bytes)
    const lines = files.get('log/checkpoint')!.toString().split('\n').slice(0, 5)
    const args = ['ts', '-verify', '-data', asFile(Buffer.from(`${lines.join('\n')}\n`), 'note'), '-token_in']
    args.push('-in', asFile(files.get('log/timestamps/01.tst')!, 'token'), '-CAfile', authority.root)
    expect(execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' })).toContain('Verification: OK')
  })

  test('may bring the certificate between that has the number of the signer, in any order', () => {
    const token = stamp(between)
    const bytes = readToken(token).pool.map(({ raw }) => raw)
    const at = token.indexOf(Buffer.concat(bytes))
    expect([bytes.length, at > 0]).toEqual([2, true])
    const other = Buffer.from(token)
    other.set(Buffer.concat(bytes.reverse()), at)
    for (const one of [token, other]) {
      expect(assertStamped(note, [tokenOf(one)], [anchor(between)])).toHaveLength(1)
      expect(kept(one, anchor(between))).toEqual(one)
    }
  })

  test('is required only with --tsa; without it the report says that times are not proven', async () => {
    expect(said(plain, rsa.root).failures[0].code).toBe('timestamp_missing')
    const demanded = await verify(plain, { pin: [key.kid], tsa: [rsa.root] })
    expect(demanded.failures[0]!.code).toBe('timestamp_missing')
    for (const bytes of [plain, await withStamps(good)]) {
      const report = await verify(bytes, { pin: [key.kid] })
      expect(report.steps.at(-1)).toMatchObject({ step: 'timestamps', status: 'NOT CHECKED' })
      expect(report.not_proven.at(-1)).toContain('that times are right')
    }
  })

  test('from one trusted authority suffices, and those from others are ignored', async () => {
    const bytes = await withStamps(stamp(ec), good)
    expect(said(bytes, rsa.root).result).toBe('verified')
    expect(said(await withStamps(stamp(ec)), rsa.root).failures[0].code).toBe('timestamp_missing')
    expect(kept(good, anchor(ec))).toBeUndefined()
  })

  test('of another checkpoint is refused, and openssl makes none with a certificate for another purpose', () => {
    const otherPurpose = makeAuthority(temporary('purpose'), { purpose: 'clientAuth' })
    // OpenSSL makes no time-stamp with such a certificate.
    expect(() => stamp(otherPurpose)).toThrow()
    const token = stamp(rsa, `${note}x`)
    const check = () => assertStamped(note, [tokenOf(token)], [anchor(rsa)])
    expect(check).toThrow(expect.objectContaining({ code: 'timestamp_wrong' }))
    expect(kept(token, anchor(rsa))).toBeUndefined()
  })

  test('by an expired certificate does not count', async () => {
    const expired = makeAuthority(temporary('expired'), { days: -1 })
    const token = stamp(expired)
    expect(kept(token, anchor(expired))).toBeUndefined()
    const asked = { pin: [key.kid], tsa: [expired.root] }
    expect((await verify(await withStamps(token), asked)).failures[0]!.code).toBe('timestamp_missing')
  })

  test('after the package’s signature or before one of its entries is a remark', async () => {
    const year = (n: number) => new Date(Date.UTC(new Date().getUTCFullYear() + n, 0, 2, 3, 4, 5))
    const stamped = async (made: TestLog, signedAt: Date) => {
      const bytes = await buildPackage(made, key, { signedAt })
      const token = stamp(rsa, unpack(bytes).get('log/checkpoint')!.toString())
      const all = await tamper(bytes, (files) => files.set('log/timestamps/01.tst', token), key)
      const { result, remarks } = await verify(all, { pin: [key.kid], tsa: [rsa.root] })
      return [result, ...remarks]
    }
    expect(await stamped(log, year(1))).toEqual(['verified'])
    expect(await stamped(log, new Date('2026-01-03T00:00:00.000Z'))).toEqual([
      'verified',
      expect.stringMatching(/CN=Time saw the checkpoint at .*says that it was signed at 2026-01-03T/),
    ])
    const ahead = eventfulLog()
    ahead.append('x', {}, { at: year(1).toISOString() })
    expect(await stamped(ahead, year(1))).toEqual([
      'verified',
      expect.stringMatching(/CN=Time saw the checkpoint at .*, and an entry of it says /),
    ])
  })

  test.each([
    ['RSA', rsa, good, 53],
    ['ECDSA', ec, stamp(ec), 307],
  ])(
    'by an authority with %s and one bit changed gets the same answer in browsers as in Node.js',
    async (_, authority, whole, step) => {
      const inBrowsers = await core
      const file = readFileSync(authority.root)
      const trusted = {
        node: readAuthorities(file, 'root.pem'),
        browsers: inBrowsers.readAuthorities(inBrowsers.view(file) as never, 'root.pem'),
      }
      const answer = (check: () => string[]) => {
        try {
          return check()
        } catch (error) {
          // Which of the two depends on how much of a damaged certificate can be read.
          expect((error as { code: string }).code).toMatch(/^timestamp_(wrong|missing)$/)
          return 'refused'
        }
      }
      const differ: string[] = []
      for (let bit = 0; bit < whole.length * 8; bit += step) {
        const bytes = Buffer.from(whole)
        if (bit > 0) bytes[bit >> 3]! ^= 1 << (bit & 7)
        const tokens = [tokenOf(bytes)]
        const own = [tokenOf(inBrowsers.view(Uint8Array.from(bytes)) as never)]
        const node = answer(() => assertStamped(note, tokens, trusted.node))
        const browsers = answer(() => inBrowsers.assertStamped(note, own, trusted.browsers))
        if (JSON.stringify(node) !== JSON.stringify(browsers))
          differ.push(`bit ${bit}: ${node}, in browsers ${browsers}`)
      }
      expect(differ).toEqual([])
    },
  )

  test('with one bit changed is refused, or unchanged in what it says', () => {
    const trusted = [anchor(rsa)]
    const [said] = assertStamped(note, [tokenOf(good)], trusted)
    let refused = 0
    for (let bit = 0; bit < good.length * 8; bit += 37) {
      const token = Buffer.from(good)
      token[bit >> 3]! ^= 1 << (bit & 7)
      const taken = kept(token, trusted[0]!)
      try {
        expect(assertStamped(note, [tokenOf(token)], trusted), `bit ${bit}`).toEqual([said])
        expect(taken, `bit ${bit}`).toEqual(token)
        expect(readToken(token).at, `bit ${bit}`).toEqual(readToken(good).at)
      } catch (error) {
        expect((error as { code: string }).code, `bit ${bit}`).toMatch(/^timestamp_(wrong|missing)$/)
        expect(taken, `bit ${bit}`).toBeUndefined()
        refused++
      }
    }
    expect(refused).toBeGreaterThan((good.length * 8) / 37 / 2)
  })

  test.each([
    ['lengths that are longer than they have to be', (token: Buffer) => longer(token)],
    ['bytes behind it', (token: Buffer) => Buffer.concat([token, Buffer.of(0)])],
  ])('with %s is refused by the verifier, and not kept by the product', (_, change) => {
    const token = change(good)
    const check = () => assertStamped(note, [tokenOf(token)], [anchor(rsa)])
    expect(check).toThrow(expect.objectContaining({ code: 'timestamp_wrong' }))
    expect(kept(token, anchor(rsa))).toBeUndefined()
  })

  test('has its own file, numbered from 01, only from format version 2 on', async () => {
    const bytes = await withStamps(good, good)
    const changed = async (change: Parameters<typeof tamper>[1]) =>
      (await verify(await tamper(bytes, change, key), { pin: [key.kid] })).failures[0]?.code
    expect(await changed(() => {})).toBeUndefined()
    expect(await changed((files) => files.delete('log/timestamps/01.tst'))).toBe('manifest_files')
    expect(await changed((files) => files.set('log/timestamps/3.tst', good))).toBe('manifest_files')
    expect(
      await changed((files) =>
        edit(files, 'manifest.json', (m) => {
          m.format_version = 1
          delete m.exported_at
          delete m.csv
        }),
      ),
    ).toBe('manifest_files')
  })

  test('demanded with a file without PEM certificates is a usage error', () => {
    expect(() => readAuthorities(Buffer.from('x'), 'x.pem')).toThrow(
      expect.objectContaining({ code: 'usage' }),
    )
    expect(readAuthorities(readFileSync(rsa.root), rsa.root)).toHaveLength(1)
  })
})

test('the token of a time-stamp reply is kept byte for byte', () => {
  const { query, nonce } = timestampQuery(note)
  const answer = rsa.reply(query)
  expect(answer.subarray(-tokenIn(answer, nonce)!.length)).toEqual(tokenIn(answer, nonce))
})

test('a reply to another query, or one that grants nothing, is no time-stamp', () => {
  const [one, other] = [timestampQuery(note), timestampQuery(note)]
  expect(tokenIn(rsa.reply(one.query), one.nonce)).toBeInstanceOf(Buffer)
  expect(tokenIn(rsa.reply(one.query), other.nonce)).toBeUndefined()
  expect(tokenIn(Buffer.from('3003020102', 'hex'), one.nonce)).toBeUndefined()
  expect(tokenIn(Buffer.from('not found'), one.nonce)).toBeUndefined()
})

/** The same SEQUENCE with its length in one byte more: BER, and not DER. */
function longer(token: Buffer): Buffer {
  expect([...token.subarray(0, 2)]).toEqual([0x30, 0x82])
  return Buffer.concat([Buffer.of(0x30, 0x83, 0), token.subarray(2)])
}
