/**
 * Text of others, safe on a terminal and in a log: control characters (C0, DEL, C1), bidirectional controls and
 * zero-width characters are written as `\u{…}`. Line breaks too: what is one line stays one. So are commands of runners.
 */
export function printable(text: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`
  return text.replace(INVISIBLE, code).replace(COMMAND, code)
}

/** JSON in which no text of others is a command of a runner. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(COMMAND, '\\u0023')
}

/** Unicode categories Cc, Cf, Zl, Zp, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * The second sign of `##vso[` (Azure Pipelines), `##[` (Azure Pipelines and GitHub's runner) and `##teamcity[`: commands of whoever runs the
 * pipeline, wherever they stand in a line. The name of a tool comes from an agent's telemetry.
 */
export const COMMAND = /(?<=#)#(?=\w{0,40}\[)/g
