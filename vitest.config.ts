import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/harness/longest-first.ts'

/**
 * The tests that take long by nature: processes and servers killed, dependencies and locks that hang, copies of whole clusters, packages, lists
 * and floods up to their limits, each bit and each column changed, each page in each size, each sample of an alert delivered, each
 * place of it changed, commands by the hundred (each is a process), every kind of thing in every field, clients that generators make, and what comes after a
 * wait: reminders, a body that does not arrive; the plan of each statement.
 */
const FAULTS = [
  'test/faults/**/*.test.ts',
  'test/process/**/*.test.ts',
  'test/exhaustion/**/*.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/cli/output-errors.test.ts',
  'test/cli/commands.test.ts',
  'test/cli/incident.test.ts',
  'test/cli/npm-start.test.ts',
  'test/cli/operator.test.ts',
  'test/cli/sample.test.ts',
  'test/cli/start.test.ts',
  'test/cli/story.test.ts',
  'test/console/pages/actions.test.ts',
  'test/console/pages/addresses.test.ts',
  'test/console/pages/axe.test.ts',
  'test/console/forms/choices.test.ts',
  'test/console/pages/every-role.test.ts',
  'test/console/pages/hostile-texts.test.ts',
  'test/console/incidents/kept.test.ts',
  'test/console/verify/large-package.test.ts',
  'test/console/pages/many.test.ts',
  'test/console/sessions/sessions-of-browsers.test.ts',
  'test/console/systems/attested-by-keyboard.test.ts',
  'test/console/pages/not-fetched.test.ts',
  'test/console/verify/verify-options.test.ts',
  'test/contract/control-bad-input.test.ts',
  'test/contract/late-body.test.ts',
  'test/control/waiting-messages.test.ts',
  'test/deploy/other-postgres.test.ts',
  'test/deploy/own-postgres.test.ts',
  'test/deploy/point-in-time.test.ts',
  'test/deploy/restore.test.ts',
  'test/deploy/tls.test.ts',
  'test/docs/axe.test.ts',
  'test/evidence/keys.test.ts',
  'test/evidence/large-exports.test.ts',
  'test/grpc/large-lists.test.ts',
  'test/grpc/large-messages.test.ts',
  'test/ingestion/large-batches.test.ts',
  'test/ingestion/waiting-spans.test.ts',
  'test/integration/between-processes.test.ts',
  'test/integrations/every-place.test.ts',
  'test/integrations/scripts-delivery.test.ts',
  'test/isolation/every-kind.test.ts',
  'test/local/key-service.test.ts',
  'test/local/postgres.test.ts',
  'test/log/damaged-tree.test.ts',
  'test/log/failing-key-service.test.ts',
  'test/log/sequencer.test.ts',
  'test/notifications/faults.test.ts',
  'test/notifications/reminders.test.ts',
  'test/openapi/generated-clients.test.ts',
  'test/pipelines/runners-measured-agents.test.ts',
  'test/pipelines/runners.test.ts',
  'test/state/attacks.test.ts',
  'test/state/disturbed-migrations.test.ts',
  'test/state/matrix.test.ts',
  'test/state/old-statistics.test.ts',
  'test/state/upgrade.test.ts',
  'test/verifier/bit-flips.test.ts',
  'test/verifier/bounds.test.ts',
  'test/verifier/cli.test.ts',
  'test/verifier/log/history.test.ts',
  'test/verifier/largest.test.ts',
  'test/verifier/second-thread.test.ts',
  'test/verifier/replay/approvals-limits.test.ts',
  'test/verifier/replay/limits.test.ts',
  'test/verifier/replay/states.test.ts',
  'test/verifier/work.test.ts',
  'test/webhook/every-sample.test.ts',
]

/**
 * Ends what hangs; nothing is decided by it, and no test has less of its own (`test/source/patience.test.ts`). On a busy machine everything
 * takes ten times as long.
 */
const PATIENCE = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000, interval: 50 } },
}

/**
 * Workers of each project; `unit` and `system` run together, and with another number each Vitest runs none of them. One more than the
 * cores of a small machine, since a test also waits: for an answer, a poll, a browser, a process that was killed.
 */
const WORKERS = 3

/** Boots PostgreSQL, HTTP servers, processes; one cluster for the whole run. */
const booted = {
  globalSetup: ['test/harness/global-setup.ts'],
  setupFiles: ['test/harness/leftovers.ts'],
  ...PATIENCE,
  maxWorkers: WORKERS,
}

const LOADING = importOf('imports')

/**
 * Short-lived objects get more room from the start, so that they are collected less often and few of them become old. Not where memory
 * is measured.
 */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64', LOADING]

function importOf(name: string): string {
  return `--import=${new URL(`test/harness/${name}.mjs`, import.meta.url).href}`
}

/**
 * `unit`: pure, beside the code, and what reads the source (`test/source`). `system` and `faults`: against what is booted; `npm test` runs the first two,
 * `npm run test:faults` the third. Files of `unit` and `system` share the modules of their worker, which it loads once:
 * a test file MUST leave the process as it found it, or it fails (in `unit`: `process-state.ts`), and a shared helper registers no
 * hook when it is loaded. Anything that a file leaves running is stopped after it (`leftovers.ts`).
 */
export default defineConfig({
  test: {
    // Node.js loads the modules itself, as it does in production: no transformation by Vite, no modules in the place of others.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'services/**/*.test.ts',
            'gateway/**/*.test.ts',
            'verifier/**/*.test.ts',
            'proto/**/*.test.ts',
            'test/source/**/*.test.ts',
          ],
          exclude: FAULTS,
          isolate: false,
          execArgv,
          setupFiles: ['test/harness/process-state.ts'],
          maxWorkers: WORKERS,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: [...FAULTS, 'test/source/**'],
          isolate: false,
          execArgv: [...execArgv, importOf('cheap-hashes')],
          ...booted,
        },
      },
      // After the others, which share the modules of their workers.
      {
        test: {
          name: 'faults',
          include: FAULTS,
          execArgv: [LOADING],
          ...booted,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
