import {
  chooseNextFree,
  codeIn,
  fillContact,
  linkTo,
  openTimes,
  reachVerifiedContact,
  requestEmailVerification,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

test('the link in the mail works on another device, even twice, and the wizard notices', async ({
  page,
  portal,
  browser,
}) => {
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  const mail = await requestEmailVerification(page, portal)
  const phonePage = await (await browser.newContext()).newPage()
  await phonePage.goto(linkTo(mail, '/email/verify'))
  await phonePage.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await phonePage.reload()
  await phonePage.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(phonePage.getByText('Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
})

test('an address whose domain has umlauts is mailed and verified', async ({ page, portal }) => {
  await openTimes(page)
  await chooseNextFree(page)
  await page.getByLabel('E-Mail', { exact: true }).fill('rosa@bücher.example')
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  const mail = await portal.mailTo('rosa@bücher.example', /Code$/)
  await page.getByLabel(/Code/).fill(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  expect(portal.rows('select recipient from messages')).toEqual([{ recipient: 'rosa@bücher.example' }])
})

test('a code may be pasted with spaces around and between its digits', async ({ page, portal }) => {
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  const code = codeIn(await requestEmailVerification(page, portal))
  await page.getByLabel(/Code/).focus()
  // Unlike `fill`, this respects the limit of the field.
  await page.keyboard.insertText(` ${[...code].join(' ')} `)
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
})

test('an address whose verification has expired meanwhile is verified again', async ({
  page,
  context,
  portal,
}) => {
  await reachVerifiedContact(page, portal)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Bitte E-Mail verifizieren, bevor Sie fortfahren.')).toBeVisible()
  await expect(page.getByText('E-Mail ist bestätigt.')).toHaveCount(0)
  await expect(page.getByLabel(/Code/)).toBeVisible()
})

test('the page says why an e-mail was not sent, but not once another address is typed', async ({ page }) => {
  await page.route('**/api/email/send', (route) =>
    route.fulfill({
      status: 429,
      json: { error: 'too_many', message: 'Zu viele E-Mails an diese Adresse.' },
    }),
  )
  await openTimes(page)
  await chooseNextFree(page)
  const emailField = page.getByLabel('E-Mail', { exact: true })
  await emailField.fill('rosa@example.at')
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText('Zu viele E-Mails an diese Adresse.')).toBeVisible()
  await emailField.fill('rosa.berger@example.at')
  await expect(page.getByText('Zu viele E-Mails an diese Adresse.')).toHaveCount(0)
})

test('a link that a mail program has cut off is called invalid, and leads to the booking', async ({
  page,
}) => {
  await page.goto('/email/verify')
  await expect(page.getByText('Ungültiger Link.')).toBeVisible()
  await page.getByRole('link', { name: 'Zur Buchungsseite' }).click()
  await expect(page).toHaveURL(/\/(#step-1)?$/)
})
