/** What stops each installation of this process that runs. Kept apart from `installation.ts`, which loads the modules of all services. */
export const running = new Set<() => Promise<void>>()

/** Stops all installations of this process that still run. */
export async function stopAll(): Promise<void> {
  for (const stop of running) await stop()
}
