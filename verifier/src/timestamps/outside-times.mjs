import { CLOCK_TOLERANCE_MS } from '../replay/entry-times.mjs'

/**
 * Returns remarks on the time at which a witness or a time-stamp authority saw the checkpoint. Entries of the checkpoint are not
 * newer than that time, and a package is signed after that time. A contradiction causes no failure, because the clock of the
 * installation may have been wrong.
 *
 * @param {Date} at
 * @param {string} by
 * @param {{ latest: number | undefined, signedAt: string }} says `latest`: the newest entry that was read, in milliseconds;
 * `signedAt`:
 *   when the package was signed
 */
export function outsideTimeRemarks(at, by, { latest, signedAt }) {
  const saw = `${by} saw the checkpoint at ${at.toISOString()}`
  const remarks = []
  if (latest !== undefined && latest > at.getTime() + CLOCK_TOLERANCE_MS)
    remarks.push(
      `${saw}, and an entry of it says ${new Date(latest).toISOString()}: the clock of the entry was ahead`,
    )
  if (at.getTime() > Date.parse(signedAt) + CLOCK_TOLERANCE_MS)
    remarks.push(
      `${saw}, and the package says that it was signed at ${signedAt}: it was signed later, or that clock was behind`,
    )
  return remarks
}
