import { readDatabaseWaitSeconds } from './database/until-answered.ts'
import { DomainError, Reason } from './errors/errors.ts'
import { requireLoopback } from './transport/loopback.ts'
import type { Listen } from './transport/server/limited-server.ts'
import { readTls, type ServerTls } from './transport/tls.ts'

/** The configuration of every service: the address of its database, its own address, its credential. */
export type ServiceConfig = {
  databaseUrl: string
  /** How long a start waits for a database that does not answer. */
  databaseWaitSeconds: number
  /** Absent: reached in process only. */
  listen: Listen | undefined
  /** The credential of this installation's own processes. */
  clientToken: string
  serverTls: ServerTls | undefined
}

/** Reads a service's environment, each variable once. @throws DomainError VALIDATION naming the variable */
export function readServiceConfig(service: string, env: NodeJS.ProcessEnv): ServiceConfig {
  const listenName = `ATTESTRY_${service.toUpperCase()}_LISTEN`
  const address = env[listenName]
  const listen = address === undefined ? undefined : parseListen(address, listenName)
  const serverTls = readTls(env).server
  if (listen !== undefined && serverTls === undefined) requireLoopback(listen.host, listenName)
  return {
    databaseUrl: required(env, 'DATABASE_URL'),
    databaseWaitSeconds: readDatabaseWaitSeconds(env),
    listen,
    clientToken: readClientToken(env),
    serverTls,
  }
}

/** Parses `host:port`, or a port alone, which means loopback. @throws DomainError VALIDATION naming the variable */
export function parseListen(text: string, name: string): Listen {
  const match = /^(?:(\[[0-9a-f:]+\]|[^:]+):)?(\d{1,5})$/i.exec(text)
  const port = Number(match?.[2])
  if (match === null || port > 65_535)
    throw new DomainError(
      Reason.VALIDATION,
      `${name}: ${text === '' ? 'an empty text' : text} is not host:port`,
    )
  return { host: (match[1] ?? '127.0.0.1').replace(/^\[|\]$/g, ''), port }
}

/**
 * Reads ATTESTRY_CLIENT_TOKEN, the credential of this installation's own processes.
 *
 * @throws DomainError VALIDATION naming the variable, never its value
 */
export function readClientToken(env: NodeJS.ProcessEnv): string {
  const token = required(env, 'ATTESTRY_CLIENT_TOKEN')
  if (token.length < LEAST_TOKEN)
    throw new DomainError(
      Reason.VALIDATION,
      `ATTESTRY_CLIENT_TOKEN must have at least ${LEAST_TOKEN} characters, e.g. of openssl rand -hex 32`,
    )
  return token
}

const LEAST_TOKEN = 32

/** @throws DomainError VALIDATION naming the variable. */
export function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (value === undefined || value === '') throw new DomainError(Reason.VALIDATION, `${name} is not set`)
  return value
}
