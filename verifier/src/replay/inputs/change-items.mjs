/** The fields of an agent version. */
export const VERSIONS = ['model_name', 'model_version', 'prompt_version']
/** How many characters of a long name a reason shows. */
const NAME_SHOWN = 40
/** More characters than the gate gives a reason. A longer one names nothing: searching it for each item would take hours. */
const MAX_REASON = 1000
/** The end of a reason that leaves items out. */
const LEFT_OUT = /(\d{1,9}) more: read all of it before you resolve this$/

/**
 * Returns how many items of a change the reason of its trigger leaves out without saying so. A person resolves the trigger by what
 * the reason says.
 *
 * @param {string} reason
 * @param {string[][]} items
 */
export function hiddenItems(reason, items) {
  if (reason.length > MAX_REASON) return items.length
  const hidden = items.filter((texts) => !texts.every((text) => names(reason, text))).length
  return Math.max(0, hidden - Number(LEFT_OUT.exec(reason)?.[1] ?? 0))
}

/** @param {string} reason @param {string} text as it is, or in quotes */
function names(reason, text) {
  if (reason.includes(text)) return true
  if (!text.startsWith('"')) return false
  return reason.includes(JSON.stringify(`${[...JSON.parse(text)].slice(0, NAME_SHOWN).join('')}…`))
}

/**
 * Returns what a change of an agent or of an AI system adds, switches or takes away, as the reason of its trigger names it: the
 * texts of each item, in quotes where people chose them freely.
 *
 * @param {any} before undefined where there is none
 * @param {any} record
 * @returns {string[][]}
 */
export function itemsOf(before, record) {
  const changed = (/** @type {string[]} */ fields) =>
    fields.filter((name) => before[name] !== record[name]).map((name) => [JSON.stringify(record[name])])
  if (record.tools) {
    const had = new Set(before?.tools)
    const added = record.tools.filter((/** @type {string} */ tool) => !had.has(tool))
    const tools = added.map((/** @type {string} */ tool) => [JSON.stringify(tool)])
    const model = [JSON.stringify(record.model_name), JSON.stringify(record.model_version)]
    return [...tools, ...(before ? changed(VERSIONS) : [model])]
  }
  if (before === undefined) return []
  const kept = new Set(record.attestation_roles)
  const roles = before.attestation_roles.filter((/** @type {string} */ role) => !kept.has(role))
  const suite = before.gate_suite === null ? [] : ['gate_suite']
  return [...roles.map((/** @type {string} */ role) => [role]), ...changed([...suite, 'name'])]
}
