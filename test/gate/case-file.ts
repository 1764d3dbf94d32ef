/** One case of a `*.case.txt` file: its title and its steps (test/gate/cases/README.md). */
export type GateCase = { title: string; steps: Step[] }

/** One line: its words, and the `key=value` arguments among them. */
export type Step = { line: number; text: string; words: string[]; named: { [key: string]: string } }

/** Reads a file of cases. @throws Error that names the line that cannot be read */
export function parseCases(text: string): GateCase[] {
  const cases: GateCase[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    const trimmed = raw.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    if (trimmed.startsWith('case ')) {
      cases.push({ title: trimmed.slice(5), steps: [] })
      continue
    }
    const current = cases.at(-1)
    if (current === undefined) throw new Error(`line ${index + 1}: a case must begin first`)
    current.steps.push(stepOf(index + 1, trimmed))
  }
  return cases
}

function stepOf(line: number, text: string): Step {
  const words: string[] = []
  const named: { [key: string]: string } = {}
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\S+/g)) {
    if (token.startsWith('"')) {
      words.push(JSON.parse(token))
      continue
    }
    const [, key, value] = /^([a-z]+)=(.*)$/.exec(token) ?? []
    if (key === undefined || value === undefined) words.push(token)
    else named[key] = value
  }
  return { line, text, words, named }
}
