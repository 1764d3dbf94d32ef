import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { useMay } from './session.ts'

/** The result of a search on the server: choices as `[value, label]`, and whether there are more. */
type Found = { choices: readonly (readonly [string, string])[]; more: boolean; isPending: boolean }

/** A hook that searches things of one kind by a part of their name, or by an id. An empty text finds the newest. */
export type Lookup = (text: string, isAsked: boolean) => Found

export const useSystemLookup: Lookup = (text, isAsked) => {
  const { data, isPending } = useQuery(
    SystemService.method.listSystems,
    { search: asked(text), page: PAGE },
    { ...KEPT, enabled: isAsked },
  )
  return found(
    data?.systems.map(({ id, name }) => [id, name] as const),
    data,
    isPending,
  )
}

export const useAgentLookup: Lookup = (text, isAsked) => {
  const { data, isPending } = useQuery(
    ProfileService.method.listProfiles,
    { search: asked(text), page: PAGE },
    { ...KEPT, enabled: isAsked },
  )
  return found(
    data?.profiles.map(({ id, agentIdentity }) => [id, agentIdentity] as const),
    data,
    isPending,
  )
}

/** Finds people; the values are their ids. Finds nobody for a reader who may not list people. */
export const usePersonLookup: Lookup = (text, isAsked) => {
  const may = useMay()
  const { data, isPending } = useQuery(
    UserService.method.listUsers,
    { search: asked(text), page: PAGE },
    { ...KEPT, enabled: isAsked && may(UserService.method.listUsers) },
  )
  return found(
    data?.users.map(({ id, email }) => [id, email] as const),
    data,
    isPending,
  )
}

/** Finds people; the values are their e-mail addresses, by which an owner is named. */
export const useEmailLookup: Lookup = (text, isAsked) => {
  const { choices, ...more } = usePersonLookup(text, isAsked)
  return { ...more, choices: choices.map(([, email]) => [email, email] as const) }
}

function found(
  choices: Found['choices'] | undefined,
  data: { nextCursor: string } | undefined,
  isPending: boolean,
): Found {
  return { choices: choices ?? [], more: (data?.nextCursor ?? '') !== '', isPending }
}

/** Returns the text without NUL, cut to the length that the server accepts. */
const asked = (text: string): string => [...text.replaceAll('\0', '')].slice(0, 200).join('')

const PAGE = { limit: 50 }
const KEPT = { staleTime: 60_000, placeholderData: keepPreviousData }
