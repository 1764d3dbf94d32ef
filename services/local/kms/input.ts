import { isObject } from '../../kernel/json/is-object.ts'
import type { EncryptionContext } from './encryption.ts'
import { KmsError } from './errors.ts'

/** Reads a member of a request's JSON, which the caller controls. The functions of this file refuse what AWS would refuse. */
export function text(input: Input, name: string): string {
  const value = input[name]
  if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a string`)
  return value
}

export function choice<T extends string>(
  input: Input,
  name: string,
  allowed: readonly T[],
  otherwise?: T,
): T {
  const value = input[name] ?? otherwise
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw invalid(`${name} must be one of ${allowed.join(', ')}`)
  return found
}

/** Reads a base64 member of 1 to `max` bytes. */
export function blob(input: Input, name: string, max: number): Buffer {
  const value = input[name]
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64')
  if (bytes.toString('base64') !== value)
    throw new KmsError('SerializationException', `${name} is not base64`)
  if (bytes.length === 0 || bytes.length > max) throw invalid(`${name} must have 1 to ${max} bytes`)
  return bytes
}

export function encryptionContext(input: Input): EncryptionContext {
  const context = input.EncryptionContext ?? {}
  if (!isObject(context) || Object.values(context).some((value) => typeof value !== 'string'))
    throw new KmsError('SerializationException', 'EncryptionContext must map strings to strings')
  return context as EncryptionContext
}

export function invalid(message: string): KmsError {
  return new KmsError('ValidationException', message)
}

export type Input = Record<string, unknown>
