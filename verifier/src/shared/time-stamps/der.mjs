// @ts-nocheck
// Made by verifier/build.mjs from services/ledger/domain/time-stamps/der.ts, whose types are taken away. Do not change it here.
/** Reads the element at an offset. Its length MUST be in the shortest form. Throws NotDer. */
export function element(bytes, at = 0) {
  const tag = bytes[at] ?? 0x1f
  const short = bytes[at + 1] ?? 0xff
  const more = short < 0x80 ? 0 : short & 0x7f
  const start = at + 2 + more
  if ((tag & 0x1f) === 0x1f || more > 4 || short === 0x80 || start > bytes.length) throw new NotDer()
  const length = more === 0 ? short : bytes.readUIntBE(at + 2, more)
  if (more > 0 && length < Math.max(0x80, 256 ** (more - 1))) throw new NotDer()
  if (start + length > bytes.length) throw new NotDer()
  return { tag, all: bytes.subarray(at, start + length), body: bytes.subarray(start, start + length) }
}

/** The elements in the content of an element, which MUST have this tag. Throws NotDer. */
export function children(parent, tag = SEQUENCE) {
  if (parent?.tag !== tag) throw new NotDer()
  const found = []
  for (let at = 0; at < parent.body.length;) {
    const child = element(parent.body, at)
    found.push(child)
    if (found.length > MAX_CHILDREN) throw new NotDer()
    at += child.all.length
  }
  return found
}

/** The content of an element, which MUST have this tag. Throws NotDer. */
export function content(found, tag) {
  if (found?.tag !== tag) throw new NotDer()
  return found.body
}

/** An object identifier, in hex. Throws NotDer. */
export function oid(found) {
  return content(found, 6).toString('hex')
}

/** The bytes are not DER of the expected form. */
export class NotDer extends Error {}

/** The tag of a SEQUENCE. */
export const SEQUENCE = 0x30
const MAX_CHILDREN = 64
