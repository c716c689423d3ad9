import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'playwright/test'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const DESK = { viewport: { width: 1280, height: 900 } }

export default defineConfig({
  testDir: import.meta.dirname,
  testIgnore: process.env.README_PICTURES ? [] : '**/readme-pictures.spec.ts',
  outputDir: join(import.meta.dirname, 'results'),
  // One more than cores, since each waits for a page in part of its time.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // Long enough for a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    locale: 'de-AT',
    timezoneId: 'Europe/Vienna',
    // Recording a picture of every moment takes a quarter of the processor time; the trace has each step's
    // page without.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'desk', use: DESK, grepInvert: /@phone-only/ },
    { name: 'phone', use: PHONE, grep: /@phone/ },
  ],
})
