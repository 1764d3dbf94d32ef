import { reviewOf } from '../../../services/gate/domain/approvals/review.ts'
import type { NewestResult, Snapshot } from '../../../services/gate/domain/decision/snapshot.ts'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { TestLog, uuid } from './log.ts'

export type Json = { [key: string]: JsonValue }
type Review = { tools?: string[]; results?: NewestResult[]; changes?: { id: string; reason: string }[] }

export const SYSTEM = uuid('system')
export const admin = { actor: { id: uuid('admin'), kind: 'user', name: 'admin' } }
export const agent = { model_name: 'm', model_version: '1', prompt_version: '1' }
export const measures = [
  { metric_name: 'asr', eval_type: 'bias' },
  { metric_name: 'leak', eval_type: 'bias' },
]
export const suite = { id: uuid('suite'), ai_system_id: SYSTEM, name: 'release', version: 1 }
export const thresholds = [
  { ...measures[1]!, operator: 'lte', value: 0.5 },
  { ...measures[0]!, operator: 'lte', value: 0.5 },
]

/** A log in which one person may do all, with a system that has an agent and a suite of two thresholds. */
export class Scene {
  readonly log = new TestLog()
  readonly #account = {
    id: uuid('admin'),
    role: 'admin',
    status: 'active',
    attestation_roles: ['ciso'],
    version: 1,
  }

  constructor(system: Json = {}) {
    const nothing = { attester_per_role: false, certifier_is_another: false, changes_need_another: false }
    const separation_of_duties = { ...nothing, role_wait_hours: 0 }
    const organization = { id: this.log.organizationId, separation_of_duties, version: 1 }
    this.log.append('createOrganization', { organizations: [organization], users: [this.#account] })
    const own = { id: SYSTEM, name: 'claims', attestation_roles: [], gate_suite: 'release', version: 1 }
    this.append('createSystem', { 'ai-systems': [{ ...own, opened_trigger: null, ...system }] })
    this.append('createSuite', { suites: [{ ...suite, thresholds }] })
    this.profile(1, ['search'])
  }

  append(operation: string, records: { [type: string]: Json[] }, how: object = {}) {
    return this.log.append(operation, records, { ...admin, ...how })
  }

  profile(version: number, tools: string[], opened?: string, how: object = {}) {
    const about = { id: uuid('profile'), ai_system_id: SYSTEM, agent_identity: 'bot', ...agent }
    const opened_trigger = opened === undefined ? null : uuid(opened)
    const triggers = opened === undefined ? [] : [this.trigger(opened)]
    const record = { ...about, tools, version, opened_trigger }
    return this.append(
      'updateProfile',
      { 'agent-profiles': [record], ...(opened === undefined ? {} : { triggers }) },
      how,
    )
  }

  trigger(name: string): Json {
    const opened_by = { id: uuid('admin'), name: 'admin' }
    return { id: uuid(name), ai_system_id: SYSTEM, changed: 'profile', reason: `change ${name}`, opened_by }
  }

  settle(name: string, how: object = {}) {
    const by = { resolved_by: { id: uuid('admin'), name: 'admin' } }
    const about = { subject_id: uuid(name), subject_kind: 'manual', occurrences: 1 }
    this.append('resolveTrigger', { resolutions: [{ id: uuid(`settled ${name}`), ...about, ...by }] }, how)
  }

  result(name: string, metric_value: number, which = 0, how: object = {}, payload: Json = {}): NewestResult {
    const record = { id: uuid(name), eval_suite_id: suite.id, ...measures[which]!, metric_value, payload }
    this.append('submitEvaluations', { evaluations: [record] }, how)
    const { text } = this.log.records.get('evaluations')!.at(-1)!
    return { id: uuid(name), metric_value, record_hash: leafHash(text).toString('hex') }
  }

  /** The hash of the review of these results, of the first measure and of the second. */
  reviewed({ tools = ['search'], results = [], changes = [] }: Review, system: Json = {}): string {
    const shown = measures.map((measure, i) => ({
      ...measure,
      operator: 'lte',
      value: 0.5,
      result: results[i] ?? null,
    }))
    const snapshot = {
      organization_id: this.log.organizationId,
      ai_system: { id: SYSTEM, name: 'claims', attestation_roles: [], ...system },
      suite: { id: suite.id, name: 'release', version: 1, thresholds: shown },
      profiles: [{ id: uuid('profile'), agent_identity: 'bot', version: 1, ...agent }],
    }
    const sorted = changes
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((one) => ({ ...one, opened_by: '' }))
    const facts = { agents: new Map([[uuid('profile'), { tools, mark: 0 }]]), changes: sorted }
    const rest = { results: new Map(), author: null, certified: [], makers: [], grants: [] }
    return reviewOf(snapshot as unknown as Snapshot, { ...facts, ...rest }).hash
  }

  approve(type: 'certifications' | 'attestations', reviewed_hash: string, of: Json, how: object = {}) {
    const about = { ai_system_id: SYSTEM, suite_id: suite.id, suite_name: 'release', suite_version: 1 }
    const agents = [{ profile_id: uuid('profile'), ...agent }]
    const record = {
      id: uuid(type),
      ...about,
      agents,
      reviewed_hash,
      duties_version: 2,
      waited_hours: 720,
      ...of,
    }
    return this.append(type === 'certifications' ? 'certify' : 'attest', { [type]: [record] }, how)
  }

  certify(review: Review, of: Json = {}, how: object = {}) {
    const locked = (review.results ?? []).map(({ id, ...more }, i) => ({
      evaluation_id: id,
      ...measures[i]!,
      ...more,
    }))
    const who = { certified_by: { id: uuid('admin'), name: 'admin' }, involved: [uuid('admin')] }
    return this.approve('certifications', this.reviewed(review), { results: locked, ...who, ...of }, how)
  }

  attest(review: Review, of: Json = {}, how: object = {}) {
    const who = { attested_by: { id: uuid('admin'), name: 'admin' }, role: 'ciso' }
    return this.approve('attestations', this.reviewed(review), { ...who, ...of }, how)
  }
}

/** A time after all entries of the log, so many milliseconds apart from others of these. */
export const at = (ms: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 3, 30) + ms).toISOString() })
