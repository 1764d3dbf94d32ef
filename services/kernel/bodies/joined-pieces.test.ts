import { expect, test } from 'vitest'
import { joinedPieces } from './joined-pieces.ts'

test('small pieces after the first are copied so that their memory is freed, and large ones are not', () => {
  const sent = [Buffer.from('a'), Buffer.from('b'), Buffer.alloc(5000, 'c'), Buffer.from('d')]
  const pieces = joinedPieces()
  for (const piece of sent) pieces.add(piece)
  const small = Buffer.from('e')
  for (let n = 0; n < 40_000; n++) pieces.add(small)
  for (const piece of [...sent, small]) piece.fill('-')
  expect(pieces.join().toString()).toBe(`-b${'-'.repeat(5000)}d${'e'.repeat(40_000)}`)
})

test('a single piece is returned as the body itself', () => {
  const pieces = joinedPieces()
  const body = Buffer.from('{}')
  pieces.add(body)
  expect(pieces.join()).toBe(body)
  expect(joinedPieces().join()).toHaveLength(0)
})
