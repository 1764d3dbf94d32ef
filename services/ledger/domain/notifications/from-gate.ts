import type { FindingParts } from '../../../kernel/audit/finding-subject.ts'
import type { JsonValue } from '../../../kernel/json/canonical-json.ts'
import { withSigns } from '../../../kernel/values/operator-signs.ts'
import { line, type NotifiedEvent } from './events.ts'
import type { Marks } from './log-entry.ts'

/** A decision that blocks a system is an event where the previous decision did not block it or is not known. */
export function eventsOfDecision(record: DecisionRecord, marks: Marks): NotifiedEvent[] {
  const { ai_system_id, decision, reasons } = record
  const before = marks.get('decision', ai_system_id)
  marks.set('decision', ai_system_id, decision)
  if (decision !== 'block' || before === 'block') return []
  const name = record.snapshot?.ai_system?.name
  const system = name === undefined ? ai_system_id : line(name, 120)
  return [
    {
      kind: 'gate.blocked',
      subjectId: ai_system_id,
      key: `gate.blocked ${record.id}`,
      title: `The gate blocks ${system}`,
      text: [...messagesOf(record), `AI system ${ai_system_id}, decision ${record.id}`].join('\n'),
      data: {
        ai_system_id,
        ai_system_name: name ?? null,
        decision_id: record.id,
        decision,
        reasons,
        previous_decision: before ?? null,
      },
    },
  ]
}

/**
 * The messages of the first reasons, one a line: chat products refuse messages above some 16 KB. The page of the system has all of
 * them.
 */
function messagesOf({ reasons, reason_details }: DecisionRecord): string[] {
  if (reason_details === undefined) return [`Reasons: ${reasons.join(', ')}.`]
  const shown = reason_details.slice(0, MAX_MESSAGES).map(({ message }) => line(withSigns(message), 500))
  const others = reason_details.length - shown.length
  return others === 0 ? shown : [...shown, `And ${others} more ${others === 1 ? 'reason' : 'reasons'}.`]
}

const MAX_MESSAGES = 10

/** A trigger is an event where a person or a change of the system opened it. */
export function eventsOfTrigger(record: TriggerRecord): NotifiedEvent[] {
  return [
    triggerOpened(record.id, record.ai_system_id, {
      kind: 'manual',
      what: line(record.reason),
      more: { reason: record.reason },
    }),
  ]
}

/** A finding that is a trigger causes one event when it opens. Occurrences while it is open cause none. */
export function eventsOfFinding(record: FindingRecord, marks: Marks): NotifiedEvent[] {
  const { kind, ai_system_id, finding_id } = record
  if (kind === 'gap' || ai_system_id === null || finding_id === undefined) return []
  if (marks.get('trigger', finding_id) !== undefined) return []
  marks.set('trigger', finding_id, 'open')
  const { agent_identity, tool_name, model_name, model_version, metric_name } = record
  const agent = line(agent_identity ?? 'an agent', 80)
  const what = {
    tool: () => `${agent} used tool ${line(tool_name ?? '', 80)}, which its profile does not document`,
    version: () =>
      `${agent} ran model ${line(`${model_name ?? ''} ${model_version ?? ''}`, 80)}, which its profile does not document`,
    drift: () => `drift metric ${line(metric_name ?? '', 80)} failed`,
  }[kind]()
  return [
    triggerOpened(finding_id, ai_system_id, {
      kind,
      what,
      more: { agent_identity, tool_name, model_name, model_version, metric_name },
      occurrence: record.id,
    }),
  ]
}

/** A person resolved the trigger. If the finding occurs again, the trigger opens again. */
export function noteResolution({ subject_id }: { subject_id: string }, marks: Marks): void {
  marks.delete('trigger', subject_id)
}

function triggerOpened(
  id: string,
  systemId: string,
  { kind, what, more, occurrence = '' }: Opened,
): NotifiedEvent {
  return {
    kind: 'trigger.opened',
    subjectId: id,
    key: `trigger.opened ${id} ${occurrence}`,
    title: `Trigger opened: ${what}`,
    text: `The gate blocks until a person has assessed and resolved it.\nTrigger ${id}, AI system ${systemId}`,
    data: { trigger_id: id, ai_system_id: systemId, kind, ...more },
  }
}

type Opened = { kind: string; what: string; more: { [field: string]: JsonValue }; occurrence?: string }

type DecisionRecord = {
  id: string
  ai_system_id: string
  decision: string
  reasons: string[]
  /** The next steps, one for each reason. */
  reason_details?: { message: string }[]
  snapshot?: { ai_system?: { name?: string } }
}
type TriggerRecord = { id: string; ai_system_id: string; reason: string }
type FindingRecord = FindingParts & {
  id: string
  /** The key of the trigger, from its subject; looked up with the record. */
  finding_id?: string
}
