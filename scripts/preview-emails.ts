/**
 * `npm run emails` writes every e-mail as HTML, as text and as pictures into email-previews/, and every SMS
 * as text.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { SAMPLE_EMAILS, SAMPLE_SMS } from '../src/testing/sample-emails.ts'
import { findOrInstallChromium, reportNoBrowser } from './chromium.ts'
import { PROJECT_ROOT } from './programs.ts'

const PREVIEW_FOLDER = join(PROJECT_ROOT, 'email-previews')
/** Widths of a mail program and of a phone, in pixels. */
const WIDTHS_IN_PIXELS = [600, 360]
const THEMES = ['light', 'dark'] as const

try {
  const executablePath = findOrInstallChromium()
  rmSync(PREVIEW_FOLDER, { recursive: true, force: true })
  mkdirSync(PREVIEW_FOLDER)
  await writeEmails(executablePath)
  const texts = Object.entries(SAMPLE_SMS).map(([kind, text]) => `${kind}\n${text}\n`)
  writeFileSync(join(PREVIEW_FOLDER, 'sms.txt'), texts.join('\n'))
  console.log(`${Object.keys(SAMPLE_EMAILS).length} e-mails: ${PREVIEW_FOLDER}`)
} catch (error) {
  reportNoBrowser(error)
}

async function writeEmails(executablePath: string): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath, args })
  const page = await browser.newPage()
  for (const [name, { subject, text, html }] of Object.entries(SAMPLE_EMAILS)) {
    writeFileSync(join(PREVIEW_FOLDER, `${name}.html`), html)
    writeFileSync(join(PREVIEW_FOLDER, `${name}.txt`), `Betreff: ${subject}\n\n${text}`)
    await page.setContent(html)
    for (const width of WIDTHS_IN_PIXELS) {
      await page.setViewportSize({ width, height: 400 })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: join(PREVIEW_FOLDER, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    }
  }
  await browser.close()
}
