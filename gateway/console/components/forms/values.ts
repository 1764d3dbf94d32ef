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
   * Returns those parts of a request whose field of the same name the person has changed. What somebody else has changed since
   * the form was opened is thus not overwritten.
   */
  changed<Parts extends object>(parts: Parts): Partial<Parts> {
    return Object.fromEntries(
      Object.entries(parts).filter(([name]) => this.#isChanged(name)),
    ) as Partial<Parts>
  }

  /** Returns the changed parts as `changed` does, for a request with nothing else. @throws Problem where nothing was changed */
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
    // A field of one line has no line ends, and one of several lines has them in one form.
    const ends = field?.kind === 'textarea' ? /\r/g : /[\r\n]/g
    return now.join('\n').replaceAll(ends, '') !== began.join('\n').replaceAll(ends, '')
  }

  text(name: string): string {
    return String(this.#data.get(name) ?? '').trim()
  }

  /** Returns the typed text with its spaces, for passwords. */
  exact(name: string): string {
    return String(this.#data.get(name) ?? '')
  }

  number(name: string): number {
    return Number(this.text(name))
  }

  /** Returns the chosen value of an enum. */
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

  /** Returns the chosen file. */
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
