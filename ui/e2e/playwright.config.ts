import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'
// Saves two seconds for each process that imports drizzle, and must therefore come before such an import.
import '../../src/testing/drizzle-format-hook.ts'
import { DESK, PHONE } from './fixtures/windows.ts'

export default defineConfig({
  testDir: import.meta.dirname,
  // These are separate commands, not tests (README.md): `npm run pictures`, `lighthouse` and `calls`.
  testIgnore: [
    ...(process.env.README_PICTURES ? [] : ['**/readme-pictures.spec.ts']),
    ...(process.env.LIGHTHOUSE ? [] : ['**/lighthouse.spec.ts']),
    ...(process.env.CALLS ? [] : ['**/calls.spec.ts']),
  ],
  outputDir: join(import.meta.dirname, 'results'),
  // Workers wait at times, so one more than there are cores keeps all cores busy. More are no faster.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // On a busy machine even a long test ends within three minutes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  // A test that fails runs again to get a trace, but counts as failed even if it passes then.
  retries: 1,
  failOnFlakyTests: true,
  reporter: 'list',
  use: {
    locale: 'de-AT',
    // Animations take time, and a running transition could fail a contrast check.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Vienna',
    // Recording each step's page takes a seventh of the processor time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // A page lives for seconds, so optimising its code costs more time than it saves: a seventh of the
        // run.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  projects: [
    // Specs run in a desktop window. Three tags add a phone: `@runs-on-phone-only` runs a test only there,
    // `@runs-on-phone-too` there as well, and `@looks-on-phone` repeats each look of the desktop test in the
    // window of a phone (fixtures/look.ts).
    { name: 'desk', use: { viewport: DESK }, grepInvert: /@runs-on-phone-only/ },
    {
      name: 'phone',
      use: { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
      grep: /@runs-on-phone/,
    },
  ],
})
