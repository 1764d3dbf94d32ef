import { channel } from 'node:diagnostics_channel'
import { Argument, Command } from 'commander'
import { onStopSignal } from '../../../../clients/cli/src/command/stop-signals.ts'
import { systemClock } from '../../../../services/kernel/clock.ts'
import { NotStopped } from '../../../../services/kernel/concurrency/stop-all.ts'
import { isStopped } from '../../../../services/kernel/database/stoppable.ts'
import { createLog } from '../../../../services/kernel/logging/log.ts'
import { errorLine } from '../../errors/error-line.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { PROCESS_ROLES, type ProcessRole, usesEmbeddedPostgres } from '../../process/role-names.ts'
import { stopDeadline, UNFINISHED } from '../../process/stop-deadline.ts'
import { withExample } from '../command.ts'

export function serveCommand(): Command {
  const command = new Command('serve').description(
    'Run Attestry: all roles in one process, or the roles named.',
  )
  return withExample(command, 'serve', 'serve gateway', 'serve --sample')
    .option('--sample', 'begin an empty installation with an organization of sample data')
    .addArgument(new Argument('[roles...]', 'which roles to run').choices([...PROCESS_ROLES]))
    .action(async (named: ProcessRole[], { sample = false }: { sample?: boolean }) => {
      if (sample && named.length > 0) throw new UsageError('--sample needs all roles in one process')
      const roles = named.length === 0 ? PROCESS_ROLES : named
      const log = createLog(process.env)
      const end = stopDeadline(log)
      const stopped = new AbortController()
      const stop = new Promise<void>((resolve) => {
        onStopSignal(() => {
          const ms = usesEmbeddedPostgres(roles, process.env) ? STOP_EMBEDDED_MS : STOP_MS
          end.within(ms, Number(process.exitCode) || UNFINISHED)
          stopped.abort()
          resolve()
        })
      })
      const leave = (error: NotStopped): void => {
        log.error({ parts: error.parts, err: error.cause }, 'these parts did not stop in time')
        process.exitCode ||= UNFINISHED
      }
      const say = (line: string): void => void process.stdout.write(`${line}\n`)
      const { startInstallation } = await import('../../process/installation.ts')
      const installation = await startInstallation({
        roles,
        env: process.env,
        clock: systemClock,
        log,
        say,
        signal: stopped.signal,
        sample,
      }).catch((error: unknown) => {
        if (!stopped.signal.aborted) throw error
        if (error instanceof NotStopped) return leave(error)
        if (!isStopped(error)) process.stderr.write(errorLine(error))
      })
      if (installation === undefined) {
        end.within(CLOSE_MS)
        return say('Stopping: the start had not ended.')
      }
      started.publish({})
      const ended = await Promise.race([stop, installation.failed])
      say(stopped.signal.aborted ? 'Stopping: finishing the calls under way.' : `Stopping: ${ended}.`)
      process.exitCode = stopped.signal.aborted ? 0 : 1
      if (!stopped.signal.aborted) end.within(STOP_EMBEDDED_MS, 1)
      try {
        await installation.destroy()
      } catch (error) {
        if (!(error instanceof NotStopped)) throw error
        leave(error)
      } finally {
        end.within(CLOSE_MS)
      }
    })
}

/** How long a process may run after the signal to stop: longer than all stops of compose.ts and of the clock together. */
const STOP_MS = 25_000
/** The same with the embedded PostgreSQL, which is ended last (LADDER in services/local/postgres/server.ts). */
const STOP_EMBEDDED_MS = 75_000
/** How long open connections may keep a process running whose parts have stopped. */
const CLOSE_MS = 1000

/** Signals that the server is ready (bundle/serve-script.mjs). */
const started = channel('attestry.started')
