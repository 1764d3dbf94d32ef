import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAILURES } from '../../verifier/src/report/failure.mjs'
import { incident } from '../verifier/support/honest.ts'
import { TestLog } from '../verifier/support/log.ts'
import { buildPackage } from '../verifier/support/package.ts'
import { asFile, verify } from '../verifier/support/run.ts'
import { makeKey } from '../verifier/support/signer.ts'
import { member, tamper } from '../verifier/support/tamper.ts'
import { unpack } from '../verifier/support/zip.ts'
import { fuzz, patience } from './support/budget.ts'
import { type ByteEdit, byteEdits, editBytes, editJson, type JsonEdit, jsonEdits } from './support/edits.ts'
import { foundOf, keeping } from './support/found.ts'
import { hostile, textOf } from './support/hostile.ts'

/**
 * A change of a package. `file` empty: bytes of the archive. Otherwise one file of it, with the checksums made right
 * and signed again by the pinned key, so that what reads the file gets to see it: its bytes, or the JSON of its `line`.
 */
type VerifierInput = { file: number | null; line: number; json: JsonEdit[]; bytes: ByteEdit[] }

const key = makeKey()
const log = new TestLog()
log.append('createIncident', { incidents: [incident('a', 1, 'open')] })
log.append('listIncidents')
log.append('moveIncident', { incidents: [incident('a', 2, 'closed')] })
const good = await buildPackage(log, key, { earlier: [1, 2] })
const names = [...unpack(good).keys()].filter((name) => !name.startsWith('SHA256SUMS'))

const inputs = fc.oneof(
  fc.record({ file: fc.constant(null), line: fc.constant(0), json: fc.constant([]), bytes: byteEdits }),
  fc.record({ file: fc.nat(names.length - 1), line: fc.nat(9), json: fc.constant([]), bytes: byteEdits }),
  {
    weight: 2,
    arbitrary: fc.record({
      file: fc.nat(names.length - 1),
      line: fc.nat(9),
      json: jsonEdits(hostile),
      bytes: fc.constant([]),
    }),
  },
) as fc.Arbitrary<unknown> as fc.Arbitrary<VerifierInput>

test('verify.mjs never accepts a changed package under a pin unless its signer changed it, and never crashes', {
  timeout: patience(1),
}, async () => {
  const codes = new Set<string>()
  const property = fc.asyncProperty(inputs, (input) =>
    keeping('verifier', input, async () => {
      codes.add(await check(input))
    }),
  )
  await fuzz(property, 400, 1)
  expect(codes.size).toBeGreaterThan(10)
})

test('inputs that earlier runs found are answered as expected', async () => {
  for (const [, input] of foundOf<VerifierInput>('verifier')) await keeping('verifier', input, check)
})

/** Verifies the package changed so, in this process: an exception of any kind but a failure of its own ends the check. */
async function check(input: VerifierInput): Promise<string> {
  const bytes = await changed(input)
  const report = await verify(asFile(bytes), { pin: [key.kid] })
  const accepted = report.result === 'verified'
  expect(report.exit_code === 0).toBe(accepted)
  if (!accepted) expect(Object.keys(FAILURES)).toContain(report.failures[0]!.code)
  // A package that the signer signs may differ and be consistent; one that nobody signed again may not.
  if (input.file === null && !bytes.equals(good)) expect(accepted).toBe(false)
  return report.failures[0]?.code ?? report.result
}

async function changed({ file, line, json, bytes }: VerifierInput): Promise<Buffer> {
  if (file === null) return editBytes(good, bytes)
  const name = names[file % names.length]!
  return tamper(
    good,
    (files) => {
      const packed = name.endsWith('.gz')
      const content = packed ? gunzipSync(files.get(name)!) : files.get(name)!
      const edited = json.length === 0 ? editBytes(content, bytes) : editLine(content, line, json)
      files.set(name, packed ? member(edited) : edited)
    },
    key,
  )
}

/** One line of JSON changed; of a file that is no JSON, its text as one JSON string. */
function editLine(content: Buffer, line: number, edits: JsonEdit[]): Buffer {
  const lines = content.toString().split('\n')
  const at = line % lines.length
  lines[at] = textOf(editJson(parsed(lines[at]!), edits))
  return Buffer.from(lines.join('\n'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
