import { type AdminClients, adminClients } from '../../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { openPage, type Page } from './browser.ts'
import { builtConsole } from './built.ts'

/** The console of an installation, and a browser with an empty page. */
export type BootedConsole = Page & {
  at: TestInstallation
  /** Makes clients of services, as the administrator. */
  client: AdminClients
}

export async function bootConsole(options: BootOptions = {}): Promise<BootedConsole> {
  await builtConsole()
  const at = await bootInstallation({ env: options.env })
  const browser = await openPage(options.size)
  return {
    ...browser,
    at,
    client: adminClients(at),
    async close() {
      await browser.close()
      await at.stop()
    },
  }
}

/** `size`: of the window. */
type BootOptions = { env?: NodeJS.ProcessEnv; size?: { width: number; height: number } }
