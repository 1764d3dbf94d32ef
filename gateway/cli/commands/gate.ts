import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type Command, Option } from 'commander'
import { printable } from '../../../clients/cli/src/printable.ts'
import {
  type BlockReason,
  BlockReasonSchema,
  GateDecisionSchema,
  GateService,
  type Verdict,
  VerdictSchema,
} from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { enumText } from '../../../services/kernel/values/enum-text.ts'
import { answer } from '../../schema/answer.ts'
import { acting, personVerb, resource, rowLimit, uuid } from '../command.ts'
import { instant } from '../options/times.ts'
import { readAll } from '../views/pages.ts'
import type { Plain } from '../views/plain.ts'
import { item, list } from '../views/views.ts'
import { pipelineCommand } from './pipeline.ts'

const { queryGate, replayDecision, listDecisions } = GateService.method
const BLOCK_REASONS = enumText<BlockReason>(BlockReasonSchema)
const VERDICTS = enumText<Verdict>(VerdictSchema)
const gateDecision = answer(GateDecisionSchema)

export function gateCommand(): Command {
  return resource('gate', 'The release gate', [
    pipelineCommand(
      'gate',
      'check',
      'Ask from a pipeline, with an API key: exit 0 on pass, 1 on block.',
      'gate check --system NAME',
    ),
    pipelineCommand(
      'gate',
      'verify',
      'Hold a signed decision to the artifact that is released, without a server: exit 0 on pass.',
      'gate verify decision.sigstore.json --key KEY.pem --system ID --artifact model.tar --max-age 1h',
    ),
    personVerb(
      'query',
      'Ask whether an AI system may ship; every query stores its decision.',
      'gate query --org ID --system ID',
    )
      .requiredOption('--system <id>', 'the AI system', uuid)
      .action(
        acting<{ system: string }>(async ({ system }, { call }) => {
          const { decision } = await call(queryGate, { aiSystemId: system })
          const json = gateDecision.json(decision!)
          const reasons = decision!.reasonDetails.map(
            ({ code, message }) => `  ${BLOCK_REASONS.word(code)}: ${printable(message)}`,
          )
          const { reason_details: _, reasons: __, ...rest } = json
          return { json, text: [item(rest).text, ...reasons].join('\n') }
        }),
      ),
    decisionsVerb(),
    personVerb(
      'replay',
      'Derive a stored decision again from its snapshot; exit 1 when it differs.',
      'gate replay --org ID --id ID',
    )
      .requiredOption('--decision, --id <id>', 'the decision', uuid)
      .action(
        acting<{ id: string }>(async ({ id }, { call }) => {
          const { identical, differences } = await call(replayDecision, { decisionId: id })
          return identical ? item({ identical }) : item({ identical, differences }, 1)
        }),
      ),
  ])
}

function decisionsVerb(): Command {
  return personVerb(
    'decisions',
    'List what the gate decided, newest first.',
    'gate decisions --org ID --decision block --since 2026-11-01T00:00:00Z',
  )
    .option('--system <id>', 'of this AI system', uuid)
    .addOption(new Option('--decision <decision>', 'with this verdict').choices([...VERDICTS.words]))
    .addOption(new Option('--reason <code>', 'with this reason').choices([...BLOCK_REASONS.words]))
    .option('--since <time>', 'decided then or later', instant)
    .option('--until <time>', 'decided before', instant)
    .option('--limit <n>', 'how many', rowLimit, 50)
    .action(
      acting<Decisions>(async ({ system, decision, reason, since, until, limit }, { call }) => {
        const rows = await readAll(limit, async (page) => {
          const { decisions, nextCursor } = await call(listDecisions, {
            page,
            aiSystemId: system ?? '',
            decision: decision === undefined ? 0 : VERDICTS.value(decision),
            reason: reason === undefined ? 0 : BLOCK_REASONS.value(reason),
            ...(since === undefined ? {} : { decidedSince: since }),
            ...(until === undefined ? {} : { decidedUntil: until }),
          })
          return { rows: decisions, nextCursor }
        })
        return list(
          rows.map((row) => gateDecision.json(row) as Plain),
          ['decided_at', 'decision', 'reasons', 'ai_system_id', 'decision_id'],
        )
      }),
    )
}

type Decisions = {
  system?: string
  decision?: string
  reason?: string
  since?: Timestamp
  until?: Timestamp
  limit: number
}
