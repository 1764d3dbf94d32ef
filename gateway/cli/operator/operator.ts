import { createClient } from '@connectrpc/connect'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { AuditService } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { type Clock, systemClock } from '../../../services/kernel/clock.ts'
import { databaseClock } from '../../../services/kernel/database/clock.ts'
import { untilAnswered } from '../../../services/kernel/database/until-answered.ts'
import { fromConnectError } from '../../../services/kernel/errors/connect-errors.ts'
import { errorCode } from '../../../services/kernel/errors/error-code.ts'
import { Reason } from '../../../services/kernel/errors/errors.ts'
import { accessOf, operationOf } from '../../../services/kernel/identity/access.ts'
import { as, operatorCaller } from '../../../services/kernel/identity/caller.ts'
import { createLog, silentLog } from '../../../services/kernel/logging/log.ts'
import { type Call, invoke } from '../calls/control-call.ts'
import { withClientToken } from '../data-directory/environment.ts'
import { compose } from '../process/compose.ts'
import { withCheckpointDir, withKeptKms } from '../process/local-kms.ts'
import { migrateDatabase } from '../process/migrations.ts'
import { databaseWait, withDatabase } from './operator-database.ts'
import { thenStop } from './then-stop.ts'

/**
 * Runs a command of the operator of the installation, with the operator's credential: the database (DATABASE_URL, or
 * the embedded one of the data directory), on which a ledger is composed in this process; or, with
 * ATTESTRY_LEDGER_URL and no database, the running ledger by ATTESTRY_CLIENT_TOKEN.
 */
export async function withOperator<T>(env: NodeJS.ProcessEnv, run: (call: Call) => Promise<T>): Promise<T> {
  if (!env.DATABASE_URL && env.ATTESTRY_LEDGER_URL) return composed([], env, systemClock, run)
  return withDatabase(env, async (url) => {
    const wait = databaseWait(env)
    await migrateDatabase(url, wait)
    const alone = Object.entries(env).filter(([name]) => !/^ATTESTRY_[A-Z]+_LISTEN$/.test(name))
    const clock = await untilAnswered(wait, () => databaseClock(url, { clock: systemClock, log: silentLog }))
    const alongside = await withCheckpointDir({ ...Object.fromEntries(alone), DATABASE_URL: url })
    const composing = () => withKeptKms(alongside, (env) => composed(['ledger'], env, clock, run))
    return thenStop(composing, () => clock.stop())
  })
}

async function composed<T>(
  roles: ['ledger'] | [],
  env: NodeJS.ProcessEnv,
  clock: Clock,
  run: (call: Call) => Promise<T>,
): Promise<T> {
  const log = env.ATTESTRY_LOG_LEVEL ? createLog(env) : silentLog
  const composition = await compose(roles, await withClientToken(env), { clock, log })
  const { ledger } = composition.transports
  const audit = createClient(AuditService, ledger)
  const call: Call = async (method, input) => {
    const caller = operatorCaller(operationOf(method), clock.now())
    try {
      const output = await invoke(createClient(method.parent, ledger), method, input, as(caller))
      if (!accessOf(method).writes) await audit.recordCall({ caller, outcome: Outcome.OK })
      return output
    } catch (thrown) {
      const error = fromConnectError(thrown)
      const failed = error.reason === Reason.INTERNAL || error.reason === Reason.UNAVAILABLE
      const outcome = failed ? Outcome.FAILED : Outcome.REFUSED
      await audit.recordCall({ caller, outcome, code: errorCode(error.reason) }).catch(() => undefined)
      throw error
    }
  }
  return await thenStop(
    () => run(call),
    () => composition.destroy(),
  )
}
