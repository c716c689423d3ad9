import type { Locator, Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { addDays, type Day, dayNumber, weekdayOf } from '../../src/shared/day.ts'
import { longDay, monthYear } from '../../src/shared/format.ts'
import { wrongCodeFor } from '../../src/testing/factory.ts'
import { solveBotCheck } from '../../src/testing/solved-bot-check.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { tabTo } from './fixtures/keyboard.ts'
import { look } from './fixtures/look.ts'
import { delayAnswers, doubleTap, keepCover, refuse, serverAnswer } from './fixtures/page.ts'
import {
  chooseNextFree,
  chooseService,
  codeIn,
  easeBotCheck,
  expectStep,
  fillChild,
  fillContact,
  openTimes,
  ROSA,
  reachVerifiedContact,
  requestEmailVerification,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { photograph } from './fixtures/photograph.ts'
import { expect, test } from './fixtures/portal.ts'

const PHONE = { width: 360, height: 740 }
const STATUS = '**/api/status'
const FILES = /\.(js|css|woff2)$/
const SERVICES = '**/api/services'
const SUMMARIES = /\/api\/slots\?.*summary=/
const DAYS = /\/api\/slots\?(?!.*summary=)/

/** The dark background of src/shared/palette.ts, as browsers write colours. */
const DARK_BACKGROUND = 'rgb(19, 25, 22)'

const FIRST_QUESTION = 'Ist das Ihr erster Besuch bei uns?'

/** The services are there too, so that a second tap would find them. */
async function openFirstStepOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  const services = page.waitForResponse(SERVICES)
  await page.goto('/')
  await expectStep(page, 1)
  await services
}

/** Leaves step 3 by a double tap. The cover of step 4 stays until the returned function is called. */
async function doubleTapToContact(page: Page): Promise<() => Promise<void>> {
  await page.setViewportSize(PHONE)
  await chooseService(page, 'Folgebesuch', 'Folgebehandlung')
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const lift = await keepCover(page)
  await doubleTap(page, 'Weiter')
  await expectStep(page, 4)
  return lift
}

/** The Friday of the week that is four weeks after the one of this day. */
function fridayOfFifthWeek(day: Day): Day {
  const daysSinceMonday = (weekdayOf(dayNumber(day)) + 6) % 7
  const monday = addDays(day, -daysSinceMonday)
  return addDays(monday, 4 * 7 + 4)
}

test('the first steps say what is loading, what is missing and what failed', async ({ page }) => {
  const answer = await delayAnswers(page, STATUS)
  await refuse(page, SERVICES)
  await page.goto('/')
  await expect(page.getByText('Lade Status …')).toBeAttached()
  await photograph(page, 'booking-0-loading')
  await answer()
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await test.step('services that cannot be loaded, or are none, say so', async () => {
    await expect(page.getByText('Services nicht ladbar')).toBeVisible()
    await photograph(page, 'booking-2-failed')
    await page.unroute(SERVICES)
    await page.route(SERVICES, (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: 'Neu laden' }).click()
    await expect(page.getByText('Für diese Auswahl sind aktuell keine Leistungen hinterlegt.')).toBeVisible()
    await photograph(page, 'booking-2-empty')
  })
})

test('round trips of 1.5 seconds are a slow line and no broken practice', async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'practice', { phone: '+43 1 2345678' })
  // Only the health answers before the step is there, which waits for nothing else either.
  const isThere = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    if (!route.request().url().endsWith('/api/health')) await isThere.promise
    // The page may have cancelled the call meanwhile.
    await route.continue().catch(() => undefined)
  })
  await page.goto('/?service=erstordination', { waitUntil: 'commit' })
  await expectStep(page, 3)
  isThere.resolve()
  const failure = page.getByText(/nicht erreichbar|nicht möglich/)
  // Three attempts of a second, and then the round trips of health and status (docs/behaviour.md 1.8).
  const maintenance = expect(failure).toBeVisible({ timeout: 6000 })
  await expect(maintenance).rejects.toThrow()
  await expectStep(page, 3)
})

test('the first question can be read and answered before any other file has arrived', async ({ page }) => {
  const arrive = await delayAnswers(page, FILES)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: FIRST_QUESTION })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erstbesuch' })).toHaveCSS('border-radius', '12px')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await arrive()
  await expectStep(page, 2)
})

