import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import type { startMailServer, startReceiver } from '../notifications/support/receivers.ts'
import { otherNodes } from '../verifier/support/other-node.ts'
import type { Narrator } from './narrator.ts'
import { type Bootstrap, done } from './story.ts'

type Receivers = {
  mail: Awaited<ReturnType<typeof startMailServer>>
  receiver: Awaited<ReturnType<typeof startReceiver>>
}

/**
 * A breach that a person reports by phone, under two laws: the reports that are due and made, the notifications, and an audit.
 */
export async function breach(
  narrate: Narrator,
  at: Bootstrap,
  { mail, receiver }: Receivers,
  directory: string,
): Promise<void> {
  const org = ['--org', at.organization.id]
  const now = Date.now()
  const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
  const notified = await channels(narrate, org, receiver.url)

  narrate.chapter('Somebody phones: mail of the sales team goes to an outsider. A person records it')
  const incident = await done(
    narrate.person(
      ...['incident', 'create', ...org, '--title', 'Sales mail is forwarded to an outsider'],
      ...['--severity', 'high', '--regulation', 'nis2', '--detected-at', ago(100)],
    ),
  )
  const of = [...org, '--id', incident.id]
  await done(narrate.person('incident', 'moment', ...of, '--set', `aware=${ago(2)}`))
  await done(
    narrate.person(
      ...['incident', 'assess', ...of, '--regime', 'gdpr', '--applies', '--level', 'risk'],
      ...['--grounds', 'Names and addresses of customers stand in the mails.'],
    ),
  )
  const first = await obligations(narrate, of)
  narrate.equal(
    'two laws, two clocks',
    [first('nis2', 'early_warning').state, first('gdpr', 'authority').state],
    [...['due', 'due']],
  )

  narrate.chapter('The service desk knew earlier: awareness is corrected, and the limits follow')
  await done(
    narrate.person(
      ...['incident', 'moment', ...of, '--set', `aware=${ago(90)}`, '--said-by', 'service desk'],
      ...['--reason', 'The first call came in on the weekend.'],
    ),
  )
  const corrected = await obligations(narrate, of)
  narrate.equal(
    'the notification was due 72 hours after that',
    corrected('nis2', 'notification').due_at,
    ago(18),
  )
  narrate.equal(
    'it is overdue, and stays so until it is filed',
    corrected('nis2', 'notification').state,
    'overdue',
  )

  narrate.chapter('The early warning was sent in time; the notification was not')
  const file = (regime: string, step: string, submitted: string, ...more: string[]) =>
    done(
      narrate.person(
        ...[
          'incident',
          'file',
          ...of,
          '--regime',
          regime,
          '--step',
          step,
          '--submitted-at',
          submitted,
          ...more,
        ],
      ),
    )
  await file('nis2', 'early_warning', ago(70), '--recipient', 'CSIRT', '--reference', 'CSIRT-2026-117')
  await file('nis2', 'notification', ago(10), '--recipient', 'CSIRT', '--reference', 'CSIRT-2026-117')
  const filed = await obligations(narrate, of)
  narrate.equal('filed in time', filed('nis2', 'early_warning').state, 'filed')
  narrate.equal('filed late, and shown as late', filed('nis2', 'notification').state, 'filed_late')
  narrate.equal(
    'the final report is due one month after the notification was really sent',
    filed('nis2', 'final').due_at,
    monthAfter(new Date(ago(10))),
  )

  narrate.chapter('The report to the data protection authority is drafted, completed and filed')
  const report = await done(
    narrate.person('incident', 'report', 'create', ...of, '--regime', 'gdpr', '--step', 'authority'),
  )
  narrate.equal('filled in from the incident', report.missing, ['dpo', 'consequences', 'measures'])
  const draft = [...of, '--report', report.id]
  const edited = await done(
    narrate.person(
      ...['incident', 'report', 'edit', ...draft, '--set', 'dpo=Data protection, +32 2 555 01 02'],
      ...['--set', 'consequences=Phishing in the name of the company.'],
      ...['--set', 'measures=The rule is deleted; customers are warned.'],
      ...['--set', 'delay_reasons=The call was not passed on over the weekend.'],
    ),
  )
  narrate.equal('complete, in its second version', [edited.version, edited.missing], [2, []])
  const pdf = join(directory, 'gdpr.pdf')
  const rendered = await done(narrate.person('incident', 'report', 'render', ...draft, '--output', pdf))
  const sent = await file('gdpr', 'authority', ago(0), '--recipient', 'DPA', '--report', report.id)
  narrate.equal('the filing holds the hash of this document', sent.document_sha256, rendered.sha256)
  narrate.equal('which is the file’s', sha256Hex(await readFile(pdf)), rendered.sha256)
  narrate.equal('late too', (await obligations(narrate, of))('gdpr', 'authority').state, 'filed_late')

  await arrived(narrate, { mail, receiver }, notified.secret, incident.id)
  await support(narrate, org, incident.id, directory)
}

