import { openSnapshot, type Snapshot } from '../../../services/evidence/store/snapshot.ts'
import type { Database } from '../../../services/kernel/database/database.ts'
import { planned, recordingStatements } from '../../harness/plans.ts'

/** The statements of an export, and how many rows and pages each of them goes through as it is planned there. */
export async function plansOfExport(
  { db, url, organization }: { db: Database; url: string; organization: string },
  work: (snapshot: Snapshot) => Promise<unknown>,
) {
  const noted = recordingStatements(db)
  const snapshot = await openSnapshot(noted, organization)
  await work(snapshot)
  snapshot.close()
  const settings: string[] = []
  const read: { text: string; rows: number; pages: number }[] = []
  for (const { text: sent, values = [] } of noted.sent) {
    const text = sent.replace(/^copy \((.*)\) to stdout \([^)]*\)$/s, '$1')
    if (/^begin|^set local/.test(text))
      settings.push(text.replace('begin isolation', 'set transaction isolation'))
    else read.push({ text, ...(await planned(url, { text, values }, settings)) })
  }
  return read
}
