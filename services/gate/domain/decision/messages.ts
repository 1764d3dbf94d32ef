import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { agentsCover, differingFields } from './agents.ts'
import { missingRoles } from './attested.ts'
import type { ReasonCode } from './decision.ts'
import { isSatisfied, outcomeOf } from './outcome.ts'
import {
  type LockedAgent,
  type OpenTrigger,
  type ProfileState,
  SHOWN,
  type Snapshot,
  type SuiteState,
  type ThresholdState,
} from './snapshot.ts'
import { driftedFrom } from './version-drift.ts'

/**
 * Says what a person should do next, one message a reason (gate-rules.md, "Messages"). Each message is a function of the
 * snapshot alone, and part of the decision's bytes: another wording needs another rules version.
 */
export const messages: Record<ReasonCode, (snapshot: Snapshot) => string> = {
  suite_missing: ({ ai_system }) =>
    `AI system ${text(ai_system.name)} has no gate suite: create a suite for it, or name one of its suites as its gate suite.`,

  agent_profile_missing: ({ ai_system }) =>
    `AI system ${text(ai_system.name)} has no agent profile: create a profile for each of its agents.`,

  no_approved_run: (snapshot) => {
    const suite = suiteOf(snapshot)
    const subject = nameOf(snapshot)
    const certified = snapshot.certifications.of_version?.suite_id === suite.id
    if (outcomeOf(suite.thresholds) === 'met' && certified) {
      return `${subject} is met and certified, but not as the separation of duties asks: a user with role approver or admin who neither submitted its results nor wrote the suite has to certify it.`
    }
    if (outcomeOf(suite.thresholds) === 'met') {
      return `${subject} is met but not certified: a user with role approver or admin has to certify it.`
    }
    const unmet = list(unmetItems(suite.thresholds))
    return certified
      ? `${subject} is certified but not met: ${unmet}. Submit results that meet it.`
      : `${subject} is not met: ${unmet}. Submit results that meet it, then certify it.`
  },

  suite_version_changed: (snapshot) => {
    const { name, version } = suiteOf(snapshot)
    const certified = snapshot.certifications.of_suite?.suite_version
    return `Suite ${text(name)} has changed since its newest certification: that is of version ${certified}, the current version is ${version}. Certify version ${version}.`
  },

  version_drift: (snapshot) => {
    const { profiles } = snapshot
    const { of, agents } = driftedFrom(snapshot) ?? { of: 'system', agents: [] }
    const differing = profiles.filter((profile) => !agentsCover(agents, [profile]))
    const items = differing.map((profile) => driftItem(profile, agents))
    const certification =
      of === 'system' ? 'the newest certification' : `the certification of ${nameOf(snapshot)}`
    return `Agents differ from ${certification}: ${list(items)}. Certify the current versions, or set the profiles back.`
  },

  open_drift_trigger: ({ open_triggers, more_open_triggers }) =>
    `Drift triggers are open: ${list(open_triggers.map(triggerItem), more_open_triggers)}. Assess and resolve each of them.`,

  attestation_missing: (snapshot) => {
    const roles = list(missingRoles(snapshot).map(text))
    return `${nameOf(snapshot)} and the current agent versions are not attested by: ${roles}. A user holding the role has to attest.`
  },
}

function unmetItems(thresholds: ThresholdState[]): string[] {
  if (thresholds.length === 0) return ['it has no threshold']
  return thresholds
    .filter((threshold) => !isSatisfied(threshold))
    .map(({ metric_name, eval_type, operator, value, result }) => {
      const found = result === null ? 'has no result' : `is ${number(result.metric_value)}`
      return `${text(metric_name)} (${eval_type}) ${found}, must be ${operator} ${number(value)}`
    })
}

function driftItem(profile: ProfileState, agents: LockedAgent[]): string {
  const locked = agents.find(({ profile_id }) => profile_id === profile.id)
  if (locked === undefined) return `${text(profile.agent_identity)} is not in it`
  const fields = differingFields(profile, locked).map(
    (field) => `${field} ${text(profile[field])} (certified ${text(locked[field])})`,
  )
  return `${text(profile.agent_identity)} ${fields.join(', ')}`
}

function triggerItem(trigger: OpenTrigger): string {
  switch (trigger.kind) {
    case 'tool':
      return `${text(trigger.agent_identity)} used tool ${text(trigger.tool_name)}, which its profile does not document`
    case 'version': {
      const model = trigger.model_name === null ? '' : ` ${text(trigger.model_name)}`
      const version = trigger.model_version === null ? '' : ` version ${text(trigger.model_version)}`
      return `${text(trigger.agent_identity)} ran model${model}${version}`
    }
    case 'drift':
      return `drift metric ${text(trigger.metric_name)} failed`
    case 'manual':
      return `opened by hand: ${text(trigger.reason)}`
  }
}

function nameOf(snapshot: Snapshot): string {
  const { name, version } = suiteOf(snapshot)
  return `Suite ${text(name)} version ${version}`
}

/** Returns the suite. A message about a suite is made only where there is one, because its rule does not hold otherwise. */
function suiteOf({ suite }: Snapshot): SuiteState {
  if (suite === null) throw new TypeError('the snapshot has no suite')
  return suite
}

function list(items: string[], more = items.length > SHOWN): string {
  return [...items.slice(0, SHOWN), ...(more ? ['and more'] : [])].join('; ')
}

/** The RFC 8785 text of a string: quoted, control characters escaped. */
function text(value: string): string {
  return canonicalJson(value)
}

/** The RFC 8785 text of a number. */
function number(value: number): string {
  return canonicalJson(value)
}