test('a reload of a later step is dark and shows no first question before any other file has arrived', async ({
  page,
}) => {
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
  await page.evaluate(() => localStorage.setItem('ui_theme', 'dark'))
  const arrive = await delayAnswers(page, FILES)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Ordination Dr. Demo Muster' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', DARK_BACKGROUND)
  await expect(page.getByRole('heading', { name: FIRST_QUESTION })).toBeHidden()
  await arrive()
  await expectStep(page, 2)
})

test('a double tap on an answer of the first step chooses nothing in the next one', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await keepCover(page)
  await doubleTap(page, 'Folgebesuch')
  await expectStep(page, 2)
})

test('a key that is held down presses one button only', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await page.getByRole('button', { name: 'Folgebesuch' }).focus()
  for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expectStep(page, 2)
})

test('taps reach no field of a step that has just come', async ({ page }) => {
  await doubleTapToContact(page)
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  const ticked = page.getByRole('radio', { checked: true })
  for (const field of [page.getByRole('radio', { name: 'Frau' }), page.getByLabel('Vorname')]) {
    const box = await field.boundingBox()
    // Well inside of the field: a tap on its edge might miss it without any cover.
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await expect(field).not.toBeFocused()
    await expect(ticked, 'nobody but "Für mich"').toHaveCount(1)
  }
})

test('keys reach a step that has just come at once, and taps soon after', async ({ page }) => {
  const lift = await doubleTapToContact(page)
  await tabTo(page, page.getByLabel('Vorname'))
  await page.keyboard.type('Rosa')
  await expect(page.getByLabel('Vorname')).toHaveValue('Rosa')
  await lift()
  const duration = () =>
    page.locator('.new-step').evaluate((step) => getComputedStyle(step, '::after').animationDuration)
  expect(await duration()).toBe('0.4s')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /^Bitte füllen Sie/ })).toBeInViewport({
    ratio: 1,
  })
})

test('a step whose files did not arrive comes by itself, with its look', async ({ page }) => {
  const files = /\/assets\/(.*\.css|step-service.*\.js)$/
  await page.route(files, (route) => route.abort())
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect(page.getByText('Dieser Schritt konnte nicht geladen werden.')).toBeVisible()
  await page.unroute(files)
  // The page hears of it only after it has drawn the sentence, and may be opened anew then.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { level: 1, name: 'Leistung wählen' })).toBeVisible({
      timeout: 3000,
    })
  }).toPass()
  await expectStep(page, 2)
  await expect(page.getByRole('region', { name: 'Auswahl und weiter' })).toHaveCSS('position', 'fixed')
})

test('a step whose files did not arrive ahead comes by itself when it is reached', async ({ page }) => {
  const files = /\/assets\/step-service.*\.js$/
  await page.route(files, (route) => route.abort())
  const failedRequest = page.waitForEvent('requestfailed', (request) => files.test(request.url()))
  await page.goto('/')
  await failedRequest
  await page.unroute(files)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
})

test('the calendar offers five weeks or more, and says when a day has no free times', async ({ page }) => {
  await page.route(DAYS, (route) => route.fulfill({ json: [] }))
  await chooseService(page)
  await expect(page.getByText('Bitte einen Tag im aktuellen Monat wählen.')).toBeVisible()
  const caption = await page.getByRole('grid').getAttribute('aria-label')
  const late = page.getByRole('button', { name: /Zeiten frei$/ }).last()
  const today = dayFromToday(0)
  const fifthFriday = fridayOfFifthWeek(today)
  await expect(page.getByRole('button', { name: longDay(fifthFriday) })).toBeVisible()
  await late.click()
  await expect(page.getByText('Keine freien Zeiten für dieses Datum.')).toBeVisible()
  await expect(page.getByRole('grid'), 'a day of the next month turns no page').toHaveAccessibleName(
    `${caption}`,
  )
  await page.getByRole('button', { name: longDay(fifthFriday) }).focus()
  // Nothing is free on Saturday and Sunday.
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('button', { name: longDay(addDays(fifthFriday, 3)) }),
    'a key that turns the page takes the focus along',
  ).toBeFocused()
  await expect(page.getByRole('grid')).not.toHaveAccessibleName(`${caption}`)
})

