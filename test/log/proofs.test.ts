import { ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checkpoint } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { consistent, rootFromInclusion, rootFromRange, Tree } from '../../verifier/src/hashes/merkle.mjs'
import {
  appendEntries,
  bootWithKms,
  checkpointOf,
  definedLog,
  type LogInstallation,
  logOf,
} from './support.ts'

/** More than 2^16, so that nodes of both stored levels are used. */
const SIZE = 66_000

let at: LogInstallation
let organizationId: string
let checkpoint: Checkpoint
let earlier: Checkpoint
let hashes: Buffer[]
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
  organizationId = at.organization.id
  await appendEntries(at.databaseUrl, organizationId, 300)
  earlier = await checkpointOf(at, organizationId)
  await appendEntries(at.databaseUrl, organizationId, SIZE - Number(earlier.treeSize))
  checkpoint = await checkpointOf(at, organizationId)
  const defined = await definedLog(at.databaseUrl, organizationId)
  hashes = defined.hashes
  expect(Buffer.from(checkpoint.root)).toEqual(defined.root)
  expect(checkpoint.treeSize).toBe(BigInt(SIZE))
})
afterAll(() => at.stop())

test('the ledger’s inclusion proof of every requested leaf verifies', async () => {
  const indices = [0, 1, 255, 256, 301, 65_535, 65_536, 65_791, 65_999]
  const { proofs } = await logOf(at).getInclusionProofs({
    organizationId,
    treeSize: checkpoint.treeSize,
    indices: indices.map(BigInt),
  })
  expect(proofs.map(({ index }) => Number(index))).toEqual(indices)
  for (const { index, hashes: proof } of proofs) {
    const leaf = text(hashes[Number(index)]!)
    const root = (at: number) => rootFromInclusion(leaf, at, SIZE, proof.map(text))
    expect(root(Number(index))).toBe(text(checkpoint.root))
    expect(root(Number(index) ^ 1)).not.toBe(text(checkpoint.root))
  }
})

test('the ledger’s consistency proofs from every earlier size verify', async () => {
  const sizes = [1, 2, 255, 256, 257, Number(earlier.treeSize), 65_536, 65_537, SIZE]
  const { proofs } = await logOf(at).getConsistencyProofs({
    organizationId,
    treeSize: checkpoint.treeSize,
    sizes: sizes.map(BigInt),
  })
  for (const { treeSize, root, hashes: proof } of proofs) {
    const claim = [Number(treeSize), text(root), SIZE, text(checkpoint.root)] as const
    expect(consistent(...claim, proof.map(text))).toBe(true)
  }
  const known = proofs.find(({ treeSize }) => treeSize === earlier.treeSize)!
  expect(known.root).toEqual(earlier.root)
})

test.each([
  [0, SIZE],
  [0, 1],
  [257, 300],
  [65_535, 400],
  [65_999, 1],
])('the ledger’s range proof from leaf %i with %i entries verifies', async (first, entries) => {
  const proof = await logOf(at).getRangeProof({
    organizationId,
    treeSize: checkpoint.treeSize,
    firstIndex: BigInt(first),
    entries: BigInt(entries),
  })
  const tree = new Tree(first, proof.left.map(text))
  for (const hash of hashes.slice(first, first + entries)) tree.append(text(hash))
  expect(rootFromRange(tree, SIZE, proof.right.map(text))).toBe(text(checkpoint.root))
})

test.each([
  () => logOf(at).getInclusionProofs({ organizationId, treeSize: 10n, indices: [10n] }),
  () => logOf(at).getConsistencyProofs({ organizationId, treeSize: 10n, sizes: [0n] }),
  () => logOf(at).getRangeProof({ organizationId, treeSize: 10n, firstIndex: 9n, entries: 2n }),
])('the ledger refuses to prove a leaf, size or range that is not in the tree', async (ask) => {
  const error = await ask().then(
    () => expect.unreachable('it was proven'),
    (thrown) => ConnectError.from(thrown),
  )
  expect(error.message).toMatch(/must|no such|proves nothing|tree of size/)
})

/** A hash as the verifier takes it: a byte string. */
function text(hash: Uint8Array): string {
  return Buffer.from(hash).toString('latin1')
}
