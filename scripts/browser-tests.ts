import { NoBrowser, needChromium } from './chromium.ts'
import { freshBuild } from './fresh-build.ts'
import { runTool } from './tools.ts'

/** Walks through the built portal in a real browser; the answer is the exit status. */
export async function runBrowserTests(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  if (!(await freshBuild())) return 1
  try {
    const browser = needChromium()
    const playwright = ['test', '--config', 'ui/e2e/playwright.config.ts', ...args]
    return await runTool('playwright', playwright, { env: { ...process.env, CHROMIUM: browser, ...env } })
  } catch (fault) {
    if (!(fault instanceof NoBrowser)) throw fault
    console.error(fault.message)
    return 1
  }
}