test('without a time, "Weiter" says in its bar what is missing, and leads there', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
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
  const later = Temporal.PlainDate.from(dayFromToday(0)).with({ day: 1 }).add({ months: 3 })
  closePractice(portal, 'Urlaub', dayFromToday(0), later.add({ days: 2 }).toString())
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await expect(page.getByRole('heading', { name: monthYear(later.toString()) })).toBeVisible()
  const free = page.getByRole('button', { name: /Zeiten frei$/ }).first()
  const bottom = await free.evaluate((day) => day.getBoundingClientRect().bottom)
  const bar = await page.getByRole('region', { name: 'Auswahl und weiter' }).boundingBox()
  expect(bottom).toBeLessThan(bar?.y ?? 0)
  // Only the week of today and later ones.
  await page.getByRole('button', { name: 'Voriger Monat' }).click({ clickCount: 3 })
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
  await photograph(page, 'booking-3-failed')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.unroute(SUMMARIES)
  // Free days that could not be loaded are asked for again every 15 seconds.
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('button', { name: /Zeiten frei$/ }).first()).toBeVisible()
  await expect(fault).toHaveCount(0)

  await test.step('without a connection only loaded months are shown, until it is back', async () => {
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
    const response = await serverAnswer(route)
    const days = (await response.json()) as { date: string; available_count: number }[]
    first ??= days.find(({ available_count }) => available_count > 0)?.date
    await delay.promise
    await route.fulfill({ response, json: days.filter(({ date }) => date === first) })
  })
  await page.reload()
  await test.step('the list loads, and more on request until its end', async () => {
    await expect(page.getByText('Lade freie Zeiten…').first()).toBeAttached()
    await photograph(page, 'booking-3-list-loading')
    delay.resolve()
    await expect(page.getByRole('button', { name: 'Mehr Termine anzeigen' })).toBeVisible()
    delay = Promise.withResolvers()
    await page.getByRole('button', { name: 'Mehr Termine anzeigen' }).click()
    await expect(page.getByText('Weitere Termine werden geladen…').first()).toBeAttached()
    delay.resolve()
    const end = page.getByRole('status').filter({ hasText: 'Aktuell keine weiteren Termine gefunden.' })
    await expect(end, 'is announced').toBeVisible()
  })

  await test.step('a practice without free times says so', async () => {
    await page.unroute(SUMMARIES)
    await page.route(SUMMARIES, (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: 'Kalender' }).click()
    await page.reload()
    await expect(page.getByText('Derzeit keine offenen Termine verfügbar.').first()).toBeVisible()
    await photograph(page, 'booking-3-empty')
  })
})

/** How many screens of the phone the page is high. */
function screensOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
}

test('the next field keeps its place while the e-mail is verified', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await chooseNextFree(page)
  const email = page.getByRole('textbox', { name: 'E-Mail' })
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText('Bitte gültige E-Mail eingeben.')).toBeVisible()
  await email.fill(ROSA.email)
  await expect(page.getByText('Bitte gültige E-Mail eingeben.')).toBeHidden()

  const code = page.getByLabel(/Code/)
  const next = page.getByRole('checkbox', { name: 'Auf diesem Gerät merken' })
  const topInWindow = async () => (await next.boundingBox())?.y ?? 0
  const topInPage = async () => Math.round(await topInWindow()) + (await page.evaluate(() => scrollY))
  const before = await topInPage()
  const mail = await requestEmailVerification(page, portal)
  await expect(code).toBeFocused()
  expect(await topInPage(), 'after sending').toBe(before)
  expect(await screensOf(page), 'the form with the code').toBeLessThan(3)
  await code.fill(wrongCodeFor(codeIn(mail)))
  await expect(page.getByText(/^Dieser Code stimmt nicht\./)).toBeVisible()
  const beforeTyping = await topInWindow()
  await page.keyboard.type(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(next).toBeFocused()
  expect(await topInPage(), 'the box is as high as its sentence').toBeLessThan(before - 100)
  const moved = Math.abs((await topInWindow()) - beforeTyping)
  expect(moved, 'the next field stays in the window').toBeLessThan(100)
})

