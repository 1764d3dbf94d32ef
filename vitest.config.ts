import { defineConfig } from 'vitest/config'

/** `unit`: pure, beside the code. `system`: boots PostgreSQL, HTTP servers, processes; one cluster for the whole run. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['services/**/*.test.ts', 'gateway/**/*.test.ts', 'verifier/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/harness/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
