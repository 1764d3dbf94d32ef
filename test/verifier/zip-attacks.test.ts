import { closeSync, openSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventfulLog } from './support/honest.ts'
import { buildPackage } from './support/package.ts'
import { asFile, outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { member, tamper } from './support/tamper.ts'
import { type Oddities, rawZip, u16, u32, unpack } from './support/zip.ts'

// Each attack is made on a valid package of ours, whose files, sums and signature stay as they are. Where the archive holds
// the same files, other zip readers open it all the same: this verifier must not.

const key = makeKey()
const good = await buildPackage(eventfulLog(), key)
const files = unpack(good)
const names = [...files.keys()]
const AUDIT = names.indexOf('data/audit-000001.jsonl.gz')
const at = (index: number, odd: ReturnType<NonNullable<Oddities['entry']>>): Oddities => ({
  entry: (_, i) => (i === index ? odd : undefined),
})
const both = (index: number, fields: Record<string, number>) => at(index, { local: fields, central: fields })
const extra = (id: number, bytes: Buffer) => Buffer.concat([u16(id), u16(bytes.length), bytes])
const zip64 = extra(1, Buffer.alloc(24))
const unicodePath = extra(0x7075, Buffer.concat([Buffer.of(1), u32(0), Buffer.from('manifest.json')]))
const withFile = (name: string, bytes = Buffer.from('x')) => {
  const all: [string, Buffer][] = [...files, [name, bytes]]
  const last = (n: string) => n.startsWith('SHA256SUMS')
  return all.sort(([a], [b]) => Number(last(a)) - Number(last(b)) || (a < b ? -1 : a > b ? 1 : 0))
}
const zip64End = (offset: number, length: number) =>
  Buffer.concat(
    [
      u32(0x06064b50),
      u32(44),
      u32(0),
      Buffer.alloc(8),
      u32(names.length),
      u32(0),
      u32(names.length),
      u32(0),
    ].concat([
      u32(length),
      u32(0),
      u32(offset),
      u32(0),
      u32(0x07064b50),
      u32(0),
      u32(offset + length),
      u32(0),
      u32(1),
    ]),
  )
const descriptor = (i: number) => {
  const bytes = files.get(names[i]!)!
  return Buffer.concat([u32(0x08074b50), u32(0), u32(bytes.length), u32(bytes.length)])
}

const ATTACKS: Record<string, [code: string, bytes: Buffer]> = {
  'duplicate name': ['zip_order', rawZip(withFile('manifest.json', Buffer.from('{}')))],
  'duplicate name, with a count that leaves out the last file': [
    'zip_order',
    rawZip(withFile('manifest.json'), { count: names.length }),
  ],
  'names differ between local and central header': [
    'zip_local',
    rawZip(files, at(2, { localName: Buffer.from(names[2]!.toUpperCase()) })),
  ],
  'sizes differ between local and central header': [
    'zip_local',
    rawZip(files, at(2, { local: { size: 1 } })),
  ],
  'checksums differ between local and central header': [
    'zip_local',
    rawZip(files, at(2, { local: { crc: 1 } })),
  ],
  'prepended data': ['zip_layout', Buffer.concat([Buffer.from('#!/bin/sh\n'), good])],
  'prepended data with right offsets': [
    'zip_central',
    rawZip(files, { prepend: Buffer.from('#!/bin/sh\n') }),
  ],
  'trailing data': ['zip_end', rawZip(files, { append: Buffer.from('\n') })],
  'second end of directory record behind': ['zip_layout', Buffer.concat([good, good.subarray(-22)])],
  'second end of directory record before': [
    'zip_layout',
    rawZip(files, { beforeEnd: () => good.subarray(-22) }),
  ],
  'another whole package behind': ['zip_layout', Buffer.concat([good, good])],
  'archive comment': ['zip_end', rawZip(files, { comment: Buffer.from('hello') })],
  'archive comment that is an end record': ['zip_layout', rawZip(files, { comment: good.subarray(-22) })],
  'comment of a file': ['zip_central', rawZip(files, at(1, { comment: Buffer.from('c') }))],
  'zip64 extra field, local': ['zip_local', rawZip(files, at(1, { localExtra: zip64 }))],
  'zip64 extra field, central': ['zip_central', rawZip(files, at(1, { centralExtra: zip64 }))],
  'zip64 end records': ['zip_layout', rawZip(files, { beforeEnd: zip64End })],
  'zip64 end records in charge': [
    'zip_end',
    rawZip(files, { beforeEnd: zip64End, count: 0xffff, directory: 0xffffffff }),
  ],
  'data descriptor': [
    'zip_central',
    rawZip(files, at(1, { local: { flags: 8 }, central: { flags: 8 }, after: descriptor(1) })),
  ],
  'data descriptor that no flag announces': ['zip_central', rawZip(files, at(1, { after: descriptor(1) }))],
  'flag: encrypted': ['zip_central', rawZip(files, both(1, { flags: 1 }))],
  'flag: UTF-8 name': ['zip_central', rawZip(files, both(1, { flags: 0x800 }))],
  'flag in the local header only': ['zip_local', rawZip(files, at(1, { local: { flags: 0x800 } }))],
  'method: deflate': ['zip_central', rawZip(files, both(1, { method: 8 }))],
  'another time': ['zip_central', rawZip(files, both(1, { time: 1 }))],
  'another version needed': ['zip_central', rawZip(files, both(1, { version: 20 }))],
  'Unicode path field': ['zip_central', rawZip(files, at(1, { centralExtra: unicodePath }))],
  'Unicode path field, local': ['zip_local', rawZip(files, at(1, { localExtra: unicodePath }))],
  'symbolic link': ['zip_central', rawZip(files, at(1, { attributes: 0xa1ff0020 }))],
  'executable bits': ['zip_central', rawZip(files, at(1, { attributes: 0x81ed0020 }))],
  traversal: ['zip_name', rawZip(withFile('../../etc/cron.d/x'))],
  'traversal inside': ['zip_name', rawZip(withFile('data/../../x'))],
  'absolute name': ['zip_name', rawZip(withFile('/etc/passwd'))],
  'drive letter': ['zip_name', rawZip(withFile('C:x'))],
  backslashes: ['zip_name', rawZip(withFile('data\\x'))],
  'directory entry': ['zip_name', rawZip(withFile('data/', Buffer.alloc(0)))],
  'empty name': ['zip_name', rawZip(withFile('', Buffer.alloc(0)))],
  'NUL in a name': ['zip_name', rawZip(withFile('data/x\0.gz'))],
  'letter that is not ASCII': ['zip_name', rawZip(withFile('data/\u00e5'))],
  'case twin': ['file_extra', rawZip(withFile('MANIFEST.JSON'))],
  'two entries over the same bytes': ['zip_central', rawZip(files, at(2, { offset: 0 }))],
  'entry that begins inside another': ['zip_central', rawZip(files, at(2, { offset: 8 }))],
  'size lie: larger': ['zip_layout', rawZip(files, both(AUDIT, { size: 1 << 30, packed: 1 << 30 }))],
  'size lie: smaller': ['zip_central', rawZip(files, both(AUDIT, { size: 10, packed: 10 }))],
  'size lie: last file into the directory': [
    'zip_layout',
    rawZip(files, both(names.length - 1, { size: 4000, packed: 4000 })),
  ],
  'size lie: to the end of the number range': [
    'zip_layout',
    rawZip(files, both(names.length - 1, { size: 0xffffffff, packed: 0xffffffff })),
  ],
  'packed size other than size': ['zip_central', rawZip(files, both(1, { packed: 1 }))],
  'gap between entries': [
    'zip_central',
    rawZip(files, { between: (i) => (i === 1 ? Buffer.from('hidden') : undefined) }),
  ],
  'gap before the directory': [
    'zip_layout',
    rawZip(files, { between: (i) => (i === names.length - 1 ? Buffer.from('hidden') : undefined) }),
  ],
  'file in the archive that the directory does not name': [
    'zip_layout',
    rawZip(files, { count: names.length - 1 }),
  ],
  'directory of no file': ['zip_end', rawZip([])],
  'SHA256SUMS not last': ['zip_order', rawZip([...files].sort(([a], [b]) => (a < b ? -1 : 1)))],
  'signature before SHA256SUMS': [
    'zip_order',
    rawZip([...[...files].slice(0, -2), ...[...files].slice(-2).reverse()]),
  ],
  'no SHA256SUMS': ['signature_wrong', rawZip([...files].filter(([name]) => name !== 'SHA256SUMS'))],
  'no signature': ['signature_form', rawZip([...files].filter(([name]) => name !== 'SHA256SUMS.sig'))],
  'cut short': ['zip_end', good.subarray(0, -1)],
  'nothing but an end record': ['zip_end', Buffer.concat([u32(0x06054b50), Buffer.alloc(18)])],
  'empty file': ['zip_size', Buffer.alloc(0)],
}

test.each(Object.entries(ATTACKS))('verify.mjs refuses a ZIP file: %s', async (_, [code, bytes]) => {
  expect(bytes.equals(good)).toBe(false)
  expect(await outcome(bytes)).toBe(code)
})

test('verify.mjs does not read a ZIP directory that is too long for its number of files', async () => {
  const path = asFile(good.subarray(-22), 'sparse.zip')
  const size = 3 * 2 ** 30
  const end = Buffer.from(good.subarray(-22))
  end.writeUInt32LE(size - 22, 12)
  end.writeUInt32LE(0, 16)
  const file = openSync(path, 'r+')
  writeSync(file, end, 0, 22, size - 22)
  closeSync(file)
  expect(await outcome(path)).toBe('zip_layout')
})

test('verify.mjs refuses a file outside data/ of more than 16 MiB, even if it is not read', async () => {
  const large = await tamper(
    good,
    (all) => all.set('VERIFICATION.md', Buffer.alloc(16 * 1024 * 1024 + 1)),
    key,
  )
  expect(await outcome(large)).toBe('zip_size')
})

test('the tool that makes the ZIP attacks makes the original bytes when it attacks nothing', async () => {
  expect(rawZip(files).equals(good)).toBe(true)
})

const part = files.get(names[AUDIT]!)!
const patched = (offset: number, value: number) => {
  const bytes = Buffer.from(part)
  bytes[offset < 0 ? bytes.length + offset : offset] = value
  return bytes
}

/** Attacks on the gzip member of a part, with right sums and a signature of the signing key: the form alone is wrong. */
const MEMBERS: Record<string, Buffer> = {
  'a second member': Buffer.concat([part, member('{}\n')]),
  'an empty second member': Buffer.concat([part, member('')]),
  'an empty first member': Buffer.concat([member(''), part]),
  'a byte after it': Buffer.concat([part, Buffer.of(0)]),
  'zeros after it': Buffer.concat([part, Buffer.alloc(512)]),
  'a byte between deflate stream and trailer': Buffer.concat([
    part.subarray(0, -8),
    Buffer.of(0),
    part.subarray(-8),
  ]),
  'a time in the header': patched(4, 1),
  'another operating system': patched(9, 3),
  'another compression flag': patched(8, 2),
  'a name in the header': Buffer.concat([
    patched(3, 8).subarray(0, 10),
    Buffer.from('x\0'),
    part.subarray(10),
  ]),
  'a wrong checksum': patched(-8, part.at(-8)! ^ 1),
  'a wrong length': patched(-4, part.at(-4)! ^ 1),
  'cut short': part.subarray(0, -9),
  'no deflate stream': part.subarray(0, 18),
  'not gzip at all': Buffer.from('PK'.repeat(40)),
}

test.each(Object.entries(MEMBERS))('verify.mjs refuses a gzip member: %s', async (_, bytes) => {
  const bad = await tamper(good, (all) => all.set(names[AUDIT]!, bytes), key)
  expect(await outcome(bad, { pin: [key.kid] })).toBe('part_gzip')
})
