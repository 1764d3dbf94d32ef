import { isObject } from '../../files/json-values.ts'

/**
 * The levels of the rules of a run, for results that state no level (SARIF 2.1.0, 3.27.10). The level is the one that an
 * invocation overrides the rule with, else the rule's own, else `warning`. A rule that is not found has `warning`.
 */
export class RuleLevels {
  /** The rules of the driver, then those of each extension. */
  readonly #components: Component[]
  readonly #overrides = new Map<Fields, string>()

  constructor(run: Fields, invocations: readonly Fields[]) {
    const { driver, extensions } = isObject(run.tool) ? run.tool : ({} as Fields)
    this.#components = [driver, ...(Array.isArray(extensions) ? extensions : [])].map(componentOf)
    for (const { ruleConfigurationOverrides: all } of invocations) {
      for (const one of Array.isArray(all) ? all.filter(isObject) : []) {
        const level = levelOf(one.configuration)
        const rule = isObject(one.descriptor) ? this.#find(one.descriptor) : undefined
        if (rule !== undefined && level !== undefined) this.#overrides.set(rule, level)
      }
    }
  }

  of(result: Fields): string {
    const { index, id, toolComponent } = isObject(result.rule) ? result.rule : ({} as Fields)
    const found = this.#find({
      index: index ?? result.ruleIndex,
      id: id ?? result.ruleId,
      toolComponent,
    })
    if (found === undefined) return DEFAULT
    return this.#overrides.get(found) ?? levelOf(found.defaultConfiguration) ?? DEFAULT
  }

  /** Finds the rule that a reference names by index or by id. `A/B` names the rule `A` where there is no rule `A/B` (3.52.4). */
  #find({ index, id, toolComponent }: Fields): Fields | undefined {
    const at = isObject(toolComponent) && typeof toolComponent.index === 'number' ? toolComponent.index : -1
    const component = this.#components[at + 1]
    if (component === undefined) return undefined
    if (typeof index === 'number' && index >= 0) return component.rules[index]
    if (typeof id !== 'string') return undefined
    return component.byId.get(id) ?? component.byId.get(id.split('/', 1)[0]!)
  }
}

type Fields = { [key: string]: unknown }
type Component = { rules: (Fields | undefined)[]; byId: Map<string, Fields> }

function componentOf(value: unknown): Component {
  const listed = isObject(value) && Array.isArray(value.rules) ? value.rules : []
  const rules = listed.map((rule) => (isObject(rule) ? rule : undefined))
  const byId = new Map<string, Fields>()
  for (const rule of rules) if (typeof rule?.id === 'string') byId.set(rule.id, rule)
  return { rules, byId }
}

function levelOf(configuration: unknown): string | undefined {
  const level = isObject(configuration) ? configuration.level : undefined
  return typeof level === 'string' ? level : undefined
}

const DEFAULT = 'warning'
