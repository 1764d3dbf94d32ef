import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, normalize } from 'node:path'
import { STEPS } from '../verifier/src/report/failure.mjs'

/*
 * Checks that the targets of references exist: links between documents (a link named as a file or a decision leads to it), decisions by number, file and line of the index,
 * headings that comments cite, sections of docs/api.md by number, paths in documents, names in the files that they are said to be in. Every decision is in the list by topic, and one that a later one changes names it. Lists that documents have of the code are whole: the
 * steps of the verifier, the directories of the kernel, the services, the command and the console. Prints one line for each target that is missing; then the exit
 * code is 1.
 */

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
const present = new Set(files.flatMap((file) => [file, ...parents(file)]))
const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file)).sort()
const topics = textOf('docs/decisions/topics.md')
const apiSections = sectionsOf(textOf('docs/api.md'))
const problems: string[] = []
/** Directories that every service has. */
const COMMON = ['rpc', 'domain', 'store']
/** What follows the text of a link: its target and its anchor. */
const LINK = /\]\(([^)#\s]*)(?:#([^)]*))?\)/g
/** In a record: that it changes another one, whose number is captured. */
const CHANGED =
  /\b(?:adds to|amends|changes|extends|refines|replaces)\b[^.[]{0,60}(?:\[(?:decision )?| decision )(\d+)/gi
const FILE_NAME = /^[\w./-]+\.(?:ts|tsx|mjs|md|json|yml|sh|proto)$/
/** Documents that name each directory in a directory. */
const README_OF = [
  ['gateway/cli/README.md', 'gateway/cli'],
  ['gateway/console/README.md', 'gateway/console'],
  ['clients/cli/README.md', 'clients/cli/src'],
] as const

for (const file of decisions) {
  const number = numberOf(file)
  if (decisions.find((other) => numberOf(other) === number) !== file)
    problems.push(`${file}: another decision has its number`)
  const [, title = ''] = new RegExp(`^# ${number}\\. (.+)\n`).exec(textOf(file)) ?? []
  if (title === '') problems.push(`${file}: its title has another number`)
  const by = /^# .*\n\n\*Replaced by \[(\d+)\]/.exec(textOf(file))?.[1]
  const line = `](${file.slice('docs/decisions/'.length)}) ${title}${by === undefined ? '' : ` *(replaced by ${by})*`}\n`
  if (topics.split(line).length !== 2) problems.push(`${file}: not once in topics.md as "${line.trim()}"`)
  checkChanged(file)
}
for (const file of files) {
  if (file.endsWith('.md')) {
    checkLinks(file)
    checkPaths(file)
  }
  if (/\.(?:ts|mjs|js|proto|md)$/.test(file) && !/^(?:proto\/gen|verifier\/dist)\//.test(file))
    checkCitations(file)
}
checkSteps()
checkDirectories()
checkReadmes()
for (const file of ['docs/what-is-detected.md', 'docs/evidence-package.md']) checkShown(file)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function checkLinks(file: string): void {
  const text = textOf(file)
  for (const { 1: target = '', 2: anchor, index: end } of text.matchAll(LINK)) {
    if (/^[a-z]+:/.test(target)) continue
    const label = text.slice(0, end).split(/[[\]]/).at(-1) ?? ''
    if (FILE_NAME.test(label) && basename(label) !== basename(target))
      problems.push(`${file}: ${label} leads to ${target}`)
    const path = target === '' ? file : normalize(`${dirname(file)}/${target}`).replace(/\/$/, '')
    const decision = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]
    const named = /^\D*(\d+)$/.exec(label)?.[1]
    if (decision !== undefined && named !== undefined && Number(named) !== Number(decision))
      problems.push(`${file}: ${label} leads to ${target}`)
    if (!present.has(path)) problems.push(`${file}: ${target} is not there`)
    else if (anchor !== undefined && !anchorsOf(path).has(anchor))
      problems.push(`${file}: ${target} has no #${anchor}`)
  }
}

function numberOf(decision: string): number {
  return Number(decision.slice('docs/decisions/'.length).slice(0, 4))
}

/** A record that says that it changes an earlier one is linked there, so that nobody takes the earlier one for the whole truth. */
function checkChanged(file: string): void {
  const link = `](${file.slice('docs/decisions/'.length)})`
  for (const [, number] of textOf(file).replaceAll('\n', ' ').matchAll(CHANGED)) {
    const earlier = decisions.find((other) => numberOf(other) === Number(number))
    if (earlier !== undefined && earlier < file && !textOf(earlier).includes(link))
      problems.push(`${earlier}: does not say that ${file} changes it`)
  }
}

/** Paths of this repository in backticks, whole or by their ends, and names of the code that a document has before a link to their file. */
function checkPaths(file: string): void {
  const text = textOf(file)
  for (const [, path = ''] of text.matchAll(/`((?:services|gateway|verifier|test|docs|deploy)\/[\w./-]+)`/g))
    if (!present.has(path.replace(/\/$/, ''))) problems.push(`${file}: ${path} is not there`)
  for (const [, path = ''] of text.matchAll(/`([\w-]+(?:\/[\w-]+)+\.(?:ts|tsx|mjs))`/g))
    if (!files.some((one) => `/${one}`.endsWith(`/${path}`)))
      problems.push(`${file}: no file ends with ${path}`)
  for (const [, name = '', target = ''] of text.matchAll(
    /`(\w+)` (?:in|of) \[[^\]]+\]\(([^)#]+\.(?:ts|tsx|mjs))\)/g,
  ))
    if (!textOf(normalize(`${dirname(file)}/${target}`)).includes(name))
      problems.push(`${file}: ${target} has no ${name}`)
}

/** Each row of a table with the column "Shown by" names the test that shows it; `–` where nobody finds it. */
function checkShown(file: string): void {
  let shows = false
  for (const line of textOf(file).split('\n')) {
    const last = line.split('|').at(-2)?.trim() ?? ''
    if (last === 'Shown by') shows = true
    else if (!line.startsWith('|')) shows = false
    else if (shows && !/`test\/[\w./-]+\.test\.ts`|^(?:–|-+)$/.test(last))
      problems.push(`${file}: no test shows: ${line.slice(0, 80)}`)
  }
}

/** Files of decisions, sections of docs/api.md, and headings behind a document, also over the ends of lines. */
function checkCitations(file: string): void {
  const text = textOf(file).replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
  if (/docs\/decisions, "/.test(text)) problems.push(`${file}: a decision is cited by its file`)
  for (const [path] of text.matchAll(/docs\/decisions\/\d{4}-[\w-]+(?:\.md)?/g))
    if (!present.has(path)) problems.push(`${file}: ${path} is not there`)
  for (const [, cited = ''] of text.matchAll(/docs\/api\.md ((?:\d[\d.]*(?:, )?)+)/g))
    for (const section of cited.split(', ').map((number) => number.replace(/\.$/, '')))
      if (section !== '' && !apiSections.has(section)) problems.push(`${file}: docs/api.md has no ${section}`)
  for (const [, document = '', heading = ''] of text.matchAll(/docs\/([a-z-]+\.md), "([^"]+)"/g))
    if (!headingsOf(`docs/${document}`).includes(heading))
      problems.push(`${file}: ${document} has no "${heading}"`)
}

/** docs/architecture.md has the steps of the verifier, each with its name, in their order. */
function checkSteps(): void {
  const [, section = ''] = textOf('docs/architecture.md').split('## What the verifier checks')
  const listed = [...section.matchAll(/^(\d+)\. (\w+):/gm)].map(([, number, name]) => `${number} ${name}`)
  const steps = Object.keys(STEPS).map((name, i) => `${i + 1} ${name}`)
  if (listed.join() !== steps.join())
    problems.push(`docs/architecture.md: the verifier has the steps ${steps.join(', ')}`)
}

/** STYLE.md names each directory of the kernel, each directory that only some services have, and none that does not exist. */
function checkDirectories(): void {
  const style = textOf('STYLE.md')
  const [, kernel = '', services = ''] =
    /\n(The kernel has .*?)\n\n(Each service has .*?\n\n- .*?)\n\n/s.exec(style) ?? []
  for (const path of present) {
    const [, service = '', directory = ''] = /^services\/(\w+)\/([\w-]+)$/.exec(path) ?? []
    if (directory === '' || COMMON.includes(directory) || service === 'local') continue
    const name = service === 'kernel' ? directory : `${service}/${directory}`
    if (!(service === 'kernel' ? kernel : services).includes(`\`${name}\``))
      problems.push(`STYLE.md: nothing about ${path}`)
  }
  for (const [, path = ''] of services.matchAll(/`(\w+\/[\w-]+)`/g))
    if (!present.has(`services/${path}`)) problems.push(`STYLE.md: services/${path} is not there`)
}

/** The README of a part names each directory of its code. */
function checkReadmes(): void {
  for (const [readme, root] of README_OF) {
    const text = textOf(readme)
    for (const path of present)
      if (
        dirname(path) === root &&
        !files.includes(path) &&
        !text.includes(`\`${path.slice(root.length + 1)}\``)
      )
        problems.push(`${readme}: nothing about ${path}`)
  }
}

/** The numbered headings of a document, and the items of a section's numbered list: `4.1`, and `4.1.3` for its third. */
function sectionsOf(text: string): Set<string> {
  const sections = new Set<string>()
  let section = ''
  for (const line of text.split('\n')) {
    section = /^#+ (\d+(?:\.\d+)?)\.? /.exec(line)?.[1] ?? section
    const item = /^(\d+)\. /.exec(line)?.[1]
    sections.add(item === undefined ? section : `${section}.${item}`)
  }
  return sections
}

/** Headings, and terms that open a paragraph or a list item in bold. */
function headingsOf(file: string): string[] {
  const text = textOf(file)
  return [...text.matchAll(/^#+ (.*)$/gm), ...text.matchAll(/^(?:- )?\*\*(.+?)\.?\*\*/gm)].map(
    ([, title = '']) => title,
  )
}

function anchorsOf(file: string): Set<string> {
  return new Set(
    headingsOf(file).map((title) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

function parents(file: string): string[] {
  return dirname(file) === '.' ? [] : [dirname(file), ...parents(dirname(file))]
}
