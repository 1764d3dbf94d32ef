import type { Command } from 'commander'
import { LogService, VerifyLogResponseSchema } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { either, personVerb } from '../command.ts'
import type { Call } from '../control-call.ts'
import { type Plain, plain } from '../plain.ts'
import { textOfFile } from '../text-of-file.ts'
import { item, type View } from '../views.ts'

/** `attestry audit verify`: of an organization's log by a person, of the installation's own with `--operator`. */
export function auditVerify(): Command {
  const command = personVerb(
    'verify',
    'Recompute the log and hold everything kept against it; exit 1 when something does not agree.',
    'audit verify --org ID --checkpoints checkpoints.jsonl',
  ).option(
    '--checkpoints <file>',
    `checkpoints kept elsewhere, beside those of the ledger: checkpoints.jsonl, or lines of the log stream; the last ${NEWEST} of this log count`,
  )
  return either<Options>(command, verify)
}

async function verify({ checkpoints }: Options, call: Call, organizationId: string): Promise<View> {
  const notes =
    checkpoints === undefined ? [] : notesIn(await textOfFile('--checkpoints', checkpoints), organizationId)
  const answer = await call(LogService.method.verifyLog, { checkpoints: notes })
  const { problems, ...found } = plain(VerifyLogResponseSchema, answer)
  const lines = (problems as Plain[]).map(({ code, message }) => `${code}: ${message}`)
  return {
    json: { ...found, problems: problems! },
    text: [item(found).text, ...lines].join('\n'),
    exitCode: found.ok === true ? 0 : 1,
  }
}

/** The newest notes of one log, of lines `{"checkpoint": note}`; lines that are not such are passed over. */
export function notesIn(lines: string, organizationId: string): string[] {
  const notes = lines.split('\n').flatMap((line) => noteOf(line) ?? [])
  return notes.filter((note) => note.startsWith(`attestry/${organizationId}\n`)).slice(-NEWEST)
}

function noteOf(line: string): string | undefined {
  try {
    const { checkpoint } = JSON.parse(line)
    return typeof checkpoint === 'string' ? checkpoint : undefined
  } catch {
    return undefined
  }
}

/** As many as one call of the control API takes (1 MiB). */
const NEWEST = 1000

type Options = { checkpoints?: string }
