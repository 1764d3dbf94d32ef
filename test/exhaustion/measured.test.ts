import { expect, test } from 'vitest'
import { attackedServer } from './support/attacked.ts'
import {
  anonymousBodies,
  bursts,
  idleConnections,
  pipelining,
  slowReaders,
  smallChunks,
} from './support/attacks.ts'
import { denseExports, wideSpans } from './support/dense-exports.ts'
import { expectHeld, measure } from './support/measured.ts'

const attacked = attackedServer()

test.each<[string, () => Promise<void>]>([
  ['pipelined anonymous requests', () => pipelining(attacked.served.baseUrl, { rounds: 20 })],
  ['many pipelined requests at one moment', () => bursts(attacked.served.baseUrl, { connections: 60 })],
  ['anonymous bodies', () => anonymousBodies(attacked.served.baseUrl, { connections: 1000 })],
  ['bodies of chunks of one byte', () => smallChunks(attacked.served.baseUrl, { connections: 36 })],
  ['connections that say nothing', () => idleConnections(attacked.served.baseUrl, { connections: 2000 })],
  [
    'answers that nobody reads',
    () => slowReaders(attacked.served.baseUrl, attacked.keys.attacker, { readers: 40 }),
  ],
])('under %s the process stays below 1 GB and answers others', async (_, attack) => {
  expectHeld(await measure(attacked.served, attacked.keys.other, attack))
})

test('under large OTLP exports the process stays below 1 GB and answers others', async () => {
  const attack = async (): Promise<void> => {
    const answers = await denseExports(attacked.served.baseUrl, [attacked.keys.attacker], { exports: 20 })
    // None is refused: each is read, mapped and stored.
    expect(answers).toEqual(Array(20).fill(200))
  }
  expectHeld(await measure(attacked.served, attacked.keys.other, attack))
})

test('under OTLP exports with tens of thousands of attributes the process stays below 1 GB and answers others', async () => {
  const send = (spans: ReturnType<typeof wideSpans>): Promise<number[]> =>
    denseExports(attacked.served.baseUrl, [attacked.keys.attacker], { exports: 20, spans })
  const attack = async (): Promise<void> => {
    expect(await send(wideSpans(7, 39_000))).toEqual(Array(20).fill(200))
    // Beyond what one span may have (docs/decisions/0200): refused before it is decoded.
    expect(await send(wideSpans(1, 299_000))).toEqual(Array(20).fill(413))
  }
  expectHeld(await measure(attacked.served, attacked.keys.other, attack))
})
