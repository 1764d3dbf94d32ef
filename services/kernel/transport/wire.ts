import { LIMITS } from '../values/limits.ts'

/**
 * The limit of one message: the largest JSON body in its binary form. An array of digits grows most: each digit takes two bytes
 * of JSON (`1,`) and eleven of google.protobuf.ListValue.
 */
export const MESSAGE_BYTES = 6 * LIMITS.batchBodyBytes

/**
 * How deep a message may be nested: one level of JSON takes two, google.protobuf.Struct (or ListValue) and Value. Unknown fields
 * are not kept: one of two bytes would take a hundred.
 */
export const BINARY_OPTIONS = { recursionLimit: 2 * LIMITS.jsonDepth + 8, readUnknownFields: false }

/**
 * How many MiB one HTTP/2 session may hold, which all calls between two processes share. Beyond it Node resets new streams
 * (ENHANCE_YOUR_CALM); its default of 10 is less than one batch.
 */
export const SESSION_MEMORY_MIB = 1024
