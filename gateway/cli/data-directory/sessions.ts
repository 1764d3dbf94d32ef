import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { openDataDirectory } from '../../../services/local/data-directory.ts'
import { readOurs } from '../../../services/local/ownership.ts'
import { UsageError } from '../errors/usage-error.ts'
import { writePrivate } from './private-file.ts'

/** A person's session, kept by the command in `sessions/<organization>/<hash of the e-mail>.json`, mode 0600. */
export type KeptSession = { organization_id: string; email: string; token: string; kept_at: string }

/** Keeps a session. It replaces the person's earlier session and takes its place in the order of the organization's sessions. */
export async function keepSession(dataDir: string, session: Omit<KeptSession, 'kept_at'>): Promise<void> {
  const path = pathOf(await openDataDirectory(dataDir), session)
  const earlier = await readOurs(path)
  const kept_at = earlier === null ? new Date().toISOString() : (JSON.parse(earlier) as KeptSession).kept_at
  await writePrivate(path, `${JSON.stringify({ ...session, kept_at })}\n`)
}

export async function removeSession(dataDir: string, session: KeptSession): Promise<void> {
  await rm(pathOf(dataDir, session), { force: true })
}

/**
 * Returns the session in which to act. `as` names the person. Without `as`, returns the session that was kept first for the
 * organization, which is that of its first administrator. A later login never changes who acts.
 *
 * @throws DomainError UNAUTHENTICATED when nobody is signed in; UsageError when it is not clear who is meant
 */
export async function pickSession(
  dataDir: string,
  { org, as }: { org?: string | undefined; as?: string | undefined },
): Promise<KeptSession> {
  const kept = await keptSessions(dataDir)
  const person = as?.toLowerCase()
  const found = kept.filter(
    (one) =>
      (org === undefined || one.organization_id === org.toLowerCase()) &&
      (person === undefined || one.email.toLowerCase() === person),
  )
  if (found.length === 0) {
    const of = as === undefined ? '' : ` of ${as}`
    const whose = org === undefined ? of : `${of} for organization ${org}`
    throw new DomainError(
      Reason.UNAUTHENTICATED,
      `${dataDir} has no session${whose}. Sign in with attestry login --email ${as ?? 'E'} --password-stdin, or name the data directory of the installation in ATTESTRY_DATA_DIR`,
    )
  }
  if (org === undefined && new Set(found.map((one) => one.organization_id)).size > 1) {
    throw new UsageError('people of several organizations are signed in: name one with --org')
  }
  return found[0]!
}

/** Returns every kept session, in the order in which they were kept. */
async function keptSessions(dataDir: string): Promise<KeptSession[]> {
  const root = join(dataDir, 'sessions')
  const names = await readdir(root, { recursive: true, encoding: 'utf8' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readOurs(join(root, name))),
  )
  return texts
    .filter((text) => text !== null)
    .map((text) => JSON.parse(text) as KeptSession)
    .sort((a, b) => (a.kept_at < b.kept_at ? -1 : 1))
}

function pathOf(
  dataDir: string,
  { organization_id, email }: Pick<KeptSession, 'organization_id' | 'email'>,
): string {
  return join(dataDir, 'sessions', organization_id, `${sha256Hex(email.toLowerCase()).slice(0, 16)}.json`)
}
