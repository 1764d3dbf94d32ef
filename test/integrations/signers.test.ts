import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign, verifySignature } from '../../services/ingestion/domain/webhook/signature.ts'

const SECRET = 'whsec_attestry_test_secret_0123456789'
const T = 1767225600
const BODIES = {
  vector: '{"title":"Å test – ünïcode","n":1.0,"nested":{"a":[1,2]}}\n',
  crlf: '{\r\n  "title": "x"\r\n}\r\n',
  'trailing newlines': '{"title":"日本語 😀"}\n\n',
}
const installed = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-signers-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe.each(Object.entries(BODIES))('body: %s', (name, text) => {
  const body = Buffer.from(text)

  const accepted = (v1: string) =>
    verifySignature({
      headerLines: [`t=${T},v1=${v1}`],
      body,
      secret: SECRET,
      now: new Date(T * 1000),
      windowSeconds: 300,
    })

  function signedText(): string {
    const file = join(directory, `${name.replaceAll(' ', '-')}.signed`)
    writeFileSync(file, Buffer.concat([Buffer.from(`${T}.`), body]))
    return file
  }

  test('stripe-node’s signature is accepted by Attestry, and Attestry’s by stripe-node', () => {
    const stripe = new Stripe('sk_test_unused')
    const header = stripe.webhooks.generateTestHeaderString({ payload: text, secret: SECRET, timestamp: T })
    expect(accepted(header.split('v1=')[1]!).ok).toBe(true)
    const judge = stripe.webhooks.signature!
    expect(judge.verifyHeader(text, sign(SECRET, T, body), SECRET, 300, undefined, T * 1000)).toBe(true)
  })

  test.skipIf(!installed('openssl', 'version'))('OpenSSL’s signature is accepted by Attestry', () => {
    const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRET, '-r', signedText()], {
      encoding: 'utf8',
    })
    expect(accepted(printed.slice(0, 64)).ok).toBe(true)
  })

  test.skipIf(!installed('python3', '--version'))(
    'the signature of Python’s hmac is accepted by Attestry',
    () => {
      const program =
        'import hmac,sys;print(hmac.new(sys.argv[1].encode(),open(sys.argv[2],"rb").read(),"sha256").hexdigest())'
      const printed = execFileSync('python3', ['-c', program, SECRET, signedText()], { encoding: 'utf8' })
      expect(accepted(printed.trim()).ok).toBe(true)
    },
  )
})
