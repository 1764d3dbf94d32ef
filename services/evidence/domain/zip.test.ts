import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PackageFile } from './format.ts'
import { zip, zipSize } from './zip.ts'

const files: PackageFile[] = [
  { name: 'a/b.txt', bytes: Buffer.from('hello') },
  { name: 'c', bytes: Buffer.alloc(0) },
]

test('the ZIP has stored entries of 1980-01-01 with mode 0644 and no flags or extra fields, byte for byte', async () => {
  const bytes = Buffer.concat(await Array.fromAsync(zip(files)))
  const local = (crc: string, size: string, name: string) =>
    `504b03040a0000000000000021 00${crc}${size}${size}${name}`
  const central = (crc: string, size: string, name: string, offset: string) =>
    `504b01022d030a00000000000000 2100${crc}${size}${size}${name.slice(0, 4)}0000000000000000 2000a481${offset}${name.slice(8)}`
  const hello = ['86a61036', '05000000', `07000000${Buffer.from('a/b.txt').toString('hex')}`] as const
  const empty = ['00000000', '00000000', '0100000063'] as const
  const expected = [
    local(...hello),
    Buffer.from('hello').toString('hex'),
    local(...empty),
    central(...hello, '00000000'),
    central(...empty, '2a000000'),
    '504b0506000000000200020064000000490000000000',
  ].join('')
  expect(bytes.toString('hex')).toBe(expected.replaceAll(' ', ''))
  expect(bytes.length).toBe(
    zipSize(files.map(({ name, bytes: content }) => ({ name, size: content.length }))),
  )
})

test('the ZIP does not depend on the time zone', async () => {
  const zone = process.env.TZ
  const hashes = new Set<string>()
  for (const name of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
    process.env.TZ = name
    hashes.add(
      createHash('sha256')
        .update(Buffer.concat(await Array.fromAsync(zip(files))))
        .digest('hex'),
    )
  }
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  expect(hashes.size).toBe(1)
})

test('the ZIP asks for a file only once the one before it was taken', async () => {
  let asked = 0
  async function* source() {
    for (const name of ['1', '2', '3', '4']) {
      asked++
      yield { name, bytes: Buffer.alloc(1024 * 1024) }
    }
  }
  const stream = zip(source())
  let taken = 0
  for await (const chunk of stream) {
    taken += chunk.length
    expect(asked).toBeLessThanOrEqual(Math.ceil(taken / (1024 * 1024 + 31)) + 1)
  }
  expect(asked).toBe(4)
})

test('the ZIP stream fails with its source, and writes no end record', async () => {
  async function* source() {
    yield { name: '1', bytes: Buffer.from('x') }
    throw new Error('the database has gone away')
  }
  const chunks: Buffer[] = []
  const reading = (async () => {
    for await (const chunk of zip(source())) chunks.push(chunk)
  })()
  await expect(reading).rejects.toThrow('gone away')
  expect(Buffer.concat(chunks).includes(Buffer.from('PK\x05\x06'))).toBe(false)
  expect(Buffer.concat(chunks).includes(Buffer.from('PK\x01\x02'))).toBe(false)
})
