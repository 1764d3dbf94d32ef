import { type DescField, ScalarType } from '@bufbuild/protobuf'
import { WireType } from '@bufbuild/protobuf/wire'

/**
 * The wire type (https://protobuf.dev/programming-guides/encoding/#structure) that a field is read by. A list of numbers may be packed
 * instead: all of them behind one length.
 */
export function wireTypeOf(field: DescField): WireType {
  return field.fieldKind === 'map' ? WireType.LengthDelimited : wireTypeOfValue(field)
}

/** The wire type of a value of a field: of an item of a list, of a value of a map. */
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
