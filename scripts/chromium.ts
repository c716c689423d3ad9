import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { ROOT } from './programs.ts'

const APT = '/usr/bin/apt-get'
/** The headless shell comes first, because the tests take half the time without a browser's windows. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** There is no browser, and none could be installed. The message is a sentence for the developer. */
export class NoBrowser extends Error {}

/**
 * Returns the path of a Chromium for browser tests: CHROMIUM, one in the usual places, or Playwright's own.
 * Installs one if there is none.
 * @throws NoBrowser
 */
export function needChromium(): string {
  const named = process.env.CHROMIUM
  if (named && !existsSync(named)) throw new NoBrowser(`CHROMIUM names a file that is not there: ${named}`)
  const found = named || findChromium() || installChromium()
  if (!found)
    throw new NoBrowser(
      'Browser tests need Chromium: install it (apt-get install chromium) or name it in CHROMIUM.',
    )
  return found
}

function findChromium(): string | undefined {
  return [...USUAL, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * Installs Debian's package as root, because it brings its system libraries, and Playwright's download
 * otherwise.
 */
function installChromium(): string | undefined {
  const installed = (process.getuid?.() === 0 && existsSync(APT) && installPackage()) || download()
  return installed ? findChromium() : undefined
}

function installPackage(): boolean {
  console.log(
    'There is no Chromium for the browser tests: installing the package "chromium-headless-shell" …',
  )
  const install = (name: string) => run(APT, ['install', '-qq', '-y', '--no-install-recommends', name])
  // Older distributions have only the whole browser.
  return run(APT, ['update', '-qq']) && (install('chromium-headless-shell') || install('chromium'))
}

function download(): boolean {
  console.log(
    'There is no Chromium for the browser tests: downloading it (npx playwright install chromium) …',
  )
  return run(process.execPath, [join(ROOT, 'node_modules/.bin/playwright'), 'install', 'chromium'])
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
