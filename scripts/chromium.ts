import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { PROJECT_ROOT } from './programs.ts'

const APT = '/usr/bin/apt-get'
/** The headless build of Chromium comes first, because it halves the processor time of the tests. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const USUAL_PATHS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Thrown when no browser is there or can be installed. Its message is written for the developer. */
class NoBrowserError extends Error {}

/**
 * Returns the path of a Chromium for browser tests: CHROMIUM, one in the usual places, or Playwright's own.
 * Installs one if there is none; in CI always the faster headless shell.
 * @throws an error for `reportNoBrowser`
 */
export function findOrInstallChromium(): string {
  const chosen = process.env.CHROMIUM
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new NoBrowserError(`CHROMIUM names a file that does not exist: ${chosen}`)
  }
  if (process.env.CI !== undefined && !existsSync(HEADLESS_SHELL)) installPackage(['chromium-headless-shell'])
  const found = findChromium() ?? installChromium()
  if (found !== undefined) return found
  throw new NoBrowserError(
    'Browser tests need Chromium: install it (apt-get install chromium) or name it in CHROMIUM.',
  )
}

/**
 * Reports a missing browser without a stack trace, and sets the exit status. Throws any other error again.
 */
export function reportNoBrowser(error: unknown): void {
  if (!(error instanceof NoBrowserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function findChromium(): string | undefined {
  return [...USUAL_PATHS, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * Installs Debian's package, because it brings its system libraries, and Playwright's download otherwise.
 */
function installChromium(): string | undefined {
  // Older distributions have no package of the headless shell.
  const installed = installPackage(['chromium-headless-shell', 'chromium']) || download()
  return installed ? findChromium() : undefined
}

/** Installs the first of these packages that the distribution offers. Returns false without root rights. */
function installPackage(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false
  console.log(`Installing the package "${names[0]}" for the browser tests …`)
  const install = (name: string) => run(APT, ['install', '-qq', '-y', '--no-install-recommends', name])
  return run(APT, ['update', '-qq']) && names.some(install)
}

/** Lets Playwright download its own Chromium. Returns whether that succeeded. */
function download(): boolean {
  console.log(
    'There is no Chromium for the browser tests: downloading it (npx playwright install chromium) …',
  )
  return run(process.execPath, [join(PROJECT_ROOT, 'node_modules/.bin/playwright'), 'install', 'chromium'])
}

/** Runs a command and shows only its errors. Returns whether it succeeded within five minutes. */
function run(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * 60_000 })
  return status === 0
}

// This file is a command too, so that `npm test` can install the browser while other checks run.
if (import.meta.main) {
  try {
    findOrInstallChromium()
  } catch (error) {
    reportNoBrowser(error)
  }
}
