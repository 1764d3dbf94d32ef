import { create } from '@bufbuild/protobuf'
import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { auditEntry } from '../../services/kernel/audit/audit-entry.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { readLedgerConfig } from '../../services/ledger/config.ts'
import { startLedger } from '../../services/ledger/service.ts'

/*
 * A ledger in a process of its own, with its sequencer: appends argv[3] entries to the log of organization argv[2],
 * prints `done`, and continues sequencing until it is stopped.
 */
const [, , organizationId = '', count = '0'] = process.argv
const ledger = await startLedger(readLedgerConfig(process.env), {
  clock: systemClock,
  log: silentLog,
  stateRules: [],
  migrations: [],
})
const entry = () => {
  const at = systemClock.now()
  const caller = create(CallerSchema, {
    organizationId,
    actor: create(ActorSchema, { kind: ActorKind.SYSTEM }),
    via: Via.SYSTEM,
    operation: 'test',
    requestId: mintId(at),
  })
  return auditEntry({ caller, at, outcome: Outcome.OK })
}
await Promise.all(Array.from({ length: Number(count) }, () => ledger.ctx.audit.record(entry())))
process.stdout.write('done\n')
process.once('SIGTERM', () => void ledger.destroy())
