import type { DescEnum } from '@bufbuild/protobuf'
import { startOfDay } from '../../language/instant.ts'

/** The query of an address: texts by name. */
export type Address = { [name: string]: string | undefined }

/** Says whether a text is a value of a parameter. */
export type Kind = (text: string) => boolean

/** The values that the parameters of a page may have, by name. */
export type Kinds = { [name: string]: Kind }

/** Accepts one of these words. */
export const oneOf =
  (...words: readonly string[]): Kind =>
  (text) =>
    words.includes(text)

/** Accepts the number of a value of an enum, or one of these words. */
export const enumValue = (schema: DescEnum, ...words: readonly string[]): Kind =>
  oneOf(...words, ...schema.values.filter(({ number }) => number !== 0).map(({ number }) => String(number)))

/** Accepts an id, or one of these words. */
export const idOr =
  (...words: readonly string[]): Kind =>
  (text) =>
    words.includes(text) || isId(text)

export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Accepts a text that a register can be searched for by its words. */
export const searchedByWord: Kind = (text) => searched(text) && isSearched(text)

/** Accepts a text that a list can be searched for. */
export const searched: Kind = (text) => !text.includes('\0') && [...text].length <= LONGEST_SEARCH

/** Whether a text has a letter or a digit, without which the search of a register finds nothing. */
export const isSearched = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** The largest number of characters of a search, as in the protos. */
export const LONGEST_SEARCH = 200

/** Accepts a day of the calendar that lists can be filtered by: one of the years 2000 to 2099. */
export const day: Kind = (text) => {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const began = startOfDay(text)
  return began.getMonth() + 1 === Number(text.slice(5, 7)) && began.getDate() === Number(text.slice(8))
}

/** Returns the values of an address that can be read, and the names of the others. Empty values are left out. */
export function readAddress(address: Address, kinds: Kinds): { known: Address; unread: string[] } {
  const given = Object.entries(kinds).filter(([name]) => (address[name] ?? '') !== '')
  const isRead = ([name, kind]: [string, Kind]): boolean => kind(address[name]!)
  return {
    known: Object.fromEntries(given.filter(isRead).map(([name]) => [name, address[name]])),
    unread: given.filter((one) => !isRead(one)).map(([name]) => name),
  }
}
