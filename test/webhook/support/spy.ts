import type { TestInstallation } from '../../harness/installation.ts'

/** Lists the calls to the database and to the key service that the services of an installation in one process make. */
export function spyOn(at: TestInstallation): { seen: string[]; restore(): void } {
  const seen: string[] = []
  const undo: (() => void)[] = []
  const watch = <T extends object>(
    target: T,
    method: keyof T,
    nameOf: (argument: unknown) => string,
  ): void => {
    const original = target[method]
    const bound = (original as (...args: unknown[]) => unknown).bind(target)
    target[method] = ((...args: unknown[]) => {
      seen.push(nameOf(args[0]))
      return bound(...args)
    }) as T[keyof T]
    undo.push(() => {
      target[method] = original
    })
  }
  for (const service of at.composition.services as unknown as Watched[]) {
    if (service.name !== 'ledger' && service.name !== 'ingestion') continue
    watch(service.ctx.db, 'query', (statement) => (statement as { name?: string }).name ?? 'unnamed')
    if (service.ctx.webhook !== undefined) watch(service.ctx.webhook.kms, 'decrypt', () => 'key service')
  }
  return {
    seen,
    restore: () => {
      for (const back of undo) back()
    },
  }
}

type Watched = {
  name: string
  ctx: { db: { query: unknown }; webhook?: { kms: { decrypt: unknown } } }
}
