/**
 * Returns the message of an error for the caller without echoed input. Connect-ES repeats the name of an unsupported compression
 * and then lists the supported ones, although there are none.
 */
export function withoutEcho(message: string): string {
  const isCutOff =
    message.startsWith('unknown compression "') && message.trimEnd().endsWith(': supported encodings are')
  return isCutOff ? COMPRESSED : message
}

const COMPRESSED = 'compressed messages are not accepted: send them without compression'
