/**
 * Text from outside, safe on a terminal and in a log: control characters (C0, DEL, C1), bidirectional controls and
 * zero-width characters are written as `\u{…}`. So are line breaks, so that one line stays one, and commands of runners.
 */
export function printable(text: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`
  return text.replace(INVISIBLE, code).replace(COMMAND, code)
}

/**
 * JSON in which no text from outside is a command of a runner, or a control or invisible character. Parsing it gives the original
 * texts.
 */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, indent)
    .replace(COMMAND, escaped)
    .replace(UNESCAPED, (found) => found.split('').map(escaped).join(''))
}

/** Unicode categories Cc, Cf, Zl, Zp, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
/** Of them what JSON.stringify leaves as it is. */
const UNESCAPED = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * The second sign of `##vso[` (Azure Pipelines), `##[` (Azure Pipelines and GitHub's runner) and `##teamcity[`: commands to the runner of the
 * pipeline, anywhere in a line. The name of a tool comes from an agent's telemetry.
 */
export const COMMAND = /(?<=#)#(?=\w{0,40}\[)/g
