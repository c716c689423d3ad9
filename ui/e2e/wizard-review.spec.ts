import type { Locator, Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { look } from './fixtures/look.ts'
import { bottomBar, expectStep, fillChild, ROSA, reachVerifiedContact } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import {
  BOOKING_CALL,
  BOT_CHECK_TIMEOUT_MS,
  bookButton,
  consentBox,
  easeBotCheck,
  reachReview,
} from './fixtures/review.ts'
import { heightInWindows, PHONE } from './fixtures/windows.ts'

/** Returns the distance from the top of the window to the element's bottom edge, in CSS pixels. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not shown')
  return box.y + box.height
}

/** Goes on a phone to the review of a patient who was born in 2012 and has no social security number. */
async function reachReviewOfMinor(page: Page, portal: Portal): Promise<void> {
  // With a provider of SMS, the form for a child has one more field.
  writeSettings(portal.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  await page.getByLabel('Jahr', { exact: true }).fill('2012')
  await page.getByRole('checkbox', { name: 'Ich habe keine österreichische' }).check()
  await easeBotCheck(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
}

test('the review of a minor has no salutation, and asks for consent below all data', async ({
  page,
  portal,
}) => {
  await reachReviewOfMinor(page, portal)
  await expect(page.getByText('Rosa Musterfrau')).toBeVisible()
  await expect(page.getByText('Frau Rosa'), 'nobody calls a minor so').toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const consent = consentBox(page)
  const lastOfData = page.getByRole('main').getByRole('definition').last()
  expect(await bottomOf(lastOfData)).toBeLessThan((await consent.boundingBox())?.y ?? 0)
  await expect(consent).toBeInViewport({ ratio: 1 })
  await expect(bookButton(page)).toBeInViewport({ ratio: 1 })
})

test('the form for a child, with a held time and an open code, fits three screens of a phone', async ({
  page,
  portal,
}) => {
  await reachReviewOfMinor(page, portal)
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
  expect(await heightInWindows(page), 'with the code, SMS and the clock').toBeLessThanOrEqual(3)
  await look(page, 'booking-4-child-held')
})

test('the review leads to the consent that is missing, and books nothing without it', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await reachReview(page, portal)
  const hint = bottomBar(page).getByRole('button', { name: 'Noch ein Haken' })
  await hint.click()
  await expect(consentBox(page)).toBeFocused()
  await expect(consentBox(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Space')
  await expect(bookButton(page)).toBeEnabled()

  await consentBox(page).uncheck()
  await expect(hint).toBeVisible()
  await bookButton(page).click()
  await expect(page.getByText('Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.')).toBeVisible()
  await expect(consentBox(page)).toBeFocused()
})

test('the review says whom to call when the booking fails', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  await page.route(BOOKING_CALL, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await reachReview(page, portal)
  await consentBox(page).check()
  await bookButton(page).click({ timeout: BOT_CHECK_TIMEOUT_MS })
  await expect(page.getByText('Buchung fehlgeschlagen')).toBeInViewport()
  await expect(page.getByText('+43 660 0000012')).toBeVisible()
})
