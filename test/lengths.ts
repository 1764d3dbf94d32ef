import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/*
 * Checks that no source has more lines than biome.json allows, as an editor counts them: Biome counts a template literal as one line, and
 * looks at no style sheet and no script of another language. What Biome leaves out is left out here too. Prints one line for each file
 * that is too long; then the exit code is 1.
 */

const biome = JSON.parse(readFileSync('biome.json', 'utf8'))
const { maxLines } = biome.linter.rules.style.noExcessiveLinesPerFile.options
const left: string[] = biome.files.includes.filter((glob: string) => glob.startsWith('!'))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')

for (const file of files) {
  if (!/\.(?:tsx?|m?js|css|py|sh)$/.test(file) || left.some((glob) => isWithin(file, glob.slice(1)))) continue
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  if (lines <= maxLines) continue
  console.log(`${file}: has ${lines} lines, more than ${maxLines}`)
  process.exitCode = 1
}

function isWithin(file: string, glob: string): boolean {
  return matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`)
}
