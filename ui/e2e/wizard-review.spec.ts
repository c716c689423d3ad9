import type { Locator, Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { solveBotCheck } from '../../src/testing/solved-bot-check.ts'
import { look } from './fixtures/look.ts'
import {
  book,
  bottomBar,
  easeBotCheck,
  expectStep,
  fillChild,
  ROSA,
  reachReview,
  reachVerifiedContact,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { heightInWindows, PHONE } from './fixtures/windows.ts'

/** The call by which the review books. */
const BOOKING_CALL = '**/api/booking/confirm'

function consentBox(page: Page): Locator {
  return page.getByRole('checkbox', { name: /Ich akzeptiere/ })
}

function bookButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Verbindlich reservieren' })
}

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

test('the review says when the bot check cannot be loaded, and runs it when the connection is back', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  let isOnline = false
  await page.route('**/api/bot-check/challenge', async (route) =>
    isOnline ? route.fulfill({ json: (await solveBotCheck(portal.ctx())).challenge }) : route.abort(),
  )
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await expect(bookButton(page)).toBeDisabled()
  await consentBox(page).check()
  const bar = bottomBar(page)
  await expect(bar).toContainText('Die Sicherheitsprüfung fehlt noch.')
  const checkFault = page.getByText('Die Sicherheitsprüfung konnte nicht geladen werden.')
  await expect(checkFault).toBeVisible()

  isOnline = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(checkFault).toBeHidden()
  await expect(bar).toContainText('Erstordination')
  await expect(bookButton(page)).toBeEnabled()
})

test('the review says whom to call when the booking fails', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  await page.route(BOOKING_CALL, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await reachReview(page, portal)
  await consentBox(page).check()
  await bookButton(page).click({ timeout: 60_000 })
  await expect(page.getByText('Buchung fehlgeschlagen')).toBeInViewport()
  await expect(page.getByText('+43 660 0000012')).toBeVisible()
})

test('the button keeps the focus while the bot check runs anew after a refusal', async ({ page, portal }) => {
  await page.route(BOOKING_CALL, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await reachReview(page, portal)
  await consentBox(page).check()
  await expect(bookButton(page)).toBeEnabled()
  // The second check never ends.
  await page.route('**/api/bot-check/challenge', () => {})
  await bookButton(page).press('Enter')
  await expect(page.getByText('Buchung fehlgeschlagen')).toBeVisible()
  const busyButton = page.getByRole('button', { name: 'Wird geprüft …' })
  await expect(busyButton).toBeDisabled()
  await expect(busyButton).toBeFocused()
})

test('a harder bot check that has become due meanwhile runs and books automatically', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  const refusal = { error: 'bot_check_failed', message: 'Die Sicherheitsprüfung muss noch einmal laufen.' }
  await page.route(BOOKING_CALL, (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 })
  const bookingCalls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/booking/confirm')) bookingCalls.push(request.url())
  })
  await reachVerifiedContact(page, portal)
  await page.route('**/api/bot-check/challenge', async (route) =>
    route.fulfill({ json: (await solveBotCheck(portal.ctx())).challenge }),
  )
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await book(page)
  expect(bookingCalls, 'the refused call and its repetition').toHaveLength(2)
})
