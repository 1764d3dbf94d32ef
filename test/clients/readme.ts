/** Returns the AI system that a README has its readers create before its examples name it. */
export function systemIn(readme: string): string {
  const [, name] = /^attestry system create --name '(.+)'$/m.exec(readme) ?? []
  if (name === undefined)
    throw new Error('the README does not say how the AI system of its examples is created')
  return name
}
