import { isIP } from 'node:net'
import { LimitedSocket } from '../outbound/limited-socket.ts'
import { OutboundProblem } from '../outbound/problem.ts'
import type { MailConfig } from './config.ts'
import type { NotificationMessage } from './formats/message.ts'

/** Sends e-mails over the operator's mail server. */
export type Mailer = {
  /**
   * Sends an e-mail. This takes at most half a minute, even if the server is slow or hostile.
   *
   * @throws OutboundProblem when the server did not accept it for at least one recipient
   */
  send(message: NotificationMessage, recipients: string[]): Promise<void>
}

/**
 * SMTP by nodemailer, which is loaded with the first e-mail. Beyond loopback nothing is sent without TLS: over port 587 by
 * STARTTLS, or from the first byte with smtps.
 */
export function mailer(config: MailConfig | undefined, timeoutMs = TIMEOUT_MS): Mailer {
  return {
    send: async (message, recipients) => {
      if (config === undefined)
        throw new OutboundProblem('no mail server: the operator has not set ATTESTRY_SMTP_URL')
      const { createTransport } = await import('nodemailer')
      const mail = mailOf(message, config.from, recipients)
      const signal = AbortSignal.timeout(timeoutMs)
      await createTransport(transportOf(config))
        .sendMail({ ...mail, signal })
        .catch((error: unknown) => {
          throw problemOf(error)
        })
    },
  }
}

/** Each mail has a separate connection. */
function transportOf({ host, port, secure, user, password, ca }: MailConfig) {
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  return {
    host,
    port,
    secure,
    // The parser of the replies keeps every line until its turn comes.
    socket: new LimitedSocket(ANSWER_BYTES, () => new OutboundProblem('the mail server sent too much')),
    requireTLS: !secure && !isLoopback,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** An e-mail. Its id is that of the notification, so that a mail that arrives twice is recognised. */
function mailOf(message: NotificationMessage, from: string, recipients: string[]) {
  const { title, text, link, place, organization, event, id } = message
  const shown = link ?? place
  return {
    from,
    to: recipients,
    subject: subjectOf(title),
    text: [text, ...(shown === undefined ? [] : ['', shown]), '', `${organization} · ${event} · ${id}`].join(
      '\n',
    ),
    messageId: `<${id}@attestry>`,
    date: message.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Attestry-Event': event },
  }
}

/**
 * The subject of a mail. A title from outside may hold an encoded word (RFC 2047), which mail programs would decode, with its
 * line ends and changes of text direction. Such a title is encoded as a whole, so that the reader sees it as it is.
 */
function subjectOf(title: string): string {
  if (!title.includes('=?')) return title
  const words: string[] = []
  let word = ''
  for (const character of title) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join(' ')
}

/** The problem for an error of the mail server. The server's answer may hold addresses, so only its number is passed on. */
function problemOf(error: unknown): OutboundProblem {
  if (error instanceof OutboundProblem) return error
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  if (responseCode !== undefined) return new OutboundProblem(`the mail server answered ${responseCode}`)
  if (code === 'EAUTH') return new OutboundProblem('the mail server did not accept the credentials')
  if (code === 'ETLS' || code === 'ESOCKET')
    return new OutboundProblem('no secure connection to the mail server')
  return new OutboundProblem('the mail server does not answer')
}

const STEP_MS = 10_000
/** The size of an encoded word of the subject: the first one then fits into a line of 76 characters (RFC 2047 section 2). */
const WORD_BYTES = 39
/**
 * The limit for all answers to one mail and what TLS adds to them. A reply has up to 512 bytes a line (RFC 5321 section
 * 4.5.3.1.5).
 */
const ANSWER_BYTES = 64 * 1024
/** Shorter than the lease of a notification, so that no other process sends it meanwhile. */
const TIMEOUT_MS = 30_000
