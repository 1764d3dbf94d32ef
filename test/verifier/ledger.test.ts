import { expect, test } from 'vitest'
import { writePackage } from '../../services/evidence/domain/package.ts'
import { logOrigin } from '../../services/kernel/tlog/log-origin.ts'
import { checkpointBody, signedCheckpoint } from '../../services/ledger/domain/log/checkpoint.ts'
import { consistencyProof, inclusionProof, rangeProof } from '../../services/ledger/domain/log/proof.ts'
import { appendLeaves, EMPTY_TREE, treeRoot } from '../../services/ledger/domain/log/tree.ts'
import { eventfulLog, incident } from './support/honest.ts'
import type { TestLog } from './support/log.ts'
import { uuid } from './support/log.ts'
import { packageInput } from './support/package.ts'
import { outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'

const key = makeKey()

test('packages of the evidence service with proofs and checkpoints of the ledger verify', async () => {
  const log = eventfulLog()
  while (log.entries.length < 21) {
    log.append('moveIncident', { incidents: [incident('a', log.entries.length - 5, 'open')] })
  }
  for (const treeSize of [1, 2, 7, 8, 9, 16, 21]) {
    for (const [first, end] of [
      [0, treeSize],
      [treeSize >> 1, treeSize],
      [treeSize >> 2, (treeSize >> 1) + 1],
    ] as const) {
      expect(
        await outcome(await fromLedger(log, treeSize, { first, end })),
        `${first} to ${end} of ${treeSize}`,
      ).toBe('verified')
    }
  }
  const support = await fromLedger(log, 21, {
    incident: { id: uuid('a'), indices: [2, 5, ...Array.from({ length: 13 }, (_, i) => 8 + i)] },
  })
  expect(await outcome(support, { pin: [key.kid] })).toBe('verified')
})

async function fromLedger(log: TestLog, treeSize: number, chosen: Chosen): Promise<Buffer> {
  const nodes = new Map<string, Uint8Array>()
  const leaves = log.leaves.slice(0, treeSize)
  const tree = appendLeaves(EMPTY_TREE, leaves, ({ level, index, hash }) =>
    nodes.set(`${level}/${index}`, hash),
  )
  const read = (level: number, index: number) => nodes.get(`${level}/${index}`)!
  const checkpoint = { origin: logOrigin(log.organizationId), size: treeSize, root: treeRoot(tree) }
  const signature = await key.signer.sign(Buffer.from(checkpointBody(checkpoint)))
  const input = await packageInput(log, key, { treeSize, ...chosen })
  const consistency = await Promise.all(
    Array.from({ length: treeSize }, async (_, i) => ({
      treeSize: i + 1,
      root: treeRoot(appendLeaves(EMPTY_TREE, leaves.slice(0, i + 1))),
      hashes: await consistencyProof(i + 1, treeSize, read),
    })),
  )
  const neighbour = async (index: number) =>
    index < 0 || index >= treeSize
      ? null
      : { entry: log.entries[index]!.text, hashes: await inclusionProof(index, treeSize, read) }
  const shared = { checkpoint: signedCheckpoint(checkpoint, key.spki, signature), treeSize, consistency }
  const proof =
    'incident' in chosen
      ? {
          incidentId: chosen.incident.id,
          inclusion: await Promise.all(
            chosen.incident.indices.map(async (index) => ({
              index,
              hashes: await inclusionProof(index, treeSize, read),
            })),
          ),
        }
      : {
          range: {
            firstIndex: chosen.first,
            entries: chosen.end - chosen.first,
            ...(await rangeProof(chosen.first, chosen.end, treeSize, read)),
            period: 'range' in input.log ? input.log.range.period : { from: null, to: null },
            before: await neighbour(chosen.first - 1),
            after: await neighbour(chosen.end),
          },
        }
  return Buffer.concat(await Array.fromAsync(writePackage({ ...input, log: { ...shared, ...proof } })))
}

type Chosen = { first: number; end: number } | { incident: { id: string; indices: number[] } }
