import { type DescField, ScalarType } from '@bufbuild/protobuf'
import { WireType } from '@bufbuild/protobuf/wire'

/**
 * Returns the wire type by which a field is read (https://protobuf.dev/programming-guides/encoding/#structure). A list of numbers
 * may instead be packed, with one length before all of them.
 */
export function wireTypeOf(field: DescField): WireType {
  return field.fieldKind === 'map' ? WireType.LengthDelimited : wireTypeOfValue(field)
}

/** Returns the wire type of a single value of a field, such as an item of a list or a value of a map. */
export function wireTypeOfValue(field: DescField): WireType {
  if (field.message !== undefined) return WireType.LengthDelimited
  return field.scalar === undefined ? WireType.Varint : wireTypeOfScalar(field.scalar)
}

export function wireTypeOfScalar(scalar: ScalarType): WireType {
  return WIRE_TYPES[scalar] ?? WireType.Varint
}

const WIRE_TYPES: { readonly [scalar in ScalarType]?: WireType } = {
  [ScalarType.DOUBLE]: WireType.Bit64,
  [ScalarType.FIXED64]: WireType.Bit64,
  [ScalarType.SFIXED64]: WireType.Bit64,
  [ScalarType.FLOAT]: WireType.Bit32,
  [ScalarType.FIXED32]: WireType.Bit32,
  [ScalarType.SFIXED32]: WireType.Bit32,
  [ScalarType.STRING]: WireType.LengthDelimited,
  [ScalarType.BYTES]: WireType.LengthDelimited,
}
