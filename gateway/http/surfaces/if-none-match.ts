/**
 * Whether a request says that it has the answer with this entity tag already (RFC 9110 section 13.1.2): weak comparison, one of
 * several tags, or `*`. A proxy that compresses answers makes their tags weak.
 *
 * @param etag the tag of the answer, in quotes
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`)
}
