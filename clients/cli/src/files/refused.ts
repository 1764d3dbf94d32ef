import { EXIT, Failure } from '../command/exit-codes.ts'
import { printable } from '../command/printable.ts'

/**
 * Returns the failure of a file that cannot be imported. It says which file, where in it, and why. Nothing of the file was sent.
 */
export function refused(file: string, place: string, reason: string): Failure {
  return new Failure(
    EXIT.usage,
    `${printable(file)}: ${place === '' ? '' : `${printable(place)}: `}${reason}`,
  )
}
