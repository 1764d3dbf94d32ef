/**
 * Returns the length of the header of a transport before an object, or a list of objects, that begins in the first line of a text;
 * undefined if there is none. Such a header has no fields but those of structured data (RFC 5424, 6.3).
 */
export function transportHeader(text: string): number | undefined {
  const head = text.slice(0, LONGEST_HEADER)
  const fields = FIELDS.exec(head)?.[0].length ?? 0
  const data = STRUCTURED_DATA.exec(head.slice(fields))?.[0].length
  if (data !== undefined && fields > 0) {
    const rest = AFTER_DATA.exec(head.slice(fields + data))?.[0].length
    if (rest !== undefined) return fields + data + rest
  }
  return WITHOUT_DATA.exec(head)?.[0].length
}

/** In characters. */
export const LONGEST_HEADER = 500
/** What stands before structured data: priority, time, host, application, process and message. */
const FIELDS = /^(?:[^\s{}=|,"]+ ){4,6}(?=\[)/
const STRUCTURED_DATA = /^(?:\[[^\s="\]]+(?: [^\s="\]]+="(?:[^"\\]|\\.)*")*\])+/
const AFTER_DATA = /^[^{}=|,"[]*[\s:](?=\[?\{)/
const WITHOUT_DATA = /^[^{}=|,"]*[\s:](?=\[?\{)/
