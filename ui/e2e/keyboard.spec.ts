import type { Locator, Page } from 'playwright/test'
import { press, tabStops, tabTo, typeInto } from './fixtures/keyboard.ts'
import { chooseNextFree, codeIn, expectStep, openTimes, ROSA, svnrField } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

// All tests here work without a mouse.

/** The names of the controls that Tab reaches in the contact form, in visual order. */
const FORM_STOPS = [
  'Für mich',
  'Frau',
  'Vorname',
  'Nachname',
  'Adresse',
  'Land',
  'PLZ',
  'Ort',
  'Tag',
  'Monat',
  'Jahr',
  'Sozialversicherungsnummer',
  'Das Datum auf meiner e-card weicht ab',
  'Ich habe keine österreichische Sozialversicherungsnummer',
  'Telefon',
  'E-Mail',
  'E-Mail bestätigen',
  'Auf diesem Gerät merken',
  'Zurück',
  'Weiter',
]

/** Tabs to the one day of the calendar that Tab reaches, once days can be chosen. Returns the calendar. */
async function tabToCalendar(page: Page): Promise<Locator> {
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('button', { disabled: false }).first()).toBeVisible()
  await tabTo(page, grid.locator('button[tabindex="0"]').first())
  return grid
}

/** Chooses the first time of a Tuesday about a month ahead, from the start page on. */
async function chooseTime(page: Page): Promise<void> {
  await page.goto('/')
  await expectStep(page, 1)
  await press(page, page.getByRole('button', { name: 'Erstbesuch' }))
  await expectStep(page, 2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Erstordination' }), 'Space')
  await expectStep(page, 3)

  await tabToCalendar(page)
  const focusedDay = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const dayBefore = await focusedDay()
  await page.keyboard.press('PageDown')
  await expect.poll(focusedDay).not.toBe(dayBefore)
  // No day can be chosen while the days of the month load.
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  // The Tuesday of the week is chosen, because the same day a month later can be a Sunday.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const times = page.getByRole('group', { name: /mittag$/ }).getByRole('button')
  await press(page, times.first())
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await expectStep(page, 4)
}

/** Types the contact, and verifies its e-mail address. */
async function typeContact(page: Page, portal: Portal): Promise<void> {
  const type = (label: string, text: string) => typeInto(page, page.getByLabel(label, { exact: true }), text)
  await tabTo(page, page.getByRole('radio', { name: 'Frau' }))
  await page.keyboard.press('Space')
  await type('Vorname', ROSA.firstName)
  await type('Nachname', ROSA.lastName)
  await type('Adresse', ROSA.address)
  await type('PLZ', ROSA.zip)
  await type('Ort', ROSA.city)
  await type('Tag', ROSA.birth.day)
  await type('Monat', ROSA.birth.month)
  await type('Jahr', ROSA.birth.year)
  await typeInto(page, svnrField(page), ROSA.svnr)
  await type('Telefon', ROSA.phone)
  await type('E-Mail', ROSA.email)
  await tabTo(page, page.getByRole('button', { name: 'E-Mail bestätigen' }))
  await page.keyboard.press('Enter')
  const mail = await portal.mailTo(ROSA.email, /^\d{6} ist Ihr Code$/)
  await expect(page.getByLabel(/Code/)).toBeFocused()
  await page.keyboard.type(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Auf diesem Gerät merken' })).toBeFocused()
}

test('a patient books an appointment, and the bot check is solved once', async ({ page, portal }) => {
  const challengeRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/bot-check/challenge')) challengeRequests.push(request.url())
  })
  await chooseTime(page)
  await typeContact(page, portal)
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await expectStep(page, 5)

  await press(page, page.getByRole('button', { name: 'Noch ein Haken' }))
  await expect(page.getByRole('checkbox', { name: /Ich akzeptiere/ })).toBeFocused()
  await page.keyboard.press('Space')
  const bookButton = page.getByRole('button', { name: 'Verbindlich reservieren' })
  // The button waits for the bot check: a second of work, and far longer on a busy machine.
  await expect(bookButton).toBeEnabled({ timeout: 60_000 })
  await press(page, bookButton)
  await expectStep(page, 6)
  expect(challengeRequests).toHaveLength(1)
})

test('End and Home lead to the last and the first free day of a week, though Sunday is closed', async ({
  page,
}) => {
  await page.goto('/?service=erstordination')
  await expectStep(page, 3)
  const grid = await tabToCalendar(page)
  // All days of the next week are ahead.
  await page.keyboard.press('ArrowDown')
  const freeDaysOfWeek = grid
    .getByRole('row')
    .filter({ has: page.locator(':focus') })
    .locator('button[data-free]')
  await page.keyboard.press('End')
  await expect(freeDaysOfWeek.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(freeDaysOfWeek.first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(freeDaysOfWeek.last()).toHaveAttribute('aria-pressed', 'true')
})

test('the day that keys have reached in another month stays outlined, even if nothing is free', async ({
  page,
}) => {
  // The page brings the free days of the month that it opens on, and of the next one.
  await page.route(/\/api\/slots\?.*summary=/, async (route) => {
    const days: { available_count: number }[] = await (await route.fetch()).json()
    await route.fulfill({ json: days.map((day) => ({ ...day, available_count: 0 })) })
  })
  await page.goto('/?service=erstordination')
  await expectStep(page, 3)
  const grid = await tabToCalendar(page)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  const reachedDay = grid.locator(':focus')
  await expect(reachedDay).toHaveAccessibleName(/nichts frei/)
  await expect(reachedDay).toHaveCSS('outline-style', 'solid')
})

test('Tab goes through the contact form in visual order', async ({ page }) => {
  await openTimes(page)
  await chooseNextFree(page)
  const stops = await tabStops(page)
  const stopsOfForm = stops.slice(stops.indexOf('Für mich'), stops.indexOf('Weiter') + 1)
  expect(stopsOfForm).toEqual(FORM_STOPS)
  const tops = await page
    .locator('form :is(h2, legend, label)')
    .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().top))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})
