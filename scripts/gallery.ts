/**
 * `npm run gallery [-- SPEC …]` runs the browser tests for their states, and shows every page and state at
 * three widths, in light, dark, forced colours and text of twice the size, as one page of thumbnails:
 * ui/e2e/gallery/index.html. With names of specs it renews only the pictures of those.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallChromium, reportNoBrowser } from './chromium.ts'
import { freshBuild } from './fresh-build.ts'
import { galleryPage } from './gallery-page.ts'
import { ROOT, runNode, runTool } from './programs.ts'

const FOLDER = join(ROOT, 'ui/e2e/gallery')
const specs = process.argv.slice(2)

try {
  process.env.CHROMIUM = findOrInstallChromium()
  process.env.GALLERY = '1'
  if (specs.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  process.exitCode = (await freshBuild()) ? await makeGallery() : 1
} catch (error) {
  reportNoBrowser(error)
}

/** Returns the exit status of the browser tests: pictures are missing where one has failed. */
async function makeGallery(): Promise<number> {
  const config = ['--config', 'ui/e2e/playwright.config.ts']
  const status = await runTool('playwright', ['test', ...config, '--project=desk', '--retries=0', ...specs])
  if (specs.length === 0) await runNode([join(ROOT, 'scripts/preview-emails.ts')])
  const pictures = readdirSync(FOLDER).filter((file) => file.endsWith('.jpg'))
  writeFileSync(join(FOLDER, 'index.html'), galleryPage(pictures, listEmails()))
  console.log(`${pictures.length} pictures: ${join(FOLDER, 'index.html')}`)
  return status
}

/** Lists the pictures of e-mails; none where only some specs have ever run. */
function listEmails(): string[] {
  const folder = join(ROOT, 'email-previews')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((file) => file.endsWith('.png'))
}
