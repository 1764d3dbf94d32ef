import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ControlAccess, controlAccess } from '../../gateway/console/access.ts'
import { PERMISSIONS } from '../../services/kernel/permissions.ts'
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

/** Everything that the nouns name as an RPC or a door. */
// biome-ignore lint/suspicious/noExplicitAny: declarations of the console are plain JavaScript.
function doorsOf(value: any, found = new Set<string>()): Set<string> {
  if (typeof value === 'function' && value.length === 0) {
    const made = attempt(value)
    if (Array.isArray(made)) doorsOf(made, found)
  }
  if (typeof value !== 'object' || value === null) return found
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'rpc' || key === 'door') && typeof inner === 'string') found.add(inner)
    else doorsOf(inner, found)
  }
  return found
}

function attempt(fn: () => unknown): unknown {
  try {
    return fn()
  } catch {
    return undefined
  }
}

describe('what the console names', () => {
  const access: ControlAccess = controlAccess()

  test('every RPC is one that its proto opens to people', async () => {
    const { NOUNS } = await import(join(assets, 'nouns/index.js'))
    const named = doorsOf(NOUNS)
    for (const { text } of await filesOf(assets)) {
      for (const [, rpc] of text.matchAll(/'(attestry(?:\.\w+)+\/\w+)'/g)) named.add(rpc!)
    }
    expect(named.size).toBeGreaterThan(35)
    for (const rpc of [...named].filter((it) => !it.startsWith('GET '))) {
      expect(Object.keys(access)).toContain(rpc)
    }
  })

  test('every RPC that people can call for a change has its place in the console', async () => {
    const { NOUNS } = await import(join(assets, 'nouns/index.js'))
    const texts = (await filesOf(assets)).map(({ text }) => text).join('\n')
    const named = doorsOf(NOUNS)
    const missing = Object.keys(access).filter(
      (rpc) =>
        /\/(Create|Update|Revoke|Rotate|Resolve|Accept|Dismiss|Certify|Attest|Assess|Retire|Move|Disable|Reset|Change)/.test(
          rpc,
        ) &&
        !named.has(rpc) &&
        !texts.includes(rpc) &&
        !/Session\b|TreeService|SigningKey/.test(rpc),
    )
    expect(missing).toEqual([])
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
