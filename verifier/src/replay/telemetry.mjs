import { sha256 } from '../hashes/hash.mjs'
import { Failure, LimitReached } from '../report/failure.mjs'
import { historyOf } from './state/history.mjs'
import { sizeOf } from './state/states.mjs'

/** @import { Place } from '../report/failure.mjs' */
/** @import { History } from './state/history.mjs' */
/** @import { Lines } from '../container/lines.mjs' */
/** @import { StateBudget } from './state/states.mjs' */
/** @typedef {{ id: string, tools: Set<string>, model_name: unknown, model_version: unknown, isCompared: boolean }} Profile */

/** The most runs whose agents are kept by default. The newest ones are kept, which bounds the memory. */
const MAX_RUNS = 200_000
/** The length of the id of a run, as events name it. */
const ID_LENGTH = 36
/** The most findings of one call that are compared. */
const MAX_FINDINGS = 100_000
/** The bytes that a member of a set takes beside its value. */
const OF_A_SET = 40

/**
 * Checks that the telemetry of agents was compared with their recorded profiles. A call that reports a tool or a model that the
 * profile does not document MUST have caused a finding (docs/published-views.md, `ingestion.findings_v1`). Profiles whose record
 * is older than the comparison of changes are left out.
 */
export class Telemetry {
  #budget
  /** By agent identity. @type {Map<string, History<Profile>>} */
  #profiles = new Map()
  /** The systems of profiles, by id. @type {Map<string, unknown>} */
  #systems = new Map()
  /** The agents of runs, by id. @type {Map<string, string>} */
  #agents = new Map()
  /** Whether the agent of a run was dropped. */
  #isCut = false
  /** The findings that the current call MUST have caused. @type {Map<string, { says: string, place: Place }>} */
  #expected = new Map()
  /** @type {Set<string>} */
  #found = new Set()
  /**
   * The profiles that the current call may have read, by agent; undefined where no comparison is possible.
   *
   * @type {Map<string, Profile[] | undefined>}
   */
  #read = new Map()
  /**
   * The ends of the lines of this call's events that need no finding, all of one run. Most events end like one of the last few.
   *
   * @type {Uint8Array[]}
   */
  #ends = []
  /** The text before the number of the event in the lines with these ends. */
  #run = NOTHING

  /** @param {StateBudget} budget */
  constructor(budget) {
    this.#budget = budget
  }

