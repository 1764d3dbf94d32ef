import { beforeAll, describe, expect, test } from 'vitest'
import { readQuorum, readWitnesses } from '../../verifier/src/witnesses/cosignatures.mjs'
import { eventfulLog } from './support/honest.ts'
import { buildPackage } from './support/package.ts'
import { outcome, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { asVersion1, edit, tamper } from './support/tamper.ts'
import { makeWitness } from './support/witness.ts'
import { unpack } from './support/zip.ts'

const key = makeKey()
const log = eventfulLog()
const [one, two, three] = ['w1', 'w2', 'w3'].map((name) => makeWitness(`witness.example/${name}`)) as [
  ReturnType<typeof makeWitness>,
  ReturnType<typeof makeWitness>,
  ReturnType<typeof makeWitness>,
]
let note: string
let plain: Buffer
let cosigned: Buffer
beforeAll(async () => {
  plain = await buildPackage(log, key)
  note = unpack(plain).get('log/checkpoint')!.toString()
  cosigned = await buildPackage(log, key, { cosignatures: [one.cosign(note), two.cosign(note)] })
})

function demanding(quorum: number, ...witnesses: string[]) {
  return { pin: [key.kid], cosigned: { witnesses: readWitnesses(witnesses), quorum } }
}
const step = async (...args: Parameters<typeof verify>) =>
  (await verify(...args)).steps.find((one) => one.step === 'witnesses')!

describe('a quorum of witnesses', () => {
  test('is met only by a package with that many cosignatures of known witnesses', async () => {
    expect(await outcome(cosigned, demanding(2, one.key, two.key))).toBe('verified')
    expect(await outcome(cosigned, demanding(2, one.key, two.key, three.key))).toBe('verified')
    expect(await outcome(cosigned, demanding(3, one.key, two.key, three.key))).toBe('witness_quorum')
    expect(await outcome(cosigned, demanding(1, three.key))).toBe('witness_quorum')
    expect(await outcome(plain, demanding(1, one.key))).toBe('witness_quorum')
    expect(await step(cosigned, demanding(2, one.key, two.key))).toMatchObject({
      status: 'PASS',
      detail: `2 of 2 witnesses cosigned size ${log.entries.length}, 2 required: witness.example/w1 at 2026-03-04T04:53:20.000Z, witness.example/w2 at 2026-03-04T04:53:20.000Z`,
    })
  })

  test('is not required without --witness, and then the report warns of a split view', async () => {
    for (const bytes of [plain, cosigned]) {
      const report = await verify(bytes, { pin: [key.kid] })
      expect(report.result).toBe('verified')
      expect(report.steps.at(-2)).toMatchObject({ step: 'witnesses', status: 'NOT CHECKED' })
      expect(report.not_proven.join('\n')).toContain('a split view')
    }
    const { not_proven } = await verify(cosigned, demanding(1, one.key))
    expect(not_proven.join('\n')).not.toContain('a split view')
  })

  test('remarks on cosignature times that contradict the package', async () => {
    const seen = async (time: string) => {
      const bytes = await buildPackage(log, key, {
        cosignatures: [one.cosign(note, Date.parse(time) / 1000)],
      })
      return (await verify(bytes, demanding(1, one.key))).remarks
    }
    expect(await seen('2026-01-02T03:04:05Z')).toEqual([])
    expect(await seen('2026-03-04T06:00:00Z')).toEqual([])
    expect(await seen('2026-01-02T02:00:00Z')).toEqual([
      expect.stringContaining('the clock of the entry was ahead'),
    ])
    expect(await seen('2026-03-04T06:10:00Z')).toEqual([
      'witness.example/w1 saw the checkpoint at 2026-03-04T06:10:00.000Z, and the package says that it was signed at 2026-03-04T05:06:07.089Z: it was signed later, or that clock was behind',
    ])
  })

  test('does not count a cosignature of another checkpoint or key, or one key under two names', async () => {
    const other = note.replace(/\n\d+\n/, '\n999\n')
    const wrong = await buildPackage(log, key, { cosignatures: [one.cosign(other)] })
    expect(await outcome(wrong, demanding(1, one.key))).toBe('cosignature_wrong')
    expect(await outcome(wrong, { pin: [key.kid] })).toBe('verified')
    expect(() => readWitnesses([one.key, one.alias('witness.example/other')])).toThrow('twice')
    const renamed = one.cosign(note).replace('w1 ', 'w9 ')
    const foreign = await buildPackage(log, key, { cosignatures: [renamed] })
    expect(await outcome(foreign, demanding(1, one.key))).toBe('witness_quorum')
  })

  test('must be a number from 1 to the number of witnesses', () => {
    const witnesses = readWitnesses([one.key, two.key])
    expect(readQuorum(undefined, witnesses)).toBe(2)
    expect(readQuorum('1', witnesses)).toBe(1)
    for (const bad of ['0', '3', '-1', '1.5', 'x', '']) expect(() => readQuorum(bad, witnesses)).toThrow()
    expect(() => readQuorum('1', [])).toThrow()
  })

  test.each([
    'witness.example/w1',
    'witness.example/w1+00000000+BCHtDMsNTDNKZOt5NKkNVcrEP9+a/QU2u6H2bM1Bpm6Y',
    'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
  ])('%s is refused as a witness', (text) => {
    expect(() => readWitnesses([text])).toThrow('verifier key')
  })
})

describe('a package with cosignatures', () => {
  test('is refused as version 1, and with anything but signature lines after the signature', async () => {
    const changed = (change: Parameters<typeof tamper>[1]) => tamper(cosigned, change, key)
    const asOne = await changed((files) => edit(files, 'manifest.json', asVersion1))
    expect(await outcome(asOne, { pin: [key.kid] })).toBe('checkpoint_form')
    for (const more of [
      'x\n',
      '\n',
      '— a b\n',
      '— a+b AAAAAAAA\n',
      one.cosign(note).slice(0, -1),
      one.cosign(note).repeat(65),
    ]) {
      const bytes = await changed((files) => files.set('log/checkpoint', Buffer.from(note + more)))
      expect(await outcome(bytes, { pin: [key.kid] }), JSON.stringify(more.slice(0, 40))).toBe(
        'checkpoint_form',
      )
    }
  })
})
