import { type ReactNode, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { canHash, sha256Hex } from '../../hashes/sha256.ts'
import { useToast } from '../toasts.tsx'
import { saveBytes } from './save-text.ts'

/** A file that the server sent, with the hash that the server has recorded. */
export type DownloadedFile = { name: string; mediaType: string; content: Uint8Array; sha256: string }

/**
 * A button that saves a file. Where the browser can hash, bytes with another hash than the recorded one are not saved.
 *
 * @param title names the file for people who do not see the row
 */
export function DownloadButton({
  label,
  title,
  fetch,
}: {
  label: string
  title: string
  fetch: () => Promise<DownloadedFile>
}): ReactNode {
  const showToast = useToast()
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      const { name, mediaType, content, sha256 } = await fetch()
      const checked = canHash()
      if (checked && (await sha256Hex(content as Uint8Array<ArrayBuffer>)) !== sha256)
        throw new Problem('The file does not have its recorded SHA-256. It was not saved.')
      saveBytes(name, content, mediaType)
      showToast(`${name} is saved${checked ? ', with the recorded SHA-256' : ''}.`)
    } catch (error) {
      showToast(Problem.of(error).message, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" aria-label={title} title={title} disabled={busy} onClick={() => void run()}>
      {label}
    </button>
  )
}
