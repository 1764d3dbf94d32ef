import { type PackageInput, writePackage } from '../../../services/evidence/domain/package.ts'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import { TestLog, uuid } from './log.ts'
import { packageInput } from './package.ts'
import type { TestKey } from './signer.ts'

/**
 * Returns a package of one entry whose text `change` has replaced by other bytes. The log and the signatures match these bytes.
 */
export async function packageOfEntry(
  key: TestKey,
  change: (text: string) => string | Buffer,
): Promise<Buffer> {
  const log = new RawLog()
  log.append('listIncidents')
  log.raw = Buffer.from(change(log.entries[0]!.text))
  const input = await packageInput(log, key)
  return written(input, [sequence('audit', log.raw)])
}

/** Returns a package of one entry and the one record of its receipt, which may be any bytes. */
export async function packageOfRecord(key: TestKey, type: string, record: string | Buffer): Promise<Buffer> {
  const log = new TestLog()
  const raw = Buffer.from(record)
  log.append('someCall', { [type]: [{ id: uuid('record') }] })
  const [entry] = log.entries
  entry!.text = entry!.text.replace(entry!.receipts[0]!.root, leafHash(raw).toString('hex'))
  const input = await packageInput(log, key)
  return written(input, [input.sequences[0]!, sequence(type, raw)])
}

class RawLog extends TestLog {
  raw = Buffer.alloc(0)
  override get leaves(): Buffer[] {
    return [leafHash(this.raw)]
  }
}

function sequence(type: string, line: Buffer): PackageInput['sequences'][number] {
  const text = Buffer.concat([line, Buffer.of(10)])
  return {
    type,
    lines: (async function* () {
      yield { count: 1, text }
    })(),
  }
}

async function written(input: PackageInput, sequences: PackageInput['sequences']): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writePackage({ ...input, sequences })))
}
