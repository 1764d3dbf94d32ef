import type { Command } from 'commander'
import { LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { asPersonOrOperator, personVerb } from '../command.ts'

/** `attestry audit checkpoint`: prints the newest checkpoint with the cosignatures of witnesses, as one signed note. */
export function auditCheckpoint(): Command {
  const command = personVerb(
    'checkpoint',
    'Show the newest checkpoint of the log with the cosignatures on it, as one signed note.',
    'audit checkpoint --org ID',
  )
  return asPersonOrOperator(command, async (_, call) => {
    const { checkpoint } = await call(LogService.method.getCheckpoint, {})
    const { note, cosignatures, treeSize, kid } = checkpoint!
    const whole = note + cosignatures.join('')
    return {
      json: { checkpoint: whole, tree_size: Number(treeSize), kid, cosignatures: cosignatures.length },
      text: whole.trimEnd(),
    }
  })
}
