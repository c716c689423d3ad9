import { solveBotCheck } from '../../src/testing/solved-bot-check.ts'
import { bottomBar, expectStep, reachVerifiedContact } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { BOOKING_CALL, book, bookButton, CHALLENGE_CALL, consentBox, reachReview } from './fixtures/review.ts'
import { PHONE } from './fixtures/windows.ts'

test('the review says when the bot check cannot be loaded, and runs it when the connection is back', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  let isOnline = false
  await page.route(CHALLENGE_CALL, async (route) =>
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

test('the button keeps the focus while the bot check runs anew after a refusal', async ({ page, portal }) => {
  await page.route(BOOKING_CALL, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await reachReview(page, portal)
  await consentBox(page).check()
  await expect(bookButton(page)).toBeEnabled()
  // The second check never ends.
  await page.route(CHALLENGE_CALL, () => {})
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
  await page.route(CHALLENGE_CALL, async (route) =>
    route.fulfill({ json: (await solveBotCheck(portal.ctx())).challenge }),
  )
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await book(page)
  expect(bookingCalls, 'the refused call and its repetition').toHaveLength(2)
})
