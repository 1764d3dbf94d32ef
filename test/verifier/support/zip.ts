import { crc32 } from 'node:zlib'

/** Returns the files of a package, in order. Only for bytes that our own writer made. */
export function unpack(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26)
    const end = start + bytes.readUInt32LE(at + 18)
    files.set(bytes.toString('latin1', at + 30, start), bytes.subarray(start, end))
    at = end
  }
  return files
}

/** Makes a zip of these files in the container profile, in the given order; `odd` may change any part of it. */
export function rawZip(files: Iterable<[string, Buffer]>, odd: Oddities = {}): Buffer {
  const entries = [...files].map(([name, bytes], i) => ({
    name: Buffer.from(name),
    bytes,
    header: {
      version: 10,
      flags: 0,
      method: 0,
      time: 0,
      date: 0x21,
      crc: crc32(bytes),
      packed: bytes.length,
      size: bytes.length,
    },
    localExtra: Buffer.alloc(0),
    ...odd.entry?.(name, i),
  }))
  const pieces: Buffer[] = [odd.prepend ?? Buffer.alloc(0)]
  const central: Buffer[] = []
  let offset = pieces[0]!.length
  entries.forEach((entry, i) => {
    const { name, bytes, header, localExtra } = entry
    const local = Buffer.concat([
      u32(0x04034b50),
      tail({ ...header, ...entry.local }, name.length, localExtra.length),
    ])
    const between = odd.between?.(i) ?? Buffer.alloc(0)
    central.push(centralHeader(entry, entry.offset ?? offset))
    const written = [
      local,
      entry.localName ?? name,
      localExtra,
      bytes,
      entry.after ?? Buffer.alloc(0),
      between,
    ]
    pieces.push(...written)
    offset += written.reduce((sum, piece) => sum + piece.length, 0)
  })
  const directory = Buffer.concat(central)
  const comment = odd.comment ?? Buffer.alloc(0)
  const count = odd.count ?? entries.length
  const end = [
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(count),
    u16(count),
    u32(directory.length),
    u32(odd.directory ?? offset),
  ]
  const before = odd.beforeEnd?.(offset, directory.length) ?? Buffer.alloc(0)
  return Buffer.concat([
    ...pieces,
    directory,
    before,
    ...end,
    u16(comment.length),
    comment,
    odd.append ?? Buffer.alloc(0),
  ])
}

function centralHeader(entry: FullEntry, offset: number): Buffer {
  const extra = entry.centralExtra ?? Buffer.alloc(0)
  const comment = entry.comment ?? Buffer.alloc(0)
  return Buffer.concat([
    u32(0x02014b50),
    u16(0x032d),
    tail({ ...entry.header, ...entry.central }, entry.name.length, extra.length),
    u16(comment.length),
    u16(0),
    u16(0),
    u32(entry.attributes ?? 0x81a40020),
    u32(offset),
    entry.name,
    extra,
    comment,
  ])
}

function tail(header: Header, nameLength: number, extraLength: number): Buffer {
  const { version, flags, method, time, date, crc, packed, size } = header
  const start = [
    u16(version),
    u16(flags),
    u16(method),
    u16(time),
    u16(date),
    u32(crc),
    u32(packed),
    u32(size),
  ]
  return Buffer.concat([...start, u16(nameLength), u16(extraLength)])
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

type Header = {
  version: number
  flags: number
  method: number
  time: number
  date: number
  crc: number
  packed: number
  size: number
}

type FullEntry = { name: Buffer; bytes: Buffer; header: Header; localExtra: Buffer } & EntryOddities

type EntryOddities = {
  bytes?: Buffer
  header?: Header
  /** Fields of one of the two headers only. */
  local?: Partial<Header>
  central?: Partial<Header>
  localName?: Buffer
  localExtra?: Buffer
  centralExtra?: Buffer
  comment?: Buffer
  attributes?: number
  /** The offset of the entry that the central header states. */
  offset?: number
  /** Bytes after the content, such as a data descriptor. */
  after?: Buffer
}

export type Oddities = {
  entry?: (name: string, index: number) => EntryOddities | undefined
  prepend?: Buffer
  append?: Buffer
  between?: (index: number) => Buffer | undefined
  /** Bytes between directory and end record, given the directory's offset and length. */
  beforeEnd?: (offset: number, length: number) => Buffer
  comment?: Buffer
  count?: number
  directory?: number
}
