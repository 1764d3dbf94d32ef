// The notices that the licences of bundled packages require in every copy of them.
import { readdirSync, readFileSync } from 'node:fs'

/** Attestry's own licence is the Apache License 2.0 too. */
const APACHE = new URL('../../LICENSE', import.meta.url)
const RULE = `\n${'-'.repeat(80)}\n\n`

/**
 * Returns the name, version, licence, author and address of each package that a bundle contains, and the text of its licence.
 * Packages under the Apache License that come without its text share one copy, at the end.
 *
 * @param {Iterable<string>} modules their paths; only those below `node_modules` count
 * @throws Error where a package names no licence, or has no text of another one than the Apache License
 */
export function noticesOf(modules) {
  const directories = new Set([...modules].map(packageOf).filter((found) => found !== undefined))
  const notices = [...directories].sort().map(noticeOf)
  const sections = notices.map(({ lines, texts }) => `${[lines.join('\n'), ...texts].join('\n\n')}\n`)
  if (notices.some(({ texts }) => texts.length === 0)) sections.push(readFileSync(APACHE, 'utf8'))
  return sections.join(RULE)
}

/** @param {string} path */
const packageOf = (path) => /[^\0]*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]

/** @param {string} directory */
function noticeOf(directory) {
  const { name, version, license, author, homepage, repository } = JSON.parse(
    readFileSync(`${directory}/package.json`, 'utf8'),
  )
  if (typeof license !== 'string') throw new Error(`${name} names no licence`)
  const files = readdirSync(directory).filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file))
  const texts = files.sort().map((file) => readFileSync(`${directory}/${file}`, 'utf8').trim())
  if (texts.length === 0 && license === 'ISC') texts.push(ISC)
  if (texts.length === 0 && !license.includes('Apache-2.0'))
    throw new Error(`${name} has no text of its licence`)
  const lines = [`${name} ${version}`, `Licence: ${license}`]
  if (author) lines.push(`Author: ${author.name ?? author}`)
  const address = homepage ?? repository?.url ?? repository
  if (address) lines.push(`Address: ${address}`)
  return { lines, texts }
}

/** The text of the ISC License (spdx.org/licenses/ISC), for packages that only name it. */
const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`
