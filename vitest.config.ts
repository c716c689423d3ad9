import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'scripts/build-for-tests.ts',
    // Machines are noisy; a test that hangs is still ended.
    testTimeout: 60_000,
    projects: [
      { test: { name: 'server', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { name: 'browser code', include: ['ui/**/*.test.ts'], exclude: ['ui/e2e/**'] } },
    ],
  },
})
