import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { parseJson } from '../../kernel/json/parse-json.ts'
import { RecentMap } from '../../kernel/values/recent-map.ts'
import { type Mapping, parseMapping } from '../domain/webhook/formats/mapping.ts'
import type { EndpointRef } from '../domain/webhook/seal.ts'
import type { EndpointDirectory } from '../store/webhook/directory.ts'

/** Returns a version of an endpoint's mapping, parsed. A version never changes, so each process reads it once. */
export type MappingReader = (endpoint: EndpointRef, version: number) => Promise<Mapping>

export function mappingReader(directory: Pick<EndpointDirectory, 'mapping'>): MappingReader {
  const known = new RecentMap<string, Promise<Mapping>>(MAPPINGS)
  const read = async (endpoint: EndpointRef, version: number): Promise<Mapping> => {
    const text = await directory.mapping(endpoint, version)
    const parsed = text === undefined ? undefined : parseMapping(parseJson(text))
    if (!parsed?.ok) throw new DomainError(Reason.INTERNAL, `mapping version ${version} cannot be read`)
    return parsed.mapping
  }
  return (endpoint, version) => {
    const name = `${endpoint.id} ${version}`
    const found = known.get(name)
    if (found !== undefined) return found
    const mapping = read(endpoint, version)
    mapping.catch(() => known.delete(name))
    known.set(name, mapping)
    return mapping
  }
}

const MAPPINGS = 1000
