import { type Command, Option } from 'commander'
import {
  ResolutionSchema,
  TriggerSchema,
  TriggerService,
  TriggerStatus,
  TriggerStatusSchema,
} from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { type ResolveOptions, withResolveOptions } from '../../options/resolve-options.ts'
import { readAll } from '../../views/pages.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, positive, resource, systemId } from '../command.ts'

const { listTriggers, openTrigger, resolveTrigger } = TriggerService.method
const STATUS = enumText<TriggerStatus>(TriggerStatusSchema)

export function triggerCommand(): Command {
  return resource('trigger', 'Re-assessment triggers: while one is open, the gate blocks', [
    listVerb(),
    openVerb(),
    resolveVerb(),
  ])
}

function listVerb(): Command {
  return personVerb('list', 'List the triggers.', 'trigger list --org ID --status open')
    .option('--system <id>', 'only those of this AI system', systemId)
    .addOption(new Option('--status <status>', 'only those with this status').choices([...STATUS.words]))
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<List>(async ({ system = '', status, limit }, { call }) => {
        const only = status === undefined ? TriggerStatus.UNSPECIFIED : STATUS.value(status)
        const found = await readAll(limit, async (page) => {
          const { triggers, nextCursor } = await call(listTriggers, {
            aiSystemId: system,
            status: only,
            page,
          })
          return { rows: triggers, nextCursor }
        })
        const rows = found.map((trigger) => plain(TriggerSchema, trigger))
        return list(rows, [
          'id',
          'kind',
          'status',
          'ai_system_id',
          'agent_identity',
          'tool_name',
          'model_name',
          'model_version',
          'metric_name',
          'reason',
          'occurrences',
        ])
      }),
    )
}

function openVerb(): Command {
  return personVerb(
    'open',
    'Open a trigger: the gate blocks until it is resolved.',
    'trigger open --org ID --system ID --reason "supplier changed the model"',
  )
    .requiredOption('--system <id>', 'the AI system', systemId)
    .requiredOption('--reason <text>', 'why')
    .action(
      asPerson<{ system: string; reason: string }>(async ({ system, reason }, { call }) => {
        const { trigger } = await call(openTrigger, { aiSystemId: system, reason })
        return item(plain(TriggerSchema, trigger!))
      }),
    )
}

function resolveVerb(): Command {
  return withResolveOptions(
    personVerb(
      'resolve',
      'Resolve a trigger; it opens again if it occurs again.',
      'trigger resolve --org ID --id ID --reason "re-assessed"',
    ),
    'the trigger',
  ).action(
    asPerson<ResolveOptions>(async ({ id, reason, seen, said }, { call }) => {
      const { resolution } = await call(resolveTrigger, { id, reason, said, occurrences: BigInt(seen) })
      return item(plain(ResolutionSchema, resolution!))
    }),
  )
}

type List = { system?: string; status?: string; limit?: number }
