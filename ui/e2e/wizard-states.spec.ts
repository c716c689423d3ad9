import { monthYear } from '../../src/shared/format.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { delayAnswers, refuse } from './fixtures/page.ts'
import {
  chooseNextFree,
  chooseService,
  codeIn,
  expectStep,
  fillContact,
  ROSA,
  reachReview,
  requestEmailVerification,
  svnrField,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

const PHONE = { width: 360, height: 740 }
const STATUS = '**/api/status'
const FILES = /\.(js|css|woff2)$/
const SERVICES = '**/api/services'
const SUMMARIES = /\/api\/slots\?.*summary=/
const DAYS = /\/api\/slots\?(?!.*summary=)/

test('the first steps say what is loading, what is missing and what failed', async ({ page }) => {
  const answer = await delayAnswers(page, STATUS)
  await refuse(page, SERVICES)
  await page.goto('/')
  await expect(page.getByText('Lade Status …')).toBeAttached()
  await answer()
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect(page.getByText('Services nicht ladbar')).toBeVisible()
  await page.unroute(SERVICES)
  await page.route(SERVICES, (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByText('Für diese Auswahl sind aktuell keine Leistungen hinterlegt.')).toBeVisible()
})

test('the first question can be read and answered before any other file has arrived', async ({ page }) => {
  const question = page.getByRole('heading', { name: 'Ist das Ihr erster Besuch bei uns?' })
  const practice = page.getByRole('link', { name: 'Ordination Dr. Demo Muster' })
  let arrive = await delayAnswers(page, FILES)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(question).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erstbesuch' })).toHaveCSS('border-radius', '12px')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await arrive()
  await expectStep(page, 2)

  await page.evaluate(() => localStorage.setItem('ui_theme', 'dark'))
  arrive = await delayAnswers(page, FILES)
  await page.reload({ waitUntil: 'commit' })
  await expect(practice).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(19, 25, 22)')
  await expect(question).toBeHidden()
  await arrive()
  await expectStep(page, 2)
})

test('a step whose files did not arrive comes by itself, with its look', async ({ page }) => {
  const files = /\/assets\/(.*\.css|step-service.*\.js)$/
  await page.route(files, (route) => route.abort())
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect(page.getByText('Dieser Schritt konnte nicht geladen werden.')).toBeVisible()
  await page.unroute(files)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectStep(page, 2)
  await expect(page.getByRole('region', { name: 'Auswahl und weiter' })).toHaveCSS('position', 'fixed')
})

test('the calendar says when a day has no free times', async ({ page }) => {
  await page.route(DAYS, (route) => route.fulfill({ json: [] }))
  await chooseService(page)
  await expect(page.getByText('Bitte einen Tag im aktuellen Monat wählen.')).toBeVisible()
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await page
    .getByRole('button', { name: /Zeiten frei$/ })
    .last()
    .click()
  await expect(page.getByText('Keine freien Zeiten für dieses Datum.')).toBeVisible()
})

test('without a time, "Weiter" says in its bar what is missing, and leads there', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await chooseService(page)
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
  const time = page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(bar.getByRole('alert')).toHaveText('Bitte wählen Sie zuerst eine freie Zeit.')
  await expect(page.locator(':focus')).toHaveAccessibleName(/Zeiten frei$/)
  await page.keyboard.press('Enter')
  await expect(time).toBeAttached()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(time).toBeFocused()
  await expect(time).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('alert')).toHaveCount(0)
  const chosen = bar.locator('b')
  await expect(chosen).toContainText(await time.innerText())
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(chosen, 'with text of twice the size').toBeInViewport({ ratio: 1 })
  expect(await chosen.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
})

test('the calendar opens at the next free day, which a phone shows without scrolling', async ({
  page,
  portal,
}) => {
  const nextMonth = Temporal.PlainDate.from(dayFromToday(0)).with({ day: 1 }).add({ months: 1 })
  closePractice(portal, 'Urlaub', dayFromToday(0), nextMonth.add({ days: 2 }).toString())
  await page.setViewportSize(PHONE)
  await chooseService(page)
  await expect(page.getByRole('heading', { name: monthYear(nextMonth.toString()) })).toBeVisible()
  const free = page.getByRole('button', { name: /Zeiten frei$/ }).first()
  const bottom = await free.evaluate((day) => day.getBoundingClientRect().bottom)
  const bar = await page.getByRole('region', { name: 'Auswahl und weiter' }).boundingBox()
  expect(bottom).toBeLessThan(bar?.y ?? 0)
  // Only the week of today and later ones.
  await page.getByRole('button', { name: 'Voriger Monat' }).click()
  await expect(page.getByRole('button', { name: /, heute/ })).toBeVisible()
  await expect(
    page
      .getByRole('row')
      .first()
      .getByRole('button', { name: /, heute/ }),
  ).toBeVisible()
})

test('free days that cannot be loaded are no full month, and come by themselves', async ({
  page,
  context,
}) => {
  await page.clock.install()
  const fault = page.getByText('Die freien Tage konnten nicht geladen werden.')
  await refuse(page, SUMMARIES)
  await chooseService(page)
  await expect(fault).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.unroute(SUMMARIES)
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('button', { name: /Zeiten frei$/ }).first()).toBeVisible()
  await expect(fault).toHaveCount(0)

  await context.setOffline(true)
  for (let month = 0; month < 3; month++) await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await expect(fault).toBeVisible()
  await page.getByRole('button', { name: 'Voriger Monat' }).click({ clickCount: 3 })
  await expect(page.getByRole('grid'), 'what was loaded is still there').toBeVisible()
  await page.getByRole('button', { name: 'Nächster Monat' }).click({ clickCount: 3 })
  await expect(page.getByRole('grid')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('the list says what is loading, what failed and when it has ended', async ({ page }) => {
  await refuse(page, DAYS)
  await chooseService(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByText('Termine nicht ladbar')).toBeVisible()
  await page.unroute(DAYS)
  // Only the first free day is left, so that the second load is the last one.
  let first: string | undefined
  let delay = Promise.withResolvers<void>()
  await page.route(SUMMARIES, async (route) => {
    const response = await route.fetch()
    const days = (await response.json()) as { date: string; available_count: number }[]
    first ??= days.find(({ available_count }) => available_count > 0)?.date
    await delay.promise
    await route.fulfill({ response, json: days.filter(({ date }) => date === first) })
  })
  await page.reload()
  await expect(page.getByText('Lade freie Zeiten…').first()).toBeAttached()
  delay.resolve()
  await expect(page.getByRole('button', { name: 'Mehr Termine anzeigen' })).toBeVisible()
  delay = Promise.withResolvers()
  await page.getByRole('button', { name: 'Mehr Termine anzeigen' }).click()
  await expect(page.getByText('Weitere Termine werden geladen…').first()).toBeAttached()
  delay.resolve()
  await expect(page.getByText('Aktuell keine weiteren Termine gefunden.')).toBeVisible()
})

test('a practice without free times says so', async ({ page }) => {
  await page.route(SUMMARIES, (route) => route.fulfill({ json: [] }))
  await chooseService(page)
  await expect(page.getByText('Derzeit keine offenen Termine verfügbar.').first()).toBeVisible()
})

test('the contact form says what is wrong until it is mended, and the next field keeps its place while the e-mail is verified', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await chooseService(page)
  await chooseNextFree(page)
  const email = page.getByRole('textbox', { name: 'E-Mail' })
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText('Bitte gültige E-Mail eingeben.')).toBeVisible()
  await email.fill(ROSA.email)
  await expect(page.getByText('Bitte gültige E-Mail eingeben.')).toBeHidden()

  const place = async () =>
    Math.round((await page.getByLabel('Adresse', { exact: true }).boundingBox())?.y ?? 0) +
    (await page.evaluate(() => scrollY))
  const before = await place()
  const mail = await requestEmailVerification(page, portal)
  const code = page.getByLabel(/Code/)
  await expect(code).toBeFocused()
  expect(await place(), 'after sending').toBe(before)
  await expect(page.getByText(/in dem Browser, in dem Sie buchen/).filter({ visible: true })).toBeVisible()
  await code.fill(String((Number(codeIn(mail)) + 1) % 1e6).padStart(6, '0'))
  await expect(page.getByText(/^Dieser Code stimmt nicht\./)).toBeVisible()
  const phoneTop = async () => (await page.getByLabel('Telefon').boundingBox())?.y ?? 0
  const phoneBefore = await phoneTop()
  await page.keyboard.type(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(page.getByLabel('Telefon')).toBeFocused()
  expect(await place(), 'the box is as high as its sentence').toBeLessThan(before - 100)
  expect(Math.abs((await phoneTop()) - phoneBefore), 'the next field stays in the window').toBeLessThan(100)

  await page.getByRole('button', { name: 'Weiter' }).click()
  const summary = page.getByText('Bitte füllen Sie alle Pflichtfelder aus')
  await expect(summary).toBeVisible()
  await page.getByLabel('Vorname').fill('R2D2')
  await expect(page.getByText(/^Bitte nur Buchstaben/)).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).fill('14')
  await expect(page.getByText(/^Bitte Tag, Monat und Jahr eingeben/)).toBeVisible()
  await fillContact(page)
  await expect(summary).toBeVisible()
  await svnrField(page).fill(ROSA.svnr)
  await expect(summary).toBeHidden()
  await expect(page.locator('optgroup[label="Beliebt"]')).toBeAttached()
  for (const name of ['Vorname', 'E-Mail', 'Telefon', 'Adresse', 'Land', 'PLZ', 'Ort', 'Jahr'])
    await expect(page.getByLabel(name, { exact: true }), name).toHaveAttribute('aria-required', 'true')
  await expect(page.getByRole('radio').first()).toHaveAttribute('required')

  // Postcodes of all countries, and none where there are none.
  await page.getByLabel('Land').selectOption('GB')
  await page.getByLabel('PLZ').fill('SW1A 1AA')
  await expect(page.getByLabel('PLZ')).toHaveValue('SW1A 1AA')
  await page.getByLabel('Land').selectOption('AE')
  await expect(page.getByLabel('PLZ (falls vorhanden)')).not.toHaveAttribute('aria-required')
})

test('the review says what is missing and leads there, and says when booking fails', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await page.route('**/api/booking/confirm', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  const answer = await delayAnswers(page, '**/api/bot-check/challenge')
  await reachReview(page, portal)
  const consent = page.getByRole('checkbox', { name: /Ich akzeptiere/ })
  const robot = page.getByRole('checkbox', { name: /Roboter/ })
  const reserve = page.getByRole('button', { name: 'Verbindlich reservieren' })
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })

  await expect(reserve).toBeDisabled()
  await bar.getByRole('button', { name: 'Noch zwei Haken' }).click()
  await expect(consent).toBeFocused()
  await page.keyboard.press('Space')
  await bar.getByRole('button', { name: 'Noch die Sicherheitsprüfung' }).click()
  await expect(robot).toBeFocused()
  await expect(robot).toBeInViewport({ ratio: 1 })
  await answer()
  await expect(robot).toBeChecked()
  await expect(bar).toContainText('Erstordination')

  await consent.uncheck()
  await expect(bar.getByRole('button', { name: 'Noch ein Haken' })).toBeVisible()
  await reserve.click()
  await expect(page.getByText('Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.')).toBeVisible()
  await expect(consent).toBeFocused()
  await page.keyboard.press('Space')
  await reserve.click()
  await expect(page.getByText('Buchung fehlgeschlagen')).toBeInViewport()
  await expect(page.getByText('+43 660 0000012')).toBeVisible()

  // While the patient reads, a harder check has become due: it runs and books by itself.
  await expect(robot).toBeChecked()
  await page.unroute('**/api/booking/confirm')
  const refusal = { error: 'bot_check_failed', message: 'Die Sicherheitsprüfung muss noch einmal laufen.' }
  await page.route('**/api/booking/confirm', (route) => route.fulfill({ status: 400, json: refusal }), {
    times: 1,
  })
  await reserve.click()
  await expectStep(page, 6)
})
