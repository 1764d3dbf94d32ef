import { z } from 'zod'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import { ROLES } from '../../services/kernel/identity/caller.ts'
import { dateOf } from '../../services/kernel/values/time.ts'
import { readBody } from '../http/bodies/body.ts'
import { holdBody } from '../http/bodies/hold-body.ts'
import { requireJson } from '../http/bodies/media-type.ts'
import { strictJson } from '../http/bodies/strict-json.ts'
import { text } from '../schema/fields.ts'
import { CONTROL_PREFIX } from './prefix.ts'
import type { ControlCall, ControlRoute } from './route.ts'
import { sessionCookie } from './session-cookie.ts'

const path = `${CONTROL_PREFIX}/session`
const { createSession, acceptInvitation, endSession, getSession } = SessionService.method

/**
 * Login, the acceptance of an invitation, logout, and who is signed in (docs/decisions/0060-login.md,
 * docs/decisions/0131-invitations.md).
 */
export const sessionRoutes: ControlRoute[] = [
  {
    method: 'POST',
    path,
    rpc: createSession,
    open: true,
    handle: async ({ ctx, exchange, options }) => {
      const { token, expiresAt } = await ctx.clients.sessions.createSession(
        loginMessage(await bodyOf(exchange, login, 'email and password are required')),
        options,
      )
      const seconds = Math.max(
        0,
        Math.floor((dateOf(expiresAt!).getTime() - ctx.clock.now().getTime()) / 1000),
      )
      return { status: 204, headers: { 'Set-Cookie': sessionCookie(token, seconds, ctx.cfg.baseUrl) } }
    },
  },
  {
    method: 'POST',
    path: `${CONTROL_PREFIX}/invitation`,
    rpc: acceptInvitation,
    open: true,
    handle: async ({ ctx, exchange, options }) => {
      const accepted = await ctx.clients.sessions.acceptInvitation(
        await bodyOf(exchange, acceptance, 'code and password are required'),
        options,
      )
      const { organizationId, userId, email } = accepted
      return { status: 200, json: { organization: { id: organizationId }, user: { id: userId, email } } }
    },
  },
  {
    method: 'DELETE',
    path,
    rpc: endSession,
    handle: async ({ ctx, options }) => {
      await ctx.clients.sessions.endSession({}, options)
      return { status: 204, headers: { 'Set-Cookie': sessionCookie('', 0, ctx.cfg.baseUrl) } }
    },
  },
  {
    method: 'GET',
    path,
    rpc: getSession,
    handle: async ({ ctx, options }) => {
      const { organizationId, organizationName, addons, user } = await ctx.clients.sessions.getSession(
        {},
        options,
      )
      return {
        status: 200,
        json: {
          organization: { id: organizationId, name: organizationName, addons },
          user: {
            id: user!.id,
            email: user!.name,
            role: ROLES.word(user!.role),
            attestation_roles: user!.attestationRoles,
            ...(user!.mustChangePassword ? { must_change_password: true } : {}),
          },
        },
      }
    },
  },
]

async function bodyOf<T>(exchange: ControlCall['exchange'], schema: z.ZodType<T>, wrong: string): Promise<T> {
  requireJson(exchange.request)
  const body = await readBody(exchange.request, LOGIN_BYTES, holdBody(exchange))
  const result = schema.safeParse(strictJson(body))
  if (result.success) return result.data
  const { formErrors, fieldErrors } = z.flattenError(result.error)
  throw new DomainError(Reason.VALIDATION, wrong, {
    details: { formErrors, fieldErrors: fieldErrors as { [field: string]: string[] } },
  })
}

const password = text(1000, 1)
const login = z.object({ email: text(320, 1), password, organization_id: text(36, 36).optional() })
const acceptance = z.object({ code: text(320, 1), password })
const LOGIN_BYTES = 16 * 1024

function loginMessage({ email, password, organization_id }: z.output<typeof login>) {
  return { email, password, organizationId: organization_id ?? '' }
}
