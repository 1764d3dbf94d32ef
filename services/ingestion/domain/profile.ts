/** The part of an agent profile's current version that ingestion reads (`gate.profiles_v1`). */
export type Profile = {
  id: string
  version: number
  systemId: string
  modelName: string
  modelVersion: string
  tools: ReadonlySet<string>
  /** A digest of these fields as they were read. A write compares it, and notices a profile that has changed. */
  state: string
}
