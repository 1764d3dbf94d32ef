import { canonicalJson } from '../json/json.mjs'
import { SHOWN } from './gate-snapshot.mjs'

// The lists inside the messages of docs/gate-rules.md, section Messages. Quoted texts and numbers are in RFC 8785 form.

const quote = canonicalJson

/** @param {string[]} items */
export function list(items) {
  const shown = items.slice(0, SHOWN).join('; ')
  return items.length > SHOWN ? `${shown}; and more` : shown
}

/**
 * @param {any} suite
 * @param {(threshold: any) => boolean} satisfied
 */
export function unmet(suite, satisfied) {
  if (suite.thresholds.length === 0) return 'it has no threshold'
  const open = suite.thresholds.filter((/** @type {any} */ threshold) => !satisfied(threshold))
  return list(
    open.map((/** @type {any} */ { metric_name, eval_type, operator, value, result }) => {
      const found = result === null ? 'has no result' : `is ${canonicalJson(result.metric_value)}`
      return `${quote(metric_name)} (${eval_type}) ${found}, must be ${operator} ${canonicalJson(value)}`
    }),
  )
}

/**
 * @param {any[]} profiles
 * @param {any[]} agents
 */
export function difference(profiles, agents) {
  const byProfile = new Map(agents.map((agent) => [agent.profile_id, agent]))
  const items = profiles.map((profile) => {
    const agent = byProfile.get(profile.id)
    if (!agent) return `${quote(profile.agent_identity)} is not in it`
    const fields = ['model_name', 'model_version', 'prompt_version'].filter((f) => agent[f] !== profile[f])
    const parts = fields.map((f) => `${f} ${quote(profile[f])} (certified ${quote(agent[f])})`)
    return parts.length === 0 ? undefined : `${quote(profile.agent_identity)} ${parts.join(', ')}`
  })
  return list(/** @type {string[]} */ (items.filter((item) => item !== undefined)))
}

/** @param {any} snapshot */
export function openTriggers({ open_triggers: triggers, more_open_triggers: more }) {
  const shown = triggers.map(describe).join('; ')
  return more ? `${shown}; and more` : shown
}

/** @param {any} trigger */
function describe(trigger) {
  switch (trigger.kind) {
    case 'tool':
      return `${quote(trigger.agent_identity)} used tool ${quote(trigger.tool_name)}, which its profile does not document`
    case 'version': {
      const name = trigger.model_name === null ? '' : ` ${quote(trigger.model_name)}`
      const version = trigger.model_version === null ? '' : ` version ${quote(trigger.model_version)}`
      return `${quote(trigger.agent_identity)} ran model${name}${version}`
    }
    case 'drift':
      return `drift metric ${quote(trigger.metric_name)} failed`
    case 'manual':
      return `opened by hand: ${quote(trigger.reason)}`
    default:
      throw new TypeError(`trigger kind ${JSON.stringify(trigger.kind)} is not known`)
  }
}
