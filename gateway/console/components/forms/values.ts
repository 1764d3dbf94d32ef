import { type Timestamp, timestampMs } from '@bufbuild/protobuf/wkt'
import { Problem } from '../../api/problem.ts'
import { isMinuteOf, typedInstants, zone } from '../../language/instant.ts'
import { linesOf, listedOf } from '../../language/words.ts'
import type { Field } from './field.ts'
import { choiceOf, timestamp } from './timestamp.ts'

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
    if (field?.at !== undefined && this.text(name) !== '')
      return timestampMs(this.instant(name)) !== timestampMs(field.at)
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

  /**
   * Returns the instant of a field of date and time. Where the person has not changed the field, which shows minutes, the seconds
   * stay: the instant could otherwise move across a deadline.
   *
   * @throws Problem where the clocks were set forward over the typed time
   */
  instant(name: string): Timestamp {
    const began = this.#fields.find((one) => one.name === name)?.at
    const meant = typedInstants(this.text(name))
    const chosen = meant.find((one) => String(one.getTime()) === this.text(choiceOf(name)))
    const at = chosen ?? meant.find((one) => isMinuteOf(one, began)) ?? meant[0]
    if (at === undefined) {
      const what = `does not exist in ${zone()}: the clocks were set forward over it`
      throw new Problem(`The time ${what}.`, { fields: { [name]: [what] } })
    }
    return began !== undefined && isMinuteOf(at, began) ? began : timestamp(at)
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
