import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

/**
 * A font of 65,000 characters (UnifontEX, SIL Open Font License 1.1) for the East Asian scripts, whose characters do not change
 * with their neighbours. Scripts that join or reorder characters would need another font, because one glyph for each character
 * would show a wrong text.
 */
export function furtherFont(): Buffer {
  font ??= unpacked(readFileSync(resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')))
  return font
}

/** Whether a character belongs to these scripts or to their punctuation. */
export function isOfFurtherScripts(character: string): boolean {
  return FURTHER.test(character)
}

/**
 * The font in a WOFF file (WOFF File Format 1.0), with its tables decompressed once. A library that reads the WOFF file itself
 * decompresses a table for each character.
 */
function unpacked(woff: Buffer): Buffer {
  const tables = woff.readUInt16BE(12)
  const power = 2 ** Math.floor(Math.log2(tables))
  const head = Buffer.alloc(12)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables, 4)
  head.writeUInt16BE(16 * power, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE(16 * (tables - power), 10)
  const [directory, contents]: Buffer[][] = [[], []]
  let offset = 12 + 16 * tables
  for (let n = 0; n < tables; n++) {
    const entry = 44 + 20 * n
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const content = woff.subarray(start, start + packed)
    const padding = (4 - (length % 4)) % 4
    const record = Buffer.alloc(16)
    woff.copy(record, 0, entry, entry + 4)
    woff.copy(record, 4, entry + 16, entry + 20)
    record.writeUInt32BE(offset, 8)
    record.writeUInt32BE(length, 12)
    directory!.push(record)
    contents!.push(packed < length ? inflateSync(content) : content, Buffer.alloc(padding))
    offset += length + padding
  }
  return Buffer.concat([head, ...directory!, ...contents!])
}

const { resolve } = createRequire(import.meta.url)
let font: Buffer | undefined

/** Excludes Jamo, which join to syllables. */
const FURTHER =
  /(?![\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff])[\p{Script_Extensions=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
