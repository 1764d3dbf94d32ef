import type { Command } from 'commander'
import { printable } from '../../../../clients/cli/src/command/printable.ts'
import {
  type BlockReason,
  BlockReasonSchema,
  GateDecisionSchema,
  GateService,
} from '../../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { answer } from '../../../schema/answer.ts'
import { item } from '../../views/views.ts'
import { asPerson, personVerb, resource, systemId, uuid } from '../command.ts'
import { pipelineCommand } from '../pipeline-command.ts'
import { decisionsVerb } from './decisions.ts'

const { queryGate, replayDecision } = GateService.method
const BLOCK_REASONS = enumText<BlockReason>(BlockReasonSchema)
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
      'Compare a signed decision with the artifact to be released, without a server: exit 0 on pass.',
      'gate verify decision.sigstore.json --key KEY.pem --system ID --artifact model.tar --max-age 1h',
    ),
    personVerb(
      'query',
      'Ask whether an AI system may ship; every query stores its decision.',
      'gate query --org ID --system ID',
    )
      .requiredOption('--system <id>', 'the AI system', systemId)
      .action(
        asPerson<{ system: string }>(async ({ system }, { call }) => {
          const { decision } = await call(queryGate, { aiSystemId: system })
          const json = gateDecision.json(decision!)
          const reasons = decision!.reasonDetails.map(
            ({ code, message }) => `  ${BLOCK_REASONS.word(code)}: ${printable(message)}`,
          )
          const { reason_details: _, reasons: __, ...rest } = json
          return { json, text: [item(rest).text, ...reasons].join('\n') }
        }),
      ),
    decisionsVerb('decisions', 'gate decisions --org ID --decision block --since 2026-11-01T00:00:00Z'),
    personVerb(
      'replay',
      'Derive a stored decision again from its snapshot; exit 1 when it differs.',
      'gate replay --org ID --id ID',
    )
      .requiredOption('--decision, --id <id>', 'the decision', uuid)
      .action(
        asPerson<{ id: string }>(async ({ id }, { call }) => {
          const { identical, differences } = await call(replayDecision, { decisionId: id })
          return identical ? item({ identical }) : item({ identical, differences }, 1)
        }),
      ),
  ])
}
