/**
 * Whether a request says that it has the answer with this entity tag already (RFC 9110 section 13.1.2): weak comparison, one of
 * several tags, or `*`. A proxy that compresses answers makes their tags weak.
 *
 * @param etag the tag of the answer, in quotes
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(TAGS)?.some((tag) => tag === etag) ?? false
}

/** Entity tags without their `W/`. */
const TAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g
