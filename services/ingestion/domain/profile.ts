/** The part of an agent profile's current version that ingestion reads (`gate.profiles_v1`). */
export type Profile = {
  id: string
  version: number
  systemId: string
  modelName: string
  modelVersion: string
  tools: ReadonlySet<string>
  /** A digest of all that, as it was read: a write notices by it that the profile is another one. */
  state: string
}
