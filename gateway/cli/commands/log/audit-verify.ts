import type { Command } from 'commander'
import {
  LogService,
  type VerifyLogResponse,
  VerifyLogResponseSchema,
} from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import type { Call } from '../../calls/control-call.ts'
import { given } from '../../options/given.ts'
import { linesOfFile } from '../../options/lines-of-file.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { item, type View } from '../../views/views.ts'
import { asPersonOrOperator, personVerb } from '../command.ts'
import { checkpointNotes } from './checkpoint-notes.ts'
import { readVerified, writeVerified } from './verified-log.ts'

/** `attestry audit verify`: verifies an organization's log, as a person, or the installation's own with `--operator`. */
export function auditVerify(): Command {
  const command = personVerb(
    'verify',
    'Recompute the log and compare everything kept with it; exit 1 when something differs.',
    'audit verify --org ID --checkpoints checkpoints.jsonl',
  )
    .option(
      '--checkpoints <file>',
      'checkpoints kept elsewhere, in addition to those of the ledger: checkpoints.jsonl, lines of the log stream, or the checkpoint of a mirror, a witness or a package',
    )
    .option(
      '--resume <file>',
      'continue where the verification that wrote this file ended, and rewrite the file if nothing is found',
    )
    .option(
      '--state',
      'list the rows of tables that differ from the log, up to 10,000, and no other problems',
    )
  return asPersonOrOperator<Options>(command, verify)
}

async function verify(
  { checkpoints: file, resume, state = false }: Options,
  call: Call,
  organizationId: string,
): Promise<View> {
  const since = resume === undefined ? undefined : await readVerified(resume, organizationId)
  const before: VerifyLogResponse[] = []
  let checkpoints: string[] = []
  if (file !== undefined) {
    const lines = linesOfFile('--checkpoints', file)
    for await (const note of checkpointNotes(lines, organizationId, `--checkpoints ${file}`)) {
      if (checkpoints.length === A_CALL) {
        before.push(await call(LogService.method.verifyLog, { checkpoints, onlyCheckpoints: true }))
        checkpoints = []
      }
      checkpoints.push(note)
    }
  }
  const last = { checkpoints, listState: state, ...given({ since }) }
  const answer = await call(LogService.method.verifyLog, last)
  for (const one of before) add(answer, one, { listsProblems: !state })
  const { verified } = answer
  if (answer.ok && resume !== undefined && verified !== undefined)
    await writeVerified(resume, organizationId, verified)
  return viewOf(answer, since === undefined ? 0 : Number(since.size))
}

/** Merges the results of a call with further notes. */
function add(
  answer: VerifyLogResponse,
  more: VerifyLogResponse,
  { listsProblems }: { listsProblems: boolean },
): void {
  answer.ok &&= more.ok
  if (listsProblems) answer.problems = [...answer.problems, ...more.problems].slice(0, LISTED)
  answer.problemCount += more.problemCount
  answer.outsideCheckpoints += more.outsideCheckpoints
  answer.givenCheckpoints += more.givenCheckpoints
}

function viewOf(answer: VerifyLogResponse, resumedAt: number): View {
  const { problems, notes, verified: _, ...result } = plain(VerifyLogResponseSchema, answer)
  const found: Plain = { ...result, resumed_at: resumedAt, not_repeated: notRepeated(resumedAt) }
  const listed = problems as Plain[]
  const more = Number(answer.problemCount) - listed.length
  const lines = [
    ...listed.map(({ code, message }) => `${code}: ${message}`),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed`] : []),
    ...(notes as string[]).map((note) => `note: ${note}`),
  ]
  return {
    json: { ...found, problems: problems!, notes: notes! },
    text: [item(found).text, ...lines].join('\n'),
    exitCode: found.ok === true ? 0 : 1,
  }
}

/** Returns the problems that a resumed verification cannot find. */
function notRepeated(size: number): string[] {
  return size === 0
    ? []
    : [
        `leaves, entries and inner nodes of the first ${size} leaves that were changed since: they are not read`,
        'texts and columns of the records of these entries that were changed since: records are counted only',
        'tables of current state are compared with records that may be such',
        `checkpoints of less than ${size} leaves: they are not compared with the log`,
      ]
}

/** The number of notes in one call: about 700 KiB of the 1 MiB that the control API takes. */
const A_CALL = 2000

/** The number of problems that are listed, as in one answer; all are counted. */
const LISTED = 100

type Options = { checkpoints?: string; resume?: string; state?: boolean }
