/**
 * `npm run e2e [-- arguments of Playwright]` runs the browser tests against the built portal, in Chromium.
 */
import { findOrInstallChromium, reportNoBrowser } from './chromium.ts'
import { freshBuild } from './fresh-build.ts'
import { runTool } from './programs.ts'

try {
  process.env.CHROMIUM = findOrInstallChromium()
  const args = ['test', '--config', 'ui/e2e/playwright.config.ts', ...process.argv.slice(2)]
  process.exitCode = (await freshBuild()) ? await runTool('playwright', args) : 1
} catch (error) {
  reportNoBrowser(error)
}
