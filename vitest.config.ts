import { defineConfig } from 'vitest/config'
import { DRIZZLE_FORMAT_HOOK } from './src/testing/test-program.ts'

/** These test the built program and pages. */
const BUILT = ['src/cli/**/*.test.ts', 'src/**/*.processes.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    // Generous, for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Test files share the modules that a worker has loaded, which saves two fifths of the processor time.
    isolate: false,
    // By default Vitest leaves one core idle, which is half of a machine with two. More workers than cores
    // were no faster.
    maxWorkers: '100%',
    execArgv: ['--import', DRIZZLE_FORMAT_HOOK],
    expect: {
      // A test without an assertion cannot fail.
      requireAssertions: true,
      // One second, the default, is too little on a busy machine. `waitUntil` waits as long.
      poll: { timeout: 30_000 },
    },
    projects: [
      { test: { name: 'server', include: ['src/**/*.test.ts'], exclude: BUILT } },
      { test: { name: 'browser code', include: ['ui/**/*.test.ts'], exclude: ['ui/e2e/**'] } },
      { test: { name: 'built', include: BUILT, globalSetup: 'scripts/fresh-build.ts' } },
    ],
  },
})
