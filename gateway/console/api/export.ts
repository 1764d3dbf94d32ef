import { canHash, sha256Hex } from '../hashes/sha256.ts'
import { Problem } from './problem.ts'
import { signInAgain, whileAsked } from './session-ended.ts'

/** An evidence package that arrived completely. */
export type Package = { fileName: string; packageId: string; blob: Blob; sha256: string | undefined }
/** How many bytes have arrived, and about how many are expected in all. */
export type Progress = { bytes: number; expected: number }

/**
 * Fetches a package and reports progress. The browser keeps the bytes outside the memory of the page.
 *
 * @param wanted query of the export: `from`, `to` or `incident_id`
 * @throws Problem when the export is refused, or breaks off: a part of a package MUST NOT be saved as a package
 */
export async function fetchPackage(
  wanted: { [name: string]: string },
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Package> {
  const answer = await begun(`/api/control/evidence-export?${new URLSearchParams(wanted)}`, signal)
  const expected = Number(answer.headers.get('attestry-expected-bytes') ?? 0)
  const chunks: Blob[] = []
  let bytes = 0
  try {
    const reader = answer.body!.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length
      chunks.push(new Blob([next.value]))
      onProgress({ bytes, expected })
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new Problem('The export stopped before its end. No file was saved. Try again.', {
      requestId: answer.headers.get('x-request-id'),
    })
  }
  const blob = new Blob(chunks, { type: 'application/zip' })
  return {
    fileName: (answer.headers.get('content-disposition') ?? '').split('"')[1] ?? 'package.zip',
    packageId: answer.headers.get('attestry-package-id') ?? '',
    blob,
    sha256: await hashOf(blob),
  }
}

async function begun(url: string, signal: AbortSignal): Promise<Response> {
  await whileAsked(signal)
  let answer: Response
  try {
    answer = await fetch(url, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Problem('The server did not answer. Check the connection and try again.')
  }
  if (answer.status === 401 && (await signInAgain())) return begun(url, signal)
  if (!answer.ok) throw await Problem.ofResponse(answer)
  return answer
}

/** Returns the hash of a file; undefined where the file does not fit into memory or the browser cannot hash. */
async function hashOf(blob: Blob): Promise<string | undefined> {
  return blob.size > HASHED_BYTES || !canHash() ? undefined : sha256Hex(await blob.arrayBuffer())
}

/** Saves a file as a download. */
export function save({ fileName, blob }: Pick<Package, 'fileName' | 'blob'>): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const HASHED_BYTES = 256 * 1024 * 1024
