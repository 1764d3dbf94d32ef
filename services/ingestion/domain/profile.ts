/** What ingestion reads of an agent profile, in its current version (`gate.profiles_v1`). */
export type Profile = {
  id: string
  version: number
  systemId: string
  modelName: string
  modelVersion: string
  tools: ReadonlySet<string>
}
