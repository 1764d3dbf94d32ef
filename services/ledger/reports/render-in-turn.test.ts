import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  type IncidentReport,
  IncidentReportSchema,
  ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { semaphore } from '../../kernel/concurrency/semaphore.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { REGIME_WORDS } from '../domain/incidents/incident-facts.ts'
import { render } from './render.ts'
import { renderInTurn } from './render-in-turn.ts'

function reportOf(nature: string): IncidentReport {
  const at = timestamp(new Date('2026-11-22T10:00:00Z'))
  return create(IncidentReportSchema, {
    ...{ id: '01900000-0000-7000-8000-000000000001', incidentId: '01900000-0000-7000-8000-000000000002' },
    ...{ regime: REGIME_WORDS.value('gdpr'), step: 'authority', version: 1, formVersion: 'eu-1' },
    ...{ editedAt: at, createdAt: at, organizationName: 'Muster AG' },
    values: [{ field: 'nature', text: nature }],
  })
}

/** Runs work, and returns in how many turns of the event loop other work could run meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await work()
  clearImmediate(next)
  return turns
}

test('documents that are requested at the same moment are rendered in different turns of the event loop', async () => {
  const limits = { places: 1, placesPerOwner: 1, waiting: 32, waitingPerOwner: 4, retryAfter: 5 }
  const ctx = { renderings: semaphore({ what: 'documents', ...limits }) }
  const signal = new AbortController().signal
  const owners = Array.from({ length: 20 }, (_, n) => `organization ${n}`)
  const all = () =>
    Promise.all(owners.map((owner) => renderInTurn(ctx, owner, reportOf('x'), ReportFormat.HTML, signal)))
  expect(await turnsDuring(all)).toBeGreaterThanOrEqual(owners.length)
})

test('other work has turns while a field of a PDF is laid out, however long its text becomes', async () => {
  // Characters that no font has: each is shown as ‹U+20000›, nine characters.
  const rare = Array.from({ length: 10_000 }, (_, n) => String.fromCodePoint(0x20000 + n)).join('')
  const turnsOf = (text: string) => turnsDuring(() => render(reportOf(text), ReportFormat.PDF))
  await turnsOf('')
  // 10,000 characters are looked up in both; the longer text has eighty thousand more to lay out.
  const [short, long] = [await turnsOf('a'.repeat(10_000)), await turnsOf(rare)]
  expect(long - short).toBeGreaterThan(15)
})
