import { wrongCodeFor } from '../../src/testing/factory.ts'
import { listen } from './fixtures/announcements.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import {
  chooseNextFree,
  codeIn,
  openTimes,
  ROSA,
  reachVerifiedContact,
  requestEmailVerification,
  svnrField,
} from './fixtures/patient.ts'
import { ADMIN, expect, test } from './fixtures/portal.ts'
import { book, reachReview } from './fixtures/review.ts'

// These tests check what screen readers say without being led there (docs/accessibility.md).

test('each step is announced, and the last one with what was reached', async ({ page, portal }) => {
  await page.goto('/')
  const heard = await listen(page)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect.poll(heard).toContain('Schritt 2 von 6 – Leistung')
  await page.getByRole('button', { name: 'Erstordination' }).click()
  await expect.poll(heard).toContain('Schritt 3 von 6 – Termin')
  await reachReview(page, portal)
  const heardAtLast = await listen(page)
  await book(page)
  await expect.poll(heardAtLast).toContain('Schritt 6 von 6 – Buchen: Reservierung erhalten')
})

test('the number of times is announced for each day that is chosen', async ({ page }) => {
  await openTimes(page)
  const heard = await listen(page)
  const heardNumbers = async () => (await heard()).filter((text) => /freie Zeit/.test(text))
  const days = page.getByRole('button', { name: /Zeiten? frei$/ })
  await days.first().click()
  await expect.poll(heardNumbers).toHaveLength(1)
  await days.nth(1).click()
  await expect.poll(heardNumbers).toHaveLength(2)
})

test('the number of times is announced on a device that takes long to draw them', async ({ page }) => {
  await openTimes(page)
  const heard = await listen(page)
  await page.evaluate(() => {
    // The page scrolls to the times as soon as it has them.
    Element.prototype.scrollIntoView = () => {
      const end = performance.now() + 150
      while (performance.now() < end);
    }
  })
  await page
    .getByRole('button', { name: /Zeiten? frei$/ })
    .first()
    .click()
  await expect.poll(async () => (await heard()).join()).toMatch(/freie Zeit/)
})

test('a day that is chosen outside the calendar does not draw screen readers into it', async ({ page }) => {
  await openTimes(page)
  await page.getByRole('button', { name: /^Nächster freier Termin/ }).click()
  await expect(page.getByRole('grid').getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})

test('an e-mail that was sent and a wrong code are announced while the field of the code has the focus', async ({
  page,
  portal,
}) => {
  await openTimes(page)
  await chooseNextFree(page)
  const heard = await listen(page)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(ROSA.email)
  const mail = await requestEmailVerification(page, portal)
  await expect.poll(heard).toContain(`Wir haben eine E-Mail an ${ROSA.email} geschickt.`)
  const code = page.getByLabel(/Code/)
  await code.press('Enter')
  await expect.poll(heard).toContain('Bitte alle sechs Ziffern eingeben.')
  await code.fill(wrongCodeFor(codeIn(mail)))
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^Dieser Code stimmt nicht\./))
})

test('an error of the field that has the focus already is announced', async ({ page }) => {
  await page.clock.install()
  // On a busy machine the window may get the focus only when the key is pressed. The field is read then.
  await expect(async () => {
    await page.goto('/meine-termine')
    const email = page.getByRole('textbox', { name: 'E-Mail' })
    await email.fill('rosa')
    const heard = await listen(page)
    await page.clock.fastForward('00:01')
    await email.press('Enter')
    await expect(page.getByText('Bitte gültige E-Mail eingeben.')).toBeVisible()
    expect(await heard()).toEqual(['Bitte gültige E-Mail eingeben.'])
  }).toPass()
})

test('an error of a field that takes the focus with it is read there only', async ({ page }) => {
  await page.goto(`/admin/login?email=${ADMIN.email}`)
  const password = fieldLabelled(page, 'Passwort')
  await expect(password).toBeFocused()
  const heard = await listen(page)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('Passwort ist erforderlich.')).toBeVisible()
  await expect(password).toBeFocused()
  expect(await heard()).toEqual([])
})

test('a failed sign-in is announced', async ({ page }) => {
  await page.goto(`/admin/login?email=${ADMIN.email}`)
  const password = fieldLabelled(page, 'Passwort')
  await expect(password).toBeFocused()
  const heard = await listen(page)
  await password.fill('ganz bestimmt falsch')
  await password.press('Enter')
  await expect.poll(heard).toEqual(['Login fehlgeschlagen.'])
})

test('an empty contact form is not called wrong, and says in which groups an answer is required', async ({
  page,
}) => {
  await openTimes(page)
  await chooseNextFree(page)
  const form = page.locator('form')
  await expect(page.getByRole('radiogroup', { name: 'Anrede' })).toHaveAttribute('aria-required', 'true')
  expect(await form.evaluate((element) => element.matches(':valid'))).toBe(true)
})

test('the social security number is announced once it is whole', async ({ page, portal }) => {
  await reachVerifiedContact(page, portal)
  const composed = page.getByRole('status', { name: 'Zusammengesetzte Nummer' })
  await svnrField(page).fill(ROSA.svnr.slice(0, 3))
  await expect(composed.locator('> [aria-hidden]')).toHaveCount(1)
  await svnrField(page).fill(ROSA.svnr)
  await expect(composed).toMatchAriaSnapshot(
    '- status "Zusammengesetzte Nummer": /\\d{4} \\d\\d \\d\\d \\d\\d/',
  )
})