async function channels(narrate: Narrator, org: string[], url: string): Promise<{ secret: string }> {
  narrate.chapter('An administrator chooses who is notified: a mailbox, and a program by signed webhook')
  const events = ['--events', 'incident.opened,obligation.overdue']
  await done(
    narrate.person(
      ...['channel', 'create', ...org, '--name', 'on-call', '--kind', 'email'],
      ...['--recipients', 'ciso@example.com', ...events],
    ),
  )
  return done(
    narrate.person(
      'channel',
      'create',
      ...org,
      '--name',
      'erp',
      '--kind',
      'webhook',
      '--url',
      `${url}/erp`,
      ...events,
    ),
  )
}

/** Returns a function that finds an obligation of the incident by its regime and step. */
async function obligations(narrate: Narrator, of: string[]) {
  const { data } = await done(narrate.person('incident', 'obligations', ...of))
  return (regime: string, step: string) => {
    const found = data.find((one: { [name: string]: string }) => one.regime === regime && one.step === step)
    narrate.due(`there is an obligation ${regime} ${step}`, found !== undefined)
    return found
  }
}

/** Checks that programs that are not ours received the notifications: an SMTP server, and the library of Standard Webhooks. */
async function arrived(
  narrate: Narrator,
  { mail, receiver }: Receivers,
  secret: string,
  id: string,
): Promise<void> {
  narrate.chapter('A mail and a signed webhook have arrived')
  const about = (text: string) => text.replace(/=\r?\n/g, '').includes(id)
  const call = await until(() => receiver.at('/erp').find(({ body }) => about(body)))
  const event = new Webhook(secret).verify(call.body, call.headers as Record<string, string>) as {
    type: string
    data: { incident_id: string }
  }
  narrate.due('the signature is right, by the library of its receivers', event.data.incident_id === id)
  narrate.note(`${event.type}: ${call.body.slice(0, 300)}`)
  const found = await until(() => mail.mails.find(({ source }) => /Sales mail is forwarded/.test(source)))
  narrate.equal('a mail to the CISO', found.to, ['ciso@example.com'])
  narrate.due('over TLS', found.secure)
}

/** Exports the incident support package and checks it with its own verifier under another Node.js. */
async function support(narrate: Narrator, org: string[], id: string, directory: string): Promise<void> {
  narrate.chapter('An auditor takes the support package of the incident, and derives the obligations again')
  const file = join(directory, 'incident.zip')
  await done(narrate.person('evidence', 'export', ...org, '--incident', id, '--output', file))
  const workspace = join(directory, 'incident')
  await mkdir(workspace)
  const unpacked = await narrate.auditor('unzip', ['-q', file], workspace)
  narrate.equal('unpacked', unpacked.code, 0)
  const published = await narrate.system('GET', '/.well-known/attestry/keys.json', {})
  const { kid } = published.body.keys.find((key: { status: string }) => key.status === 'active')
  const args = ['verify.mjs', '--require-trust', '--pin', kid, file]
  const verified = await narrate.auditor(otherNodes()[0]!, args, workspace)
  narrate.equal('exit code 0', verified.code, 0)
  narrate.due('VERIFIED', verified.output.includes('VERIFIED'))
  narrate.due(
    'the obligations follow from their input',
    /records of obligations, each follows/.test(verified.output),
  )
}

/** @throws Error after two minutes */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('nothing arrived')
}

/** Returns the end of the day one month later, in UTC. Where the month has no such day, it is its last day. */
function monthAfter(at: Date): string {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), last), 23, 59, 59, 999)).toISOString()
}
