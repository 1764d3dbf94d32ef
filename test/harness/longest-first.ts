import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the files that take longest before the other files of their project, so that in the end no worker is still busy with one
 * of them alone. Vitest knows how long a file took only where it ran before, and `npm ci` deletes that. A file that is missing in
 * this list only costs time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = new Map(sorted.map(({ project }) => [project, [] as TestSpecification[]]))
    for (const file of sorted) projects.get(file.project)!.push(file)
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(path))
  return rank === -1 ? LONGEST.length : rank
}

/** Files of the project `faults` that take more than half a minute, and others that take more than 20 s, on two idle cores. */
const LONGEST = [
  'test/console/pages/actions.test.ts',
  'test/console/verify/large-package.test.ts',
  'test/exhaustion/measured.test.ts',
  'test/state/matrix.test.ts',
  'test/faults/database.test.ts',
  'test/isolation/every-kind.test.ts',
  'test/webhook/every-sample.test.ts',
  'test/integrations/every-place.test.ts',
  'test/verifier/bit-flips.test.ts',
  'test/evidence/keys.test.ts',
  'test/verifier/log/history.test.ts',
  'test/state/upgrade.test.ts',
  'test/cli/commands.test.ts',
  'test/pipelines/runners.test.ts',
  'test/verifier/replay/states.test.ts',
  'test/faults/kms.test.ts',
  'test/verifier/bounds.test.ts',
  'test/fuzz/honest-work.test.ts',
  'test/local/postgres.test.ts',
  'test/fuzz/service.test.ts',
  'test/source/patterns.test.ts',
  'test/cli/start.test.ts',
  'test/console/pages/axe.test.ts',
  'test/state/old-statistics.test.ts',
  'test/faults/kill.test.ts',
  'test/isolation/matrix.test.ts',
  'test/deploy/point-in-time.test.ts',
  'test/log/damaged-tree.test.ts',
  'test/log/sequencer.test.ts',
  'test/faults/export-killed.test.ts',
  'test/console/pages/many.test.ts',
  'test/process/embedded.test.ts',
  'test/faults/outage.test.ts',
  'test/faults/frozen-service.test.ts',
  'test/console/verify/verify-options.test.ts',
  'test/console/verify/verify.test.ts',
  'test/evidence/history.test.ts',
  'test/log/recorded-statements.test.ts',
  'test/console/pages/pages.test.ts',
  'test/console/pages/browser.test.ts',
]
