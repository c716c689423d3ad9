/**
 * `npm run help-pictures` makes the pictures of the page "Hilfe" from those of the gallery, so that they show
 * the present pages. Run `npm run gallery` first.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findOrInstallChromium } from './chromium.ts'
import { PROJECT_ROOT } from './programs.ts'

const GALLERY_FOLDER = join(PROJECT_ROOT, 'ui/e2e/gallery')
const PICTURES_FOLDER = join(PROJECT_ROOT, 'ui/admin/help/pictures')
/** Pixels of a picture; the gallery's are twice as wide. */
const PICTURE_SIZE = { width: 640, height: 400 }

type Situations = { SITUATIONS: Readonly<Record<string, { state: string }>> }
// A static import would not compile, because the pages are another TypeScript project.
const { SITUATIONS }: Situations = await import(join(PROJECT_ROOT, 'ui/admin/help/situations.ts'))

mkdirSync(PICTURES_FOLDER, { recursive: true })
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args })
const page = await browser.newPage({ viewport: PICTURE_SIZE })
for (const [topic, { state }] of Object.entries(SITUATIONS)) {
  const file = join(GALLERY_FOLDER, `${state}~1280~light.jpg`)
  if (!existsSync(file)) {
    console.error(`${topic}: the gallery has no state ${state}`)
    process.exitCode = 1
    continue
  }
  const base64 = readFileSync(file).toString('base64')
  await page.setContent(
    `<body style="margin:0"><img style="width:100%" src="data:image/jpeg;base64,${base64}"></body>`,
  )
  // The screenshot must wait until the picture is decoded. Scripts have no DOM types, hence the cast.
  await page
    .locator('img')
    .evaluate((image) => (image as unknown as { decode: () => Promise<void> }).decode())
  await page.screenshot({ path: join(PICTURES_FOLDER, `${topic}.jpg`), type: 'jpeg', quality: 70 })
}
await browser.close()
