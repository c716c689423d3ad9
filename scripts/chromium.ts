import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { ROOT } from './programs.ts'

const APT = '/usr/bin/apt-get'
/**
 * Chromium without windows, with which the tests take half the processor time. It is therefore tried first.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const USUAL_PATHS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** There is no browser, and none could be installed. The message is a sentence for the developer. */
class NoBrowserError extends Error {}

/**
 * Returns the path of a Chromium for browser tests: CHROMIUM, one in the usual places, or Playwright's own.
 * Installs one if there is none, and the quicker headless shell in CI.
 * @throws an error for `reportNoBrowser`
 */
export function findOrInstallChromium(): string {
  const named = process.env.CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    throw new NoBrowserError(`CHROMIUM names a file that is not there: ${named}`)
  }
  if (process.env.CI !== undefined && !existsSync(HEADLESS_SHELL)) installPackage(['chromium-headless-shell'])
  const found = findChromium() ?? installChromium()
  if (found !== undefined) return found
  throw new NoBrowserError(
    'Browser tests need Chromium: install it (apt-get install chromium) or name it in CHROMIUM.',
  )
}

/** Prints the sentence of a missing browser, without a stack trace, and sets the exit status. */
export function reportNoBrowser(error: unknown): void {
  if (!(error instanceof NoBrowserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

// This file is a command too, so that `npm test` can install the browser while other checks run.
if (import.meta.main) {
  try {
    findOrInstallChromium()
  } catch (error) {
    reportNoBrowser(error)
  }
}

function findChromium(): string | undefined {
  return [...USUAL_PATHS, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * Installs Debian's package, because it brings its system libraries, and Playwright's download otherwise.
 */
function installChromium(): string | undefined {
  // Older distributions have only the whole browser.
  const installed = installPackage(['chromium-headless-shell', 'chromium']) || download()
  return installed ? findChromium() : undefined
}

/** Installs the first of these packages that the distribution has. Only root can. */
function installPackage(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false
  console.log(`Installing the package "${names[0]}" for the browser tests …`)
  const install = (name: string) => run(APT, ['install', '-qq', '-y', '--no-install-recommends', name])
  return run(APT, ['update', '-qq']) && names.some(install)
}

/** Lets Playwright download its own Chromium. Returns whether that has worked. */
function download(): boolean {
  console.log(
    'There is no Chromium for the browser tests: downloading it (npx playwright install chromium) …',
  )
  return run(process.execPath, [join(ROOT, 'node_modules/.bin/playwright'), 'install', 'chromium'])
}

/** Runs a command, of which only faults are printed. Returns whether it has worked within five minutes. */
function run(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * 60_000 })
  return status === 0
}
