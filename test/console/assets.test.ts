import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DescMethod } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlAccess } from '../../gateway/console/access.ts'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { PERMISSIONS } from '../../services/kernel/identity/permissions.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const assets = fileURLToPath(new URL('../../gateway/console/assets/', import.meta.url))
const docsAssets = fileURLToPath(new URL('../../gateway/docs/assets/', import.meta.url))

async function filesOf(directory: string): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return { path: path.slice(directory.length), text: await readFile(path, 'utf8') }
      }),
  )
}

/** Every RPC that a file of the console names, in full or after its service's name. */
async function named(): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { path, text } of await filesOf(assets)) {
    if (!path.endsWith('.js')) continue
    const names = new Map(
      [...text.matchAll(/const (\w+) = ['`]([^'`]+)['`]/g)].map(([, name, value]) => [name!, value!]),
    )
    const expand = (value: string): string =>
      value.replace(/\$\{(\w+)\}/g, (whole, name) => (names.has(name) ? expand(names.get(name)!) : whole))
    for (const [, value] of text.matchAll(/['`]((?:attestry\.|\$\{[A-Z]+\})[^'`]*\/[A-Z]\w+)['`]/g))
      found.add(expand(value!))
  }
  return found
}

/** Every method of every proto that people can call. */
async function controlMethods(): Promise<DescMethod[]> {
  const root = fileURLToPath(new URL('../../proto/gen/attestry/', import.meta.url))
  const files = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('_pb.ts'))
  const modules = await Promise.all(files.map((path) => import(join(root, path))))
  return modules
    .flatMap((module) => Object.values(module) as { kind?: string; methods?: DescMethod[] }[])
    .flatMap((value) => (value?.kind === 'service' ? value.methods! : []))
    .filter((method) => accessOf(method).control.length > 0)
}

const nameOf = (method: DescMethod): string => `${method.parent.typeName}/${method.name}`

/** Done through plain routes of the control API: signing out, the download of a package. */
const ELSEWHERE = new Set([
  'attestry.ledger.v1.SessionService/EndSession',
  'attestry.evidence.v1.EvidenceService/ExportEvidence',
])

describe('what the console names', () => {
  test('every RPC is one that its proto opens to people', async () => {
    const open = new Set((await controlMethods()).map(nameOf))
    for (const rpc of await named()) expect(open).toContain(rpc)
  })

  test('every change that people can make has its place in the console', async () => {
    const changes = (await controlMethods()).filter(
      (method) => accessOf(method).writes && !ELSEWHERE.has(nameOf(method)),
    )
    const used = await named()
    expect(changes.length).toBeGreaterThan(25)
    expect(changes.map(nameOf).filter((rpc) => !used.has(rpc))).toEqual([])
  })

  test('the endpoints it knows are those that the protos open, with their roles', () => {
    expect(controlAccess()).toMatchObject({
      'attestry.ledger.v1.KeyService/CreateKey': { roles: ['admin'] },
      'attestry.gate.v1.GateService/QueryGate': { addon: 'agent_governance' },
      'DELETE /api/control/session': { roles: ['admin', 'approver', 'auditor', 'member'] },
    })
  })

  test('the permissions it offers are those that a key can carry', async () => {
    const fields = await import(join(assets, 'fields.js'))
    expect(fields.PERMISSIONS).toEqual(PERMISSIONS)
  })
})

describe('what is served', () => {
  test('every page and asset comes with the strict policy, and is revalidated by its tag', async () => {
    const paths = [
      ...(await filesOf(assets)).map(({ path }) => `/console/${path}`),
      ...(await filesOf(docsAssets)).map(({ path }) => `/docs/${path}`),
      ...['/', '/console/', '/console/access.json', '/docs', '/docs/', '/docs/openapi.json'],
    ]
    for (const path of paths) {
      const response = await fetch(at.baseUrl + path)
      expect(response.status, path).toBe(200)
      const policy = response.headers.get('content-security-policy')
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).not.toMatch(/unsafe|https?:|\*/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      const again = await fetch(at.baseUrl + path, {
        headers: { 'if-none-match': response.headers.get('etag')! },
      })
      expect(again.status, path).toBe(304)
    }
  })

  test('what is not there, and paths that climb out, are 404 in the one error shape', async () => {
    for (const path of [
      '/nowhere',
      '/console/nothing.js',
      '/docs/nothing',
      '/console/..%2f..%2fpackage.json',
    ]) {
      const response = await fetch(at.baseUrl + path)
      expect(response.status, path).toBe(404)
      expect(await response.json()).toEqual({ error: { code: 'not_found', message: 'not found' } })
    }
    expect((await fetch(`${at.baseUrl}/console/main.js`, { method: 'POST' })).status).toBe(404)
  })

  test('no file names another origin, evaluates text or builds markup from text', async () => {
    for (const { path, text } of [...(await filesOf(assets)), ...(await filesOf(docsAssets))]) {
      expect(text.replaceAll('http://www.w3.org/2000/svg', ''), path).not.toMatch(/https?:\/\//)
      expect(text, path).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/,
      )
      if (path.endsWith('.html')) {
        expect(text, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on\w+=/)
      }
    }
  })
})
