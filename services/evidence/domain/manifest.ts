import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { logOrigin } from '../../kernel/tlog/log-origin.ts'
import { AUDIT, FORMAT_VERSION, type PackageFile } from './format.ts'
import type { Part } from './parts.ts'

/** `manifest.json` (docs/evidence-package.md section 4). */
export function manifestFile(
  about: PackageAbout,
  kid: string,
  parts: readonly Omit<Part, 'bytes'>[],
  csv: readonly string[],
): PackageFile {
  const counts: Record<string, number> = {}
  for (const part of parts) counts[part.type] = (counts[part.type] ?? 0) + part.lines
  const support = about.incidentId !== null
  const text = canonicalJson({
    counts,
    csv: [...csv].sort(),
    exported_at: about.exportedAt.toISOString(),
    format_version: FORMAT_VERSION,
    generator: about.generator,
    incident_id: about.incidentId,
    kid,
    log: {
      entries: counts[AUDIT] ?? 0,
      first_index: support ? null : about.firstIndex,
      origin: logOrigin(about.organization.id),
      tree_size: about.treeSize,
    },
    organization: { id: about.organization.id, name: about.organization.name },
    package_id: about.packageId,
    parts: parts.map(({ name, type, lines, size }) => ({ bytes: size, file: name, lines, type })),
    period: {
      from: about.period.from?.toISOString() ?? null,
      to: about.period.to?.toISOString() ?? null,
    },
    signed_at: about.signedAt.toISOString(),
    type: support ? 'incident-support' : 'evidence',
  })
  return { name: 'manifest.json', bytes: Buffer.from(`${text}\n`) }
}

/** The values of a manifest. */
export type PackageAbout = {
  packageId: string
  organization: { id: string; name: string }
  /** The requested period; null where it is open. */
  period: { from: Date | null; to: Date | null }
  /** The incident of an incident support package, else null. */
  incidentId: string | null
  /** Leaf index of the first entry; not used in an incident support package. */
  firstIndex: number
  /** Size of the tree at the checkpoint. */
  treeSize: number
  /** When the checkpoint was signed. */
  signedAt: Date
  /** When the package was made. */
  exportedAt: Date
  /** Product and version, as `attestry 0.1.0`. */
  generator: string
}
