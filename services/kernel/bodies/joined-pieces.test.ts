import { expect, test } from 'vitest'
import { joinedPieces } from './joined-pieces.ts'

test('small pieces after the first are copied, so that the memory of each is given back; large ones are not', () => {
  const sent = [Buffer.from('a'), Buffer.from('b'), Buffer.alloc(5000, 'c'), Buffer.from('d')]
  const pieces = joinedPieces()
  for (const piece of sent) pieces.add(piece)
  const small = Buffer.from('e')
  for (let n = 0; n < 40_000; n++) pieces.add(small)
  for (const piece of [...sent, small]) piece.fill('-')
  expect(pieces.join().toString()).toBe(`-b${'-'.repeat(5000)}d${'e'.repeat(40_000)}`)
})

test('one piece is the body itself', () => {
  const pieces = joinedPieces()
  const body = Buffer.from('{}')
  pieces.add(body)
  expect(pieces.join()).toBe(body)
  expect(joinedPieces().join()).toHaveLength(0)
})
