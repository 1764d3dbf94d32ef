import { usage } from '../command/exit-codes.ts'
import { isObject } from '../files/json-values.ts'
import { jsonOfOption } from '../files/text-of-file.ts'

const KEYS = ['agent_identity', 'model_name', 'model_version', 'prompt_version'] as const

/** The version of an agent that was measured, as the payload of a result names it (docs/gate-rules.md, "Which results can be certified"). */
export type MeasuredAgent = { [key in (typeof KEYS)[number]]: string }

/** Reads `--agents FILE`: a JSON list of the agents that the results measured. @throws Failure usage */
export async function readMeasuredAgents(path: string): Promise<MeasuredAgent[]> {
  const agents = await jsonOfOption('--agents', path)
  if (!Array.isArray(agents) || agents.length === 0 || !agents.every(isMeasuredAgent))
    throw usage(`--agents: must be a list of { ${KEYS.join(', ')} }, each of them a text`)
  return agents
}

function isMeasuredAgent(agent: unknown): agent is MeasuredAgent {
  if (!isObject(agent) || Object.keys(agent).length !== KEYS.length) return false
  return KEYS.every((key) => typeof agent[key] === 'string' && agent[key] !== '')
}