test('the contact form says what is wrong until it is mended', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await chooseNextFree(page)
  for (const group of ['Wer kommt?', 'Wie erreichen wir Sie?'])
    await expect(page.getByRole('heading', { level: 2, name: group })).toBeVisible()
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await verifyEmail(page, portal)
  await test.step('the form says what is missing, until nothing is', async () => {
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
  })

  await test.step('a country may have other postcodes, or none', async () => {
    await page.getByLabel('Land').selectOption('GB')
    await page.getByLabel('PLZ').fill('SW1A 1AA')
    await expect(page.getByLabel('PLZ')).toHaveValue('SW1A 1AA')
    await page.getByLabel('Land').selectOption('AE')
    await expect(page.getByLabel('PLZ (falls vorhanden)')).not.toHaveAttribute('aria-required')
  })
})

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

test('text of twice the size leaves room for six digits, and for the form above the bar', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await chooseNextFree(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
  const barHeight = async () => (await bar.boundingBox())?.height
  const overhang = (element: Element) => element.scrollWidth - element.clientWidth
  await expect(bar.locator('b'), 'the time is never cut').toBeInViewport({ ratio: 1 })
  expect(await bar.locator('b').evaluate(overhang)).toBeLessThanOrEqual(0)
  await expect(bar.getByText('Erstordination')).toBeHidden()
  expect(await barHeight()).toBeLessThanOrEqual(185)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(bar.getByRole('alert')).toContainText('Bitte füllen Sie alle Pflichtfelder aus')
  expect(await barHeight(), 'with a long sentence').toBeLessThanOrEqual(185)

  await test.step('six digits fit their field', async () => {
    await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
    await requestEmailVerification(page, portal)
    const code = page.getByLabel(/Code/)
    for (const width of [360, 320]) {
      await page.setViewportSize({ ...PHONE, width })
      await code.fill('')
      await code.pressSequentially('888888')
      await expect(code).toHaveValue('888888')
      expect(await code.evaluate(overhang), `six digits at ${width} px`).toBeLessThanOrEqual(0)
      const word = page.locator('label', { hasText: 'Code aus der' }).getByText('E-Mail', { exact: true })
      const lines = await word.evaluate((text) => text.getClientRects().length)
      expect(lines, `"E-Mail" on one line at ${width} px`).toBe(1)
    }
    await look(page, 'large-text-code')
  })
})

test('the review leads to what is missing, and says when the bot check or the booking fails', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  await page.route('**/api/booking/confirm', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  let online = false
  await page.route('**/api/bot-check/challenge', async (route) =>
    online ? route.fulfill({ json: (await solveBotCheck(portal.ctx())).challenge }) : route.abort(),
  )
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  const consent = page.getByRole('checkbox', { name: /Ich akzeptiere/ })
  const failed = page.getByText('Die Sicherheitsprüfung konnte nicht geladen werden.')
  const reserve = page.getByRole('button', { name: 'Verbindlich reservieren' })
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })

  await test.step('the bar leads to the consent, and a bot check that cannot be loaded says so', async () => {
    await expect(reserve).toBeDisabled()
    await bar.getByRole('button', { name: 'Noch ein Haken' }).click()
    await expect(consent).toBeFocused()
    await expect(consent).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Space')
    await expect(bar).toContainText('Die Sicherheitsprüfung läuft …')
    await expect(failed).toBeVisible()
  })

  await test.step('the check runs again by itself when the connection is back', async () => {
    online = true
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(failed).toBeHidden()
    await expect(bar).toContainText('Erstordination')
    await expect(reserve).toBeEnabled()
  })

  await test.step('without the consent nothing is booked, and a failure says whom to call', async () => {
    await consent.uncheck()
    await expect(bar.getByRole('button', { name: 'Noch ein Haken' })).toBeVisible()
    await reserve.click()
    await expect(
      page.getByText('Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.'),
    ).toBeVisible()
    await expect(consent).toBeFocused()
    await page.keyboard.press('Space')
    await reserve.click()
    await expect(page.getByText('Buchung fehlgeschlagen')).toBeInViewport()
    await expect(page.getByText('+43 660 0000012')).toBeVisible()
  })

  await test.step('a harder check that has become due meanwhile runs and books by itself', async () => {
    await expect(reserve).toBeEnabled()
    await page.unroute('**/api/booking/confirm')
    const refusal = { error: 'bot_check_failed', message: 'Die Sicherheitsprüfung muss noch einmal laufen.' }
    await page.route('**/api/booking/confirm', (route) => route.fulfill({ status: 400, json: refusal }), {
      times: 1,
    })
    await reserve.click()
    await expectStep(page, 6)
  })
})
