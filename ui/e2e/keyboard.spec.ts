import type { Page } from 'playwright/test'
import { press, tabTo } from './keys.ts'
import { ROSA, seesStep, svnrField } from './patient.ts'
import { expect, test } from './portal.ts'

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

test('the whole booking works by keyboard alone', async ({ page, portal }) => {
  await page.goto('/')
  await seesStep(page, 1)
  await press(page, page.getByRole('button', { name: 'Erstbesuch' }))
  await seesStep(page, 2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Erstordination' }), 'Space')
  await seesStep(page, 3)

  const grid = page.getByRole('grid')
  await expect(grid.getByRole('button', { disabled: false }).first()).toBeVisible()
  const days = grid.locator('button[tabindex="0"]')
  await tabTo(page, days.first())
  const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('PageDown')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .not.toBe(before)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const times = page.getByRole('group', { name: /mittag$/ }).getByRole('button')
  await press(page, times.first())
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await seesStep(page, 4)

  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await type(page, 'Vorname', ROSA.firstName)
  await type(page, 'Nachname', ROSA.lastName)
  await type(page, 'E-Mail', ROSA.email)
  await press(page, page.getByRole('button', { name: /bestätigen|verifizieren/i }).first())
  const mail = await portal.mailTo(ROSA.email, /bestätigen Sie Ihre E-Mail/)
  await page.getByLabel(/Code/).focus()
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '')
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await type(page, 'Telefon', ROSA.phone)
  await type(page, 'Adresse', ROSA.address)
  await type(page, 'PLZ', ROSA.zip)
  await type(page, 'Ort', ROSA.city)
  await type(page, 'Tag', ROSA.birth[0])
  await type(page, 'Monat', ROSA.birth[1])
  await type(page, 'Jahr', ROSA.birth[2])
  await tabTo(page, svnrField(page))
  await page.keyboard.type(ROSA.svnr)
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await seesStep(page, 5)

  await press(page, page.getByRole('checkbox', { name: /Ich akzeptiere/ }), 'Space')
  await press(page, page.getByRole('checkbox', { name: /Roboter/ }), 'Space')
  const book = page.getByRole('button', { name: 'Verbindlich reservieren' })
  await expect(book).toBeEnabled({ timeout: 60_000 })
  await press(page, book)
  await seesStep(page, 6)
})
