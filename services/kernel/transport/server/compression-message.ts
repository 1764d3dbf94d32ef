/**
 * The message of an error for the caller. Connect-ES echoes the name of an unsupported compression, and its sentence then lists
 * the supported ones, of which there are none.
 */
export function withoutEcho(message: string): string {
  const isCutOff =
    message.startsWith('unknown compression "') && message.trimEnd().endsWith(': supported encodings are')
  return isCutOff ? COMPRESSED : message
}

const COMPRESSED = 'compressed messages are not accepted: send them without compression'
