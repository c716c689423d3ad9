/** `npm run letters`: writes every letter as HTML, as text and in pictures, for looking at. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { SAMPLE_EMAILS } from '../src/testing/sample-emails.ts'
import { NoBrowser, needChromium } from './chromium.ts'
import { ROOT } from './tools.ts'

const FOLDER = join(ROOT, 'letters')
/** The pane of a mail program, and a phone. */
const WIDTHS = [600, 360]
const THEMES = ['light', 'dark'] as const

try {
  const executablePath = needChromium()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  await writeLetters(executablePath)
  console.log(`${Object.keys(SAMPLE_EMAILS).length} letters: ${FOLDER}`)
} catch (fault) {
  if (!(fault instanceof NoBrowser)) throw fault
  console.error(fault.message)
  process.exitCode = 1
}

async function writeLetters(executablePath: string): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath, args })
  const page = await browser.newPage()
  for (const [name, { subject, text, html }] of Object.entries(SAMPLE_EMAILS)) {
    writeFileSync(join(FOLDER, `${name}.html`), html)
    writeFileSync(join(FOLDER, `${name}.txt`), `Betreff: ${subject}\n\n${text}`)
    await page.setContent(html)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 400 })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
    }
  }
  await browser.close()
}
