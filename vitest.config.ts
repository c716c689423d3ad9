import { defineConfig } from 'vitest/config'

/** These run the program or weigh the pages as they are shipped, and so need the build. */
const BUILT = ['src/cli/**/*.test.ts', 'src/**/*.processes.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    // Machines are noisy; a test that hangs is still ended.
    testTimeout: 60_000,
    projects: [
      { test: { name: 'server', include: ['src/**/*.test.ts'], exclude: BUILT } },
      { test: { name: 'browser code', include: ['ui/**/*.test.ts'], exclude: ['ui/e2e/**'] } },
      { test: { name: 'built', include: BUILT, globalSetup: 'scripts/build-for-tests.ts' } },
    ],
  },
})
