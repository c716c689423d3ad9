import type { Locator, Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { solveBotCheck } from '../../src/testing/solved-bot-check.ts'
import { look } from './fixtures/look.ts'
import { easeBotCheck, expectStep, fillChild, ROSA, reachVerifiedContact } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/** Returns the height of the page in screens of the phone. */
function screensOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
}

test('the review of a minor asks for consent last, and the form for a child fits three screens', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  await test.step('the review has no salutation, and the consent below all data', async () => {
    await page.getByLabel('Jahr', { exact: true }).fill('2012')
    await page.getByRole('checkbox', { name: 'Ich habe keine österreichische' }).check()
    await easeBotCheck(page, portal)
    await page.getByRole('button', { name: 'Weiter' }).click()

    await expectStep(page, 5)
    await expect(page.getByText('Rosa Musterfrau')).toBeVisible()
    await expect(page.getByText('Frau Rosa'), 'nobody calls a minor so').toHaveCount(0)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const bottomOf = async (place: Locator) => {
      const box = await place.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const consent = page.getByRole('checkbox', { name: /Ich akzeptiere/ })
    const lastOfData = page.getByRole('main').getByRole('definition').last()
    expect(await bottomOf(lastOfData)).toBeLessThan((await consent.boundingBox())?.y ?? 0)
    await expect(consent).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Verbindlich reservieren' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('the form for a child fits three screens', async () => {
    await page.getByRole('button', { name: 'Ihre Daten ändern' }).click()
    await expectStep(page, 4)
    await fillChild(page)
    await page.getByLabel('Ihr Vorname').fill(ROSA.firstName)
    await page.getByLabel('Ihr Nachname').fill(ROSA.lastName)
    await page.getByLabel('Ihre E-Mail').fill('mutter@musterfrau.example')
    await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
    await expect(page.getByLabel(/Code/)).toBeFocused()
    await expect(page.getByRole('checkbox', { name: 'Erinnerung per SMS statt E-Mail' })).toBeVisible()
    await expect(page.getByText(/Für Sie reserviert, noch/)).toBeVisible()
    expect(await screensOf(page), 'with the code, SMS and the clock').toBeLessThanOrEqual(3)
    await look(page, 'booking-4-child-held')
  })
})

test('the review leads to what is missing, and says when the bot check or the booking fails', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  await page.route('**/api/booking/confirm', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  let isOnline = false
  await page.route('**/api/bot-check/challenge', async (route) =>
    isOnline ? route.fulfill({ json: (await solveBotCheck(portal.ctx())).challenge }) : route.abort(),
  )
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  const consent = page.getByRole('checkbox', { name: /Ich akzeptiere/ })
  const checkFault = page.getByText('Die Sicherheitsprüfung konnte nicht geladen werden.')
  const bookButton = page.getByRole('button', { name: 'Verbindlich reservieren' })
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })

  await test.step('the bar leads to the consent, and a bot check that cannot be loaded says so', async () => {
    await expect(bookButton).toBeDisabled()
    await bar.getByRole('button', { name: 'Noch ein Haken' }).click()
    await expect(consent).toBeFocused()
    await expect(consent).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Space')
    await expect(bar).toContainText('Die Sicherheitsprüfung läuft …')
    await expect(checkFault).toBeVisible()
  })

  await test.step('the check runs again by itself when the connection is back', async () => {
    isOnline = true
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(checkFault).toBeHidden()
    await expect(bar).toContainText('Erstordination')
    await expect(bookButton).toBeEnabled()
  })

  await test.step('without the consent nothing is booked, and a failure says whom to call', async () => {
    await consent.uncheck()
    await expect(bar.getByRole('button', { name: 'Noch ein Haken' })).toBeVisible()
    await bookButton.click()
    await expect(
      page.getByText('Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.'),
    ).toBeVisible()
    await expect(consent).toBeFocused()
    await page.keyboard.press('Space')
    await bookButton.click()
    await expect(page.getByText('Buchung fehlgeschlagen')).toBeInViewport()
    await expect(page.getByText('+43 660 0000012')).toBeVisible()
  })

  await test.step('a harder check that has become due meanwhile runs and books by itself', async () => {
    await expect(bookButton).toBeEnabled()
    await page.unroute('**/api/booking/confirm')
    const refusal = { error: 'bot_check_failed', message: 'Die Sicherheitsprüfung muss noch einmal laufen.' }
    await page.route('**/api/booking/confirm', (route) => route.fulfill({ status: 400, json: refusal }), {
      times: 1,
    })
    await bookButton.click()
    await expectStep(page, 6)
  })
})
