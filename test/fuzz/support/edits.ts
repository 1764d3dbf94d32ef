import fc from 'fast-check'

/** One change of bytes; `at` is taken modulo the length, so that it fits any bytes. */
export type ByteEdit = { at: number; drop: number; put: string }

/** Makes some changes, mostly of few bytes. `put` is hexadecimal. */
export const byteEdits: fc.Arbitrary<ByteEdit[]> = fc.array(
  fc.record({
    at: fc.oneof(fc.nat(0xffff), fc.nat(64)),
    drop: fc.oneof(fc.constantFrom(0, 1, 1, 2, 4), fc.nat(2000)),
    put: fc.oneof(
      fc.constantFrom(
        '',
        '00',
        'ff',
        '7b',
        '7d',
        '22',
        '5c',
        '80',
        'ffffffff',
        '00000000',
        'ffffffffffffffffff01',
      ),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    ),
  }),
  { minLength: 1, maxLength: 3 },
)

export function editBytes(bytes: Uint8Array, edits: ByteEdit[]): Buffer {
  let now = Buffer.from(bytes)
  for (const { at, drop, put } of edits) {
    const start = at % (now.length + 1)
    now = Buffer.concat([now.subarray(0, start), Buffer.from(put, 'hex'), now.subarray(start + drop)])
  }
  return now
}

/** One change somewhere inside a JSON value. */
export type JsonEdit = { at: number; how: 'replace' | 'remove' | 'rename' | 'wrap' | 'add'; value: unknown }

export const jsonEdits = (values: fc.Arbitrary<unknown>): fc.Arbitrary<JsonEdit[]> =>
  fc.array(
    fc.record({
      at: fc.nat(0xffff),
      how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'rename', 'wrap', 'add'),
      value: values,
    }),
    { minLength: 1, maxLength: 3 },
  )

/** Returns a copy with each change made at its place; places are counted through the whole value. */
export function editJson(value: unknown, edits: JsonEdit[]): unknown {
  const root = { value: structuredClone(value) }
  for (const edit of edits) {
    const places = placesIn(root)
    const { holder, key } = places[edit.at % places.length]!
    change(holder, key, edit, holder === root)
  }
  return root.value
}

function change(holder: Holder, key: string, { how, value: given }: JsonEdit, isRoot: boolean): void {
  const value = structuredClone(given)
  const inner = holder[key]
  if (how === 'wrap') holder[key] = [inner]
  else if (how === 'add' && isHolder(inner))
    set(inner, Array.isArray(inner) ? `${inner.length}` : 'added', value)
  else if (how === 'remove' && !isRoot) delete holder[key]
  else if (how === 'rename' && !isRoot && !Array.isArray(holder)) {
    delete holder[key]
    set(holder, typeof value === 'string' ? value : `${key}x`, inner)
  } else holder[key] = value
}

/** Sets a field, also one called `__proto__`, as an own field. */
function set(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

function placesIn(holder: Holder): { holder: Holder; key: string }[] {
  return Object.keys(holder).flatMap((key) => {
    const inner = holder[key]
    return [{ holder, key }, ...(isHolder(inner) ? placesIn(inner) : [])]
  })
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

type Holder = { [key: string]: unknown }
