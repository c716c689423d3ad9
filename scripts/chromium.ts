import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** A sentence for the person at the command line. */
export class NoBrowser extends Error {}

/** The browser on this machine: CHROMIUM, the usual places, Playwright's own. */
export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM
  if (asked) return existsSync(asked) ? asked : undefined
  return [...USUAL, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * The path of a Chromium for the browser walks; on a Debian machine without one, root installs Debian's.
 * @throws NoBrowser
 */
export function needChromium(): string {
  return findChromium() ?? installed() ?? refuse()
}

function installed(): string | undefined {
  if (process.env.CHROMIUM || process.getuid?.() !== 0) return undefined
  console.log('Installing Chromium …')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...args, '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium')
    ? findChromium()
    : undefined
}

function refuse(): never {
  throw new NoBrowser(
    process.env.CHROMIUM
      ? `CHROMIUM names a file that is not there: ${process.env.CHROMIUM}`
      : 'The browser walks need Chromium: install it (apt-get install chromium) or name it in CHROMIUM.',
  )
}