  /**
   * Takes a record.
   *
   * @param {string} type
   * @param {any} record
   * @param {{ at: number, leaf: number, place: Place }} call
   */
  take(type, record, { at, leaf, place }) {
    this.#ends.length = 0
    if (type === 'agent-profiles') {
      const { id, ai_system_id, agent_identity, tools, model_name, model_version, opened_trigger } = record
      const profile = { id, model_name, model_version, tools: new Set(tools) }
      const history = historyOf(this.#profiles, shortOf(String(agent_identity)), this.#budget)
      const size = sizeOf([id, model_name, model_version, tools]) + OF_A_SET * profile.tools.size
      history.add({ ...profile, isCompared: opened_trigger !== undefined }, at, leaf, { size })
      if (!this.#systems.has(id)) this.#budget.take(sizeOf(id) + sizeOf(ai_system_id))
      this.#systems.set(id, ai_system_id)
    } else if (type === 'agent-runs') this.#takeRun(record, at, place)
    else if (type === 'findings') this.#finding(record, place)
  }

  /**
   * Takes an event. Every event that Attestry writes has the run and the tool at the end of its line, and need not be parsed.
   *
   * @param {Lines} lines
   * @param {number} at
   */
  event(lines, at) {
    const { bytes, start, end, file, line } = lines
    if (this.#isLikeLast(bytes, start, end) || isBefore(bytes, end, NO_TOOL)) return
    const used = toolOf(bytes, start, end) ?? parsedTool(lines)
    if (used === undefined) return
    const agent = this.#agents.get(used.run)
    if (agent === undefined && this.#isCut) this.#budget.leaveOut('whether tools of long runs are documented')
    else if (agent === undefined && used.run.length === ID_LENGTH)
      throw new Failure('input_differs', `a tool of run ${used.run}, which the log does not have`, {
        file,
        line,
      })
    const profiles = agent === undefined ? undefined : this.#profilesAt(agent, at)
    if (agent === undefined || profiles === undefined || profiles.some(({ tools }) => tools.has(used.tool))) {
      if (used.length > 0) this.#keepEnd(used, bytes, end)
      return
    }
    const says = `tool ${quoted(used.tool)} of ${quoted(agent)}, which its profile does not document, has no finding`
    for (const { id } of profiles) this.#expect(['tool', id, used.tool], { says, place: { file, line } })
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  #isLikeLast(bytes, start, end) {
    for (const last of this.#ends) {
      const at = end - last.length
      if (at - this.#run.length - DIGITS < start || !isBefore(bytes, end, last)) continue
      let first = at
      while (at - first < DIGITS && isDigit(bytes[first - 1])) first--
      return first < at && isBefore(bytes, first, this.#run)
    }
    return false
  }

  /** @param {{ run: string, length: number }} used @param {Buffer} bytes @param {number} end */
  #keepEnd({ run, length }, bytes, end) {
    const before = Buffer.from(`"run_id":"${run}","seq":`, 'latin1')
    if (!isBefore(before, before.length, this.#run)) this.#ends.length = 0
    this.#run = before
    if (this.#ends.length === MAX_ENDS) this.#ends.shift()
    this.#ends.push(new Uint8Array(bytes.subarray(end - length, end)))
  }

  /** Ends an entry, after its last record. */
  endEntry() {
    this.#ends.length = 0
    for (const [key, { says, place }] of this.#expected)
      if (!this.#found.has(key)) throw new Failure('input_differs', says, place)
    if (this.#expected.size > 0) this.#expected.clear()
    if (this.#found.size > 0) this.#found.clear()
    if (this.#read.size > 0) this.#read.clear()
  }

  /** @param {any} run @param {number} at @param {Place} place */
  #takeRun({ id, agent_identity, model_name, model_version }, at, place) {
    if (typeof agent_identity !== 'string') return
    const agent = shortOf(agent_identity)
    this.#keep(id, agent)
    const differs = (/** @type {Profile} */ profile) =>
      isOther(model_name, profile.model_name) || isOther(model_version, profile.model_version)
    const profiles = this.#profilesAt(agent, at)
    if (profiles === undefined || !profiles.every(differs)) return
    const says = `a run of ${quoted(agent)} with a model that its profile does not name has no finding`
    for (const profile of profiles)
      this.#expect(['version', profile.id, model_name, model_version], { says, place })
  }

  /** @param {string} id @param {string} agent */
  #keep(id, agent) {
    if (id.length !== ID_LENGTH) return
    this.#agents.set(id, agent)
    const most = MAX_RUNS * this.#budget.effort
    if (this.#agents.size <= most) return
    const [oldest = ''] = this.#agents.keys()
    this.#agents.delete(oldest)
    this.#isCut = true
  }

  /** @param {any} record @param {Place} place */
  #finding({ kind, profile_id, ai_system_id, tool_name, model_name, model_version }, place) {
    if (kind !== 'tool' && kind !== 'version') return
    const system = this.#systems.get(profile_id)
    if (system !== undefined && system !== ai_system_id)
      throw new Failure('input_differs', 'a finding about an AI system other than that of its profile', place)
    const about = kind === 'tool' ? [tool_name] : [model_name, model_version]
    if (this.#found.size === MAX_FINDINGS)
      throw new LimitReached(`a call has more than ${MAX_FINDINGS} findings`)
    this.#found.add(keyOf([kind, profile_id, ...about]))
  }

  /**
   * Returns the profiles of an agent that a call may have read. Returns undefined where it may have read none, or one that is not
   * compared.
   *
   * @param {string} agent
   * @param {number} at
   */
  #profilesAt(agent, at) {
    if (this.#read.has(agent)) return this.#read.get(agent)
    const readable = this.#profiles.get(agent)?.readableAt(at) ?? []
    const profiles = readable.flatMap((one) => (one?.isCompared ? [one] : []))
    const known = profiles.length === readable.length && readable.length > 0 ? profiles : undefined
    this.#read.set(agent, known)
    return known
  }

  /** @param {unknown[]} about @param {{ says: string, place: Place }} finding */
  #expect(about, finding) {
    if (this.#expected.size === MAX_FINDINGS)
      throw new LimitReached(`a call has more than ${MAX_FINDINGS} findings to be compared`)
    this.#expected.set(keyOf(about), finding)
  }
}

/** Values that a run does not report are not compared. @param {unknown} reported @param {unknown} documented */
function isOther(reported, documented) {
  return reported !== null && reported !== undefined && reported !== documented
}

/** @param {unknown[]} parts */
function keyOf(parts) {
  return shortOf(JSON.stringify(parts))
}

/**
 * Returns the text, or the hash of a long text, so that memory is bounded even if the names in a package are long.
 *
 * @param {string} text
 */
function shortOf(text) {
  return text.length <= SHORT ? text : `#${sha256(Buffer.from(text), 'hex')}`
}

/** The beginning of a name, for messages. @param {string} name */
function quoted(name) {
  return JSON.stringify(name.slice(0, SHORT))
}

/**
 * The most characters of a text that is kept unhashed. A hash with its `#` is one character longer, so it never equals such a
 * text.
 */
const SHORT = 64

/** The end of an event's canonical text: the run, the number, the tool. */
const TOOL = ',"tool_name":'
const NO_TOOL = Buffer.from(',"tool_name":null}')
const RUN = /"run_id":"([0-9a-f-]{36})","seq":[0-9]{1,16}$/
const RUN_LENGTH = 80
/** Longer than the end of a line with the longest name of a tool. */
const TAIL = 2048
const QUOTE = 0x22
const NOTHING = Buffer.alloc(0)
/** The most ends of lines that are kept. */
const MAX_ENDS = 8
/** The digits of the number of an event, at most. */
const DIGITS = 16

/** @param {number | undefined} byte */
function isDigit(byte) {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/**
 * Whether these bytes are the ones before `end`.
 *
 * @param {Uint8Array} bytes
 * @param {number} end
 * @param {Uint8Array} sought
 */
function isBefore(bytes, end, sought) {
  const start = end - sought.length
  for (let i = sought.length - 1; i >= 0; i--) if (bytes[start + i] !== sought[i]) return false
  return true
}

/**
 * Returns the run and the tool of an event, and the length of the end of its line from the tool on. Returns undefined where it
 * names no tool.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {{ run: string, tool: string, length: number } | undefined}
 */
function toolOf(bytes, start, end) {
  // The line ends with a quote and a brace if its last member, the tool, is a text.
  if (bytes[end - 2] !== QUOTE) return undefined
  const begin = Math.max(start, end - TAIL)
  const tail = bytes.toString('latin1', begin, end - 1)
  const at = tail.lastIndexOf(TOOL)
  if (at === -1) return undefined
  const run = RUN.exec(tail.slice(Math.max(0, at - RUN_LENGTH), at))?.[1]
  const text = bytes.toString('utf8', begin + at + TOOL.length, end - 1)
  if (run === undefined || !IS_STRING.test(text)) return undefined
  return { run, tool: JSON.parse(text), length: end - begin - at }
}

/**
 * Reads the run and the tool of an event whose line has another end.
 *
 * @param {Lines} lines
 * @returns {{ run: string, tool: string, length: number } | undefined} a length of 0 means that its end is not kept
 */
function parsedTool(lines) {
  if (!lines.isParsable) throw new LimitReached('an event of it is too large to be read')
  const { run_id: run, tool_name: tool } = lines.value() ?? {}
  return typeof run === 'string' && typeof tool === 'string' ? { run, tool, length: 0 } : undefined
}

/** Matches exactly one string at the end of a canonical text. */
const IS_STRING = /^"(?:[^"\\]|\\.)*"$/
