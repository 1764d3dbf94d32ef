import { Problem } from '../../api/problem.ts'
import { linesOf, listedOf } from '../words.ts'
import type { Field } from './input.tsx'

/** The values of a form's fields. */
export class Values {
  readonly #data: FormData
  readonly #fields: readonly Field[]

  constructor(data: FormData, fields: readonly Field[]) {
    this.#data = data
    this.#fields = fields
  }

  /**
   * Of parts of a request that are named like their fields, those whose field is not what it began with. What somebody else changed
   * since the form was opened stays.
   */
  changed<Parts extends object>(parts: Parts): Partial<Parts> {
    return Object.fromEntries(
      Object.entries(parts).filter(([name]) => this.#isChanged(name)),
    ) as Partial<Parts>
  }

  /** The same, where nothing else is sent. @throws Problem where nothing was changed: there is nothing to record. */
  edited<Parts extends object>(parts: Parts): Partial<Parts> {
    const changed = this.changed(parts)
    if (Object.keys(changed).length === 0) throw new Problem('Nothing is changed yet.')
    return changed
  }

  #isChanged(name: string): boolean {
    const field = this.#fields.find((one) => one.name === name)
    const began = [field?.value ?? []].flat()
    const now = this.all(name)
    if (field?.kind === 'checks') return String([...began].sort()) !== String([...now].sort())
    // A field of one line has no ends of lines, one of several has them in one form.
    const ends = field?.kind === 'textarea' ? /\r/g : /[\r\n]/g
    return now.join('\n').replaceAll(ends, '') !== began.join('\n').replaceAll(ends, '')
  }

  text(name: string): string {
    return String(this.#data.get(name) ?? '').trim()
  }

  /** The typed text with its spaces: a password. */
  exact(name: string): string {
    return String(this.#data.get(name) ?? '')
  }

  number(name: string): number {
    return Number(this.text(name))
  }

  /** The value of an enum that was chosen. */
  chosen<E extends number>(name: string): E {
    return this.number(name) as E
  }

  lines(name: string): string[] {
    return linesOf(this.text(name))
  }

  listed(name: string): string[] {
    const recorded = this.#fields.find((one) => one.name === name)?.value
    return listedOf(this.text(name), [recorded ?? []].flat())
  }

  /** A file that was chosen. */
  file(name: string): File {
    return this.#data.get(name) as File
  }

  all(name: string): string[] {
    return this.#data.getAll(name).map(String)
  }

  checked(name: string): boolean {
    return this.#data.get(name) !== null
  }
}
