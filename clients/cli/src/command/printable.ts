/**
 * Makes text from outside safe on a terminal and in a log. Control characters (C0, DEL, C1), bidirectional controls and
 * zero-width characters become `\u{…}`, and so do line breaks, so that one line stays one. Commands to the runner of a pipeline
 * are escaped too.
 */
export function printable(text: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`
  return text.replace(INVISIBLE, code).replace(COMMAND, code)
}

/**
 * Returns a value as JSON in which control characters, invisible characters and commands to the runner of a pipeline are escaped.
 * Parsing it gives the original texts.
 */
export function printableJson(value: unknown, indent?: number): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, indent)
    .replace(COMMAND, escaped)
    .replace(UNESCAPED, (found) => found.split('').map(escaped).join(''))
}

/** Unicode categories Cc, Cf, Zl, Zp, lone surrogates, and characters without width, such as variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Those of `INVISIBLE` that JSON.stringify does not escape. */
const UNESCAPED = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Matches the second `#` of `##vso[` (Azure Pipelines), `##[` (Azure Pipelines and GitHub's runner) and `##teamcity[`. Anywhere
 * in a line these are commands to the runner of the pipeline. An attacker may control such text: the name of a tool, for example,
 * comes from an agent's telemetry.
 */
export const COMMAND = /(?<=#)#(?=\w{0,40}\[)/g
