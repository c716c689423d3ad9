/**
 * `npm run gallery [-- SPEC …]` takes a picture of every page and state that the browser tests reach, at
 * three widths, in light, dark, forced colours and doubled text size, and lists them as thumbnails in
 * ui/e2e/gallery/index.html. With names of specs it only renews the pictures of those.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallChromium, reportNoBrowser } from './chromium.ts'
import { freshBuild } from './fresh-build.ts'
import { galleryPage } from './gallery-page.ts'
import { PROJECT_ROOT, runNode, runTool } from './programs.ts'

const GALLERY_FOLDER = join(PROJECT_ROOT, 'ui/e2e/gallery')
const specs = process.argv.slice(2)

try {
  process.env.CHROMIUM = findOrInstallChromium()
  process.env.GALLERY = '1'
  if (specs.length === 0) rmSync(GALLERY_FOLDER, { recursive: true, force: true })
  mkdirSync(GALLERY_FOLDER, { recursive: true })
  process.exitCode = (await freshBuild()) ? await makeGallery() : 1
} catch (error) {
  reportNoBrowser(error)
}

/** Takes the pictures. Returns the exit status of the browser tests; a failed test leaves out pictures. */
async function makeGallery(): Promise<number> {
  const config = ['--config', 'ui/e2e/playwright.config.ts']
  const status = await runTool('playwright', ['test', ...config, '--project=desk', '--retries=0', ...specs])
  if (specs.length === 0) await runNode([join(PROJECT_ROOT, 'scripts/preview-emails.ts')])
  const pictures = readdirSync(GALLERY_FOLDER).filter((file) => file.endsWith('.jpg'))
  writeFileSync(join(GALLERY_FOLDER, 'index.html'), galleryPage(pictures, listEmails()))
  console.log(`${pictures.length} pictures: ${join(GALLERY_FOLDER, 'index.html')}`)
  return status
}

/** Lists the pictures of e-mails, which exist once the whole gallery was made. */
function listEmails(): string[] {
  const folder = join(PROJECT_ROOT, 'email-previews')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((file) => file.endsWith('.png'))
}
