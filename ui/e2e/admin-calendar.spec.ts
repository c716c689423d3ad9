import type { Locator, Page } from 'playwright/test'
import { suggestForMoves } from '../../src/booking/move-suggestions.ts'
import { moveByPatient } from '../../src/booking/patient-moves.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { setHolidayOpen } from '../../src/schedule/holidays.ts'
import { addDays } from '../../src/shared/day.ts'
import { fullDay, monthYear } from '../../src/shared/format.ts'
import { Problem } from '../../src/shared/problems.ts'
import { isoAt } from '../../src/time/vienna.ts'
import { expect, openAdminPage, openColdPage, test } from './fixtures/admin.ts'
import {
  addBooking,
  addWeek,
  closePractice,
  dayShown,
  expectStart,
  instantAt,
  nextMonday,
} from './fixtures/bookings.ts'
import { look } from './fixtures/look.ts'
import { pointIn, serverAnswer } from './fixtures/page.ts'
import { photograph } from './fixtures/photograph.ts'

const MONDAY = nextMonday()
const TUESDAY = addDays(MONDAY, 1)

async function openCalendar(
  page: Page,
  view: 'week' | 'day',
  date: string,
  open = openAdminPage,
): Promise<void> {
  await open(page, `/admin/bookings?view=${view}&date=${date}`, 'Termine')
  await expect(page.getByText(/^Kalenderwoche \d+, /)).toBeVisible()
  await expect(page.getByText('Lade Kalender …')).toHaveCount(0)
}

/** The alert of `/status` and six entries beside the charts, whatever the portal says. */
async function raiseAlerts(page: Page): Promise<void> {
  const entry = {
    level: 'warning',
    title: 'Odoo antwortet nicht',
    detail: 'Odoo ist nicht erreichbar.',
    href: '',
  }
  const status = {
    level: 'warning',
    message: 'Odoo ist nicht erreichbar. 2 Termine wurden in Odoo geändert.',
    reasons: [
      { message: 'Odoo ist nicht erreichbar.', href: '/admin' },
      { message: '2 Termine wurden in Odoo geändert.', href: '/admin' },
    ],
    counts: { requests: 0, failed: 0 },
  }
  // Every page asks for the status, and may be left before a real answer has come.
  await page.route('**/api/admin/status', (route) => route.fulfill({ json: status }))
  await page.route('**/api/admin/overview', async (route) => {
    const response = await serverAnswer(route)
    const alerts = Array.from({ length: 6 }, (_, i) => ({ ...entry, kind: `odoo ${i}` }))
    await route.fulfill({ response, json: { ...(await response.json()), alerts } })
  })
}

test('alerts move neither the page nor the charts, and an appointment fills its box', async ({
  page,
  portal,
}) => {
  await raiseAlerts(page)
  const heightOf = async (name: string) =>
    (await page.getByRole('region', { name }).boundingBox())?.height ?? 0
  await page.goto('/admin')
  await expect(page.getByRole('banner').getByText('2 Termine wurden')).toBeVisible()
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(72)
  const [charts, alerts] = [await heightOf('Auslastung, 14 Tage'), await heightOf('Bitte beachten')]
  expect(charts).toBeGreaterThan(200)
  expect(alerts - charts).toBeGreaterThan(100)

  addBooking(portal, MONDAY, '09:00')
  await openCalendar(page, 'week', MONDAY)
  const appointment = page.getByRole('button', { name: /^09:00 Musterfrau/ })
  const [box, day] = [await appointment.boundingBox(), await appointment.locator('..').boundingBox()]
  expect(box?.width).toBeCloseTo(day?.width ?? 0, 0)
  await expect(appointment).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const title = appointment.getByText('Musterfrau')
  await expect(title).toHaveCSS('hyphens', 'auto')
  await expect(title).toHaveCSS('overflow-wrap', 'break-word')

  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/admin/audit')
  await expect(page.getByRole('link', { name: 'Protokoll' })).toBeInViewport()
})

const SENTENCES = [
  '2 E-Mails und 1 SMS konnten nicht gesendet werden.',
  'Letzte Sicherung gestern 02:15.',
  'E-Mails warten seit 25 Minuten auf den Versand.',
]

test('the header is as high with an alert of three sentences as without, and a longer one is scrolled by keyboard', async ({
  page,
}) => {
  const alertOf = (messages: readonly string[]) => ({
    level: messages.length > 0 ? 'danger' : 'info',
    message: messages.join(' '),
    reasons: messages.map((message) => ({ message, href: '/admin/outbox' })),
    counts: { requests: 0, failed: 0 },
  })
  const header = page.getByRole('banner')
  const line = header.locator('[role=status]')
  const open = async (messages: readonly string[]) => {
    await page.route('**/api/admin/status', (route) => route.fulfill({ json: alertOf(messages) }))
    const answer = page.waitForResponse('**/api/admin/status')
    await page.goto('/admin/outbox')
    await answer
    await expect(line).toHaveText(messages.join(' '))
    // The alert can stand there before the page's own part has arrived.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const heightOf = async () => (await header.boundingBox())?.height ?? 0
  const overflow = () => line.evaluate((box) => box.scrollHeight - box.clientHeight)
  const windows = [
    { width: 1280, height: 900 },
    { width: 1024, height: 768 },
    { width: 360, height: 740 },
  ]
  const alone: Record<number, number> = {}
  await open([])
  for (const window of windows) {
    await page.setViewportSize(window)
    alone[window.width] = await heightOf()
  }
  await open(SENTENCES)
  for (const { width, height } of windows.toReversed()) {
    await page.setViewportSize({ width, height })
    await expect.poll(heightOf, { message: `${width} px` }).toBe(alone[width])
    if (width !== 1024) expect(await overflow(), `${width} px`).toBeLessThanOrEqual(1)
    if (width !== 1280) await look(page, `admin-alert-${width}`)
  }
  await open(Array(5).fill(SENTENCES).flat())
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height })
    await expect.poll(heightOf, { message: `${width} px` }).toBe(alone[width])
    await line.evaluate((box) => box.scrollTo(0, 0))
    await line.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => line.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  }
})

test('a week shows its appointments, blocked times and closed days', async ({ page, portal }) => {
  await openCalendar(page, 'week', MONDAY, openColdPage)
  await expect(page.getByText(/^Kalenderwoche \d+, keine Termine$/)).toBeVisible()
  const hint = page.getByText(/^Verschieben: Termin ziehen/)
  await expect(hint).toBeHidden()
  await page.getByRole('button', { name: 'Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Von')).toBeFocused()
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toContainText('Bitte einen gültigen Beginn angeben.')
  await expect(block.getByLabel('Von')).toBeFocused()
  await block.getByLabel('Tag').fill('31.2.')
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toContainText('Bitte ein Datum wie 3.12. angeben.')
  await block.getByRole('button', { name: 'Monat öffnen' }).click()
  await expect(block.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(block.getByRole('grid')).toHaveCount(0)
  await block.getByLabel('Tag').fill(dayShown(TUESDAY))
  await block.getByLabel('Von').fill('14')
  await block.getByLabel('Bis').fill('1700')
  await block.getByLabel('Titel').fill('Fortbildung')
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toBeHidden()
  await expect(page.getByRole('link', { name: 'Fortbildung bis 17:00' })).toBeVisible()

  addWeek(portal, MONDAY)
  closePractice(portal, 'Betriebsausflug', addDays(MONDAY, 2))
  await openCalendar(page, 'week', MONDAY)
  await expect(page.getByText(/^Kalenderwoche \d+, 12 Termine, 2 davon warten$/)).toBeVisible()
  await expect(hint).toBeVisible()
  await expect(page.getByText('Betriebsausflug')).toBeVisible()
  await page.getByRole('button', { name: /Mustermann M\..*wartet auf Bestätigung/ }).click()
  const card = page.getByRole('dialog', { name: 'Max Mustermann' })
  await expect(card).toContainText('Erstordination')
  await expect(card).toContainText('zum ersten Mal')
  await expect(card.getByRole('heading', { name: 'Max Mustermann' })).toBeFocused()
  await look(page, 'admin-card')
  // The calendar behind the card stays alive.
  const other = page.getByRole('button', { name: /^08:00 Musterfrau/ })
  await other.click()
  await expect(card).toHaveCount(0)
  const nextCard = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await expect(nextCard).toBeVisible()
  await other.click()
  await expect(nextCard).toHaveCount(0)
  await other.press('Enter')
  await nextCard.getByRole('button', { name: 'Alles ansehen' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(other).toBeFocused()
  const cancelled = page.getByRole('button', { name: /Ungenannt N\./ })
  await expect(cancelled).toHaveCount(0)
  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByLabel('Abgesagte zeigen').check()
  await page.keyboard.press('Escape')
  await expect(cancelled).toBeVisible()
  await page.getByRole('button', { name: 'Nächste Woche' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${addDays(MONDAY, 7)}`))
})

/** Top and bottom of what has this text, in the window. */
async function edges(target: Locator): Promise<{ top: number; bottom: number; left: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { top: box.y, bottom: box.y + box.height, left: box.x }
}

test('the whole working day fits a window of 800 pixels, in week and day', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  addWeek(portal, MONDAY)
  addBooking(portal, addDays(MONDAY, 4), '03:00', { name: 'Nora Nachtigall' })
  for (let i = 0; i < 6; i++)
    addBooking(portal, addDays(MONDAY, 3), `10:${i}0`, {
      name: `Impf Ling${'abcdef'[i]}`,
      minutes: 10,
    })
  await openCalendar(page, 'week', MONDAY)
  const entry = (name: RegExp) => page.getByRole('button', { name })
  const [first, last] = [entry(/^08:00 Musterfrau/), entry(/^18:30 Abendlich/)]
  // The hours of the night are there, and do not move the first look.
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(entry(/^03:00 Nachtigall/)).not.toBeInViewport()
  const boxes = await Promise.all(
    'abcdef'.split('').map((one) => edges(entry(new RegExp(`Ling${one} I\\.`)))),
  )
  for (const [i, box] of boxes.entries()) {
    expect(box.bottom - box.top).toBeGreaterThanOrEqual(23.9)
    if (i === 0) continue
    expect(box.left).toBe(boxes[0]?.left)
    expect(box.top).toBeGreaterThanOrEqual(boxes[i - 1]?.bottom ?? 0)
  }
  await expect(entry(/Linga I\./).locator('time')).toBeVisible()
  const tools = ['Heute', 'Vorige Woche', 'Nächste Woche', 'Zeit sperren', 'Anzeige', 'Woche']
  for (const name of tools) {
    const { top, bottom } = await edges(page.getByRole('button', { name, exact: true }))
    expect((top + bottom) / 2, name).toBeGreaterThan(90)
    expect((top + bottom) / 2, name).toBeLessThan(130)
  }
  await page
    .getByRole('button', { name: /03:00$/ })
    .first()
    .click()
  await expect(entry(/^03:00 Nachtigall/)).toBeInViewport()

  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByRole('button', { name: 'Bequem' }).click()
  await page.reload()
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(last).not.toBeInViewport()

  for (let at = 0; at < 12; at++)
    addBooking(portal, TUESDAY, `1${Math.floor(at / 6) + 4}:${at % 6}0`, {
      name: `Tag Zahl${at}`,
      minutes: 10,
    })
  await page.goto(`/admin/bookings?view=day&date=${TUESDAY}`)
  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByRole('button', { name: 'Kompakt' }).click()
  await page.keyboard.press('Escape')
  const rows = page.getByRole('list', { name: 'Tagesplan' }).getByRole('listitem')
  await expect(rows.first()).toBeInViewport({ ratio: 1 })
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
})

test('the date opens a month with the load of each day, a typed day is shown, and so is a month', async ({
  page,
  portal,
}) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'week', MONDAY)
  await page.keyboard.press('g')
  const month = page.getByRole('dialog', { name: 'Zu einem Tag' })
  const buttonOf = (name: string) => month.getByRole('button', { name })
  await expect(month.getByRole('button', { name: /, 5 Termine$/ })).toBeVisible()
  await expect(page.getByRole('button', { expanded: true, name: /\d{4}$/ })).toBeVisible()
  await look(page, 'admin-date')
  await expect(month.getByRole('grid', { name: monthYear(MONDAY) })).toBeVisible()
  // Its name is that of another month later.
  const grid = month.getByRole('grid')
  await expect(grid.getByRole('columnheader')).toHaveText(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
  const cell = (day: string) => grid.getByRole('gridcell').getByRole('button', { name: fullDay(day) })
  for (const control of [month.getByLabel('Datum'), ...['Voriger Monat', 'Nächster Monat'].map(buttonOf)]) {
    await expect(control).toBeFocused()
    await page.keyboard.press('Tab')
  }
  await expect(cell(MONDAY)).toBeFocused()
  await expect(cell(MONDAY)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(cell(addDays(MONDAY, 6))).toBeFocused()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await expect(cell(addDays(MONDAY, 6))).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(month).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`date=${addDays(MONDAY, -1)}`))
  await page.keyboard.press('g')
  const typed = addDays(MONDAY, 15)
  await page.keyboard.type('32.1.')
  await page.keyboard.press('Enter')
  await expect(month.getByText('Bitte ein Datum wie 3.12. angeben.')).toBeVisible()
  await month.getByLabel('Datum').fill(dayShown(typed))
  await page.keyboard.press('Enter')
  await expect(month).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`date=${typed}`))
  await expect(page.getByRole('button', { expanded: false, name: /\d{4}$/ })).toBeFocused()

  await page.goto(`/admin/bookings?view=month&date=${TUESDAY}`)
  const tuesday = page.getByRole('button', { name: /^Dienstag.*, 2 Termine$/ })
  await expect(tuesday).toBeVisible()
  await look(page, 'admin-month')
  await tuesday.click()
  await expect(page).toHaveURL(new RegExp(`view=day.*date=${TUESDAY}|date=${TUESDAY}.*view=day`))
  const name = page.getByRole('button', { name: /Scheinbar Anna/ })
  await name.press('Enter')
  const card = page.getByRole('dialog', { name: 'Anna Scheinbar' })
  await expect(card).toContainText('zum ersten Mal')
  await expect(card.getByRole('heading', { name: 'Anna Scheinbar' })).toBeFocused()
  await look(page, 'admin-card-day')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'Anna Scheinbar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(name).toBeFocused()
})

test('an appointment is entered during a telephone call', async ({ page, portal }) => {
  await openCalendar(page, 'day', TUESDAY)
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  const submit = form.getByRole('button', { name: 'Termin eintragen' })
  await expect(form.getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
  await expect(form.getByLabel('Datum', { exact: true })).toHaveValue(dayShown(TUESDAY))
  await submit.click()
  await expect(form).toContainText('Bitte eine Leistung wählen.')
  await expect(form.getByLabel('Leistung')).toBeFocused()

  await form.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
  const nine = form.getByRole('radio', { name: /^Dienstag.*, 09:00$/ })
  await nine.check()
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('09:00')
  await form.getByLabel('Vorname').fill('Rosa')
  await form.getByLabel('Nachname').fill('Musterfrau')
  await form.getByLabel('Telefon').fill('0664 1234567')
  // A colleague takes the time meanwhile.
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Schneller', minutes: 45 })
  await submit.click()
  await expect(form).toContainText(
    'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.',
  )
  await expect(form.getByLabel('Uhrzeit')).toBeFocused()
  await expect(nine).toHaveCount(0)

  await form.getByLabel('E-Mail').fill('rosa@')
  await form.getByLabel('Uhrzeit').fill('19.10')
  await form.getByLabel('E-Mail').focus()
  await expect(form.getByText('Sie können den Termin trotzdem eintragen.')).toBeVisible()
  await submit.click()
  await expect(form).toContainText('Die E-Mail hat kein gültiges Format.')
  await form.getByLabel('E-Mail').fill('rosa@musterfrau.example')
  await submit.click()
  const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await expect(details).toContainText('Bestätigt')
  // Nobody was asked for these.
  for (const label of ['SVNR', 'Geboren', 'Adresse']) await expect(details.getByText(label)).toHaveCount(0)
  await page.keyboard.press('Escape')
  const row = page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
  await expect(row).toContainText('19:10–19:50')
  await expect(row).toContainText('Akupunktur, zum ersten Mal')
  await expect(row).toContainText('Bestätigt')
  await expect(row.getByRole('link', { name: '+43 664 1234567' })).toHaveAttribute(
    'href',
    'tel:+436641234567',
  )
  await expect(page.getByText('frei 08:00–09:00')).toBeVisible()
  await page.getByRole('button', { name: '08:00–09:00 sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Tag')).toHaveValue(dayShown(TUESDAY))
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '08:00–09:00' })).toContainText('Gesperrt')
  await row.getByRole('button', { name: 'Termin von Rosa Musterfrau: Absagen' }).click()
  await details.getByRole('button', { name: /absagen/i }).click()
  await expect(details).toContainText('Storniert')
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(0)
})

test('a click on a free time opens the form for that time, which asks before data are lost, or blocks the time', async ({
  page,
  portal,
}) => {
  addBooking(portal, MONDAY, '08:00', { name: 'Max Mustermann' })
  await openCalendar(page, 'week', MONDAY)
  await page
    .getByRole('region', { name: /^Dienstag/ })
    .locator('[data-time="10:30"]')
    .click()
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(form.getByLabel('Datum', { exact: true })).toHaveValue(dayShown(TUESDAY))
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('10:30')

  await form.getByLabel('Nachname').fill('Musterfrau')
  const questions: string[] = []
  page.once('dialog', (question) => {
    questions.push(question.message())
    void question.dismiss()
  })
  await page.keyboard.press('Escape')
  await expect(form.getByLabel('Nachname')).toHaveValue('Musterfrau')
  expect(questions).toHaveLength(1)
  await form.getByRole('button', { name: 'nur die Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  for (const [label, value] of [
    ['Tag', dayShown(TUESDAY)],
    ['Von', '10:30'],
    ['Bis', '11:00'],
  ] as const)
    await expect(block.getByLabel(label)).toHaveValue(value)
})

test('a pressed time that is not free says why, and one in paddings only can be kept', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, TUESDAY, '09:00')
  portal.rows('update occupations set ends_at = ends_at + 600000 where booking_id = ?', id)
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await openCalendar(page, 'day', TUESDAY)
  await expect(page.getByText('frei 09:40–', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Warum ist 09:30 bis 09:40 nicht frei?' }).click()
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('09:30')
  await openCalendar(page, 'week', MONDAY)
  await page
    .getByRole('region', { name: /^Dienstag/ })
    .locator('[data-time="09:30"]')
    .click()
  await form.getByLabel('Leistung').selectOption({ label: 'Folgebehandlung, 30 Min' })
  await expect(form.getByText(/Nur die Zeit davor oder danach ist im Weg/)).toBeVisible()
  const keep = form.getByLabel('Trotzdem eintragen')
  await expect(keep).toBeVisible()
  const type = async (label: string, text: string) => {
    await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByLabel('Vorname').focus()
  }
  await type('Uhrzeit', '9.15')
  await expect(form.getByText(/09:00 bis 09:30: Rosa Musterfrau, Akupunktur/)).toBeVisible()
  await expect(keep).toHaveCount(0)
  await type('Uhrzeit', '')
  await type('Datum', dayShown(addDays(MONDAY, 6)))
  await expect(form.getByText(/Am Sonntag ist keine Arbeitszeit/)).toBeVisible()
  await type('Datum', dayShown(TUESDAY))
  await type('Uhrzeit', '9.30')
  await keep.check()
  await form.getByLabel('Vorname').fill('Max')
  await form.getByLabel('Nachname').fill('Mustermann')
  await form.getByLabel('Telefon').fill('0664 1234567')
  await form.getByRole('button', { name: 'Termin eintragen', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Max Mustermann' })).toContainText('Bestätigt')
  const times = portal.rows('select starts_at, ends_at from occupations order by starts_at')
  const at = (time: string) => instantAt(TUESDAY, time)
  expect(times).toEqual([
    { starts_at: at('09:00'), ends_at: at('09:30') },
    { starts_at: at('09:30'), ends_at: at('10:00') },
  ])
})

/** The point of the window at this time of a day. */
const pointOf = (page: Page, day: string, time: string) =>
  pointIn(page.locator(`[data-drop="${day}"]`).last(), time)

test('an appointment is dragged in the week by mouse, and gets a message or is taken back', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, MONDAY, '09:00', { service: 'Folgebehandlung' })
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Mustermann', minutes: 60 })
  await openCalendar(page, 'week', MONDAY)
  const entry = page.getByRole('button', { name: /Musterfrau R\./ })
  const dragTo = async (day: string, time: string) => {
    await entry.scrollIntoViewIfNeeded()
    const from = await pointOf(page, MONDAY, '09:10')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const { x, y } = await pointOf(page, day, time)
    await page.mouse.move(x, y, { steps: 5 })
  }

  await dragTo(TUESDAY, '09:30')
  await expect(page.getByText(/^Di \d+\. 09:00 → 09:15$/)).toBeVisible()
  await expect(page.getByText('belegt', { exact: true })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('belegt', { exact: true })).toBeHidden()
  await dragTo(TUESDAY, '10:30')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText(/→/)).toBeHidden()
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))

  await dragTo(TUESDAY, '12:10')
  await expect(page.getByText(/^Di \d+\. 09:00 → 12:00$/)).toBeVisible()
  await expect(page.getByText('außerhalb der Ordination')).toBeVisible()
  const later = await pointOf(page, TUESDAY, '10:32')
  await page.mouse.move(later.x, later.y)
  await expect(page.getByText('außerhalb der Ordination')).toBeHidden()
  await page.mouse.up()
  await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
  await expectStart(portal, id, instantAt(TUESDAY, '10:15'))
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.getByRole('button', { name: 'Nachricht hinzufügen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Rosa Musterfrau: verschieben' })
  await expect(sheet.getByRole('textbox', { name: 'Nachricht' })).toBeFocused()
  await expect(sheet.getByLabel('Uhrzeit')).toHaveValue('10:15')
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))
  await sheet.getByRole('button', { name: 'Zurück' }).click()
  await page.keyboard.press('Escape')

  // A colleague is quicker.
  portal.rows('update bookings set starts_at = starts_at + 60000 where id = ?', id)
  await dragTo(TUESDAY, '10:32')
  await page.mouse.up()
  await expect(page.getByText('Dieser Termin wurde gerade verschoben.')).toBeVisible()
  expect(portal.rows('select kind from messages')).toEqual([])
  portal.rows('update bookings set starts_at = starts_at - 60000 where id = ?', id)
  await page.reload()
  writeSettings(portal.ctx(), 'general', { notify_off: true })
  await dragTo(TUESDAY, '10:32')
  await page.mouse.up()
  await expect(page.getByText('bitte rufen Sie an')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
  await expect(page.getByText('bitte rufen Sie an')).toBeHidden()
})

test('an appointment of a day is dragged by a finger after a long press; an earlier movement scrolls', {
  tag: '@phone-only',
}, async ({ page, portal }) => {
  const id = addBooking(portal, MONDAY, '09:00', { service: 'Folgebehandlung' })
  for (const [i, name] of ['Max Mustermann', 'Emil Probst', 'Karl Testfall', 'Nina Niemand'].entries())
    addBooking(portal, MONDAY, `1${i}:30`, { name })
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await openCalendar(page, 'day', MONDAY)
  const row = page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
  const press = async () => {
    const box = await row.getByText('Folgebehandlung').boundingBox()
    const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 5 }
    await touch('touchStart', at)
    return at
  }

  const before = await page.evaluate(() => scrollY)
  // A slow tap with an unsteady finger moves nothing.
  const tap = await press()
  await expect(page.getByText(/Zum Abbrechen hier loslassen/)).toBeVisible()
  await touch('touchMove', { x: tap.x, y: tap.y + 9 })
  await touch('touchMove', { x: tap.x, y: tap.y + 20 })
  await touch('touchEnd')
  await expect(page.getByText(/Zum Abbrechen hier loslassen/)).toBeHidden()
  await press()
  await expect(page.getByText(/Zum Abbrechen hier loslassen/)).toBeVisible()
  await touch('touchMove', await pointOf(page, MONDAY, '10:40'))
  await expect(page.getByText('belegt', { exact: true })).toBeVisible()
  await touch('touchMove', await pointOf(page, MONDAY, '15:01'))
  await expect(page.getByText(/^Mo \d+\. 09:00 → 15:00$/)).toBeVisible()
  await touch('touchEnd')
  await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
  await expect(row).toContainText('15:00–15:30')
  expect(portal.rows(`select 1 from events where kind = 'moved'`)).toHaveLength(1)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).tap()
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))

  const at = await press()
  for (const by of [20, 60, 120]) await touch('touchMove', { x: at.x, y: at.y - by })
  await touch('touchEnd')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await expect(page.getByText(/Zum Abbrechen hier loslassen/)).toBeHidden()
})

test('the practice is closed for some days, opens on a public holiday, and hears of an absence that is deleted already', async ({
  page,
  portal,
}) => {
  const nextYear = String(new Date().getFullYear() + 1)
  setHolidayOpen(portal.ctx(), `${nextYear}-12-08`, false)
  const first = addBooking(portal, TUESDAY, '09:00')
  const second = addBooking(portal, addDays(MONDAY, 2), '10:00', {
    name: 'Max Mustermann',
    status: 'requested',
  })
  const later = addBooking(portal, addDays(MONDAY, 5), '09:00', { service: 'Folgebehandlung' })
  moveByPatient(portal.ctx(), later, { start: instantAt(TUESDAY, '10:00'), message: '' })
  await page.goto('/admin/absences')
  await page.getByRole('button', { name: 'Ordination schließen' }).click()
  const closure = page.getByRole('dialog', { name: 'Ordination schließen' })
  await closure.getByLabel('Titel').fill('Urlaub')
  await closure.getByLabel('Grund').fill('Betriebsurlaub')
  await closure.getByLabel('Letzter Tag').fill(addDays(MONDAY, 4))
  await closure.getByLabel('Erster Tag').fill(addDays(MONDAY, 5))
  await closure.getByRole('button', { name: 'Ordination schließen' }).click()
  await expect(closure).toContainText('Der letzte Tag darf nicht vor dem ersten liegen.')
  await closure.getByLabel('Erster Tag').fill(MONDAY)
  await closure.getByRole('button', { name: 'Ordination schließen' }).click()
  await expect(closure).toContainText('In dieser Zeit stehen schon 2 Termine.')
  await expect(closure).toContainText('Eine angefragte Verschiebung in diese Zeit wird abgelehnt.')
  await expect(closure.getByRole('link', { name: 'Rosa Musterfrau' })).toHaveAttribute('href', /booking=/)
  await closure.getByRole('button', { name: 'Trotzdem schließen' }).click()
  const after = page.getByRole('dialog', { name: 'Die Ordination ist geschlossen.' })
  const newTimes = after.getByRole('group', { name: /^Neue Zeit/ }).getByRole('radio')
  await expect(newTimes).toHaveCount(6)
  await look(page, 'closure-conflicts')
  await after.getByRole('checkbox', { name: 'Max Mustermann' }).uncheck()
  await expect(newTimes).toHaveCount(3)
  await newTimes.nth(1).check({ force: true })
  await after.getByLabel('Nachricht an alle').fill('Wir sind auf Urlaub.')
  const [suggested] = suggestForMoves(portal.ctx(), [first, second])
  const taken = suggested?.outcome instanceof Problem ? undefined : suggested?.outcome.starts[1]
  const [takenDay = '', takenTime = ''] = isoAt(taken ?? 0).split('T')
  addBooking(portal, takenDay, takenTime.slice(0, 5), { name: 'Otto Schneller' })
  await after.getByRole('button', { name: '1 Termin verschieben' }).click()
  await expect(after.getByRole('alert')).toHaveText(/gerade vergeben worden/)
  await after.getByRole('button', { name: '1 Termin verschieben' }).click()
  const moved = after.getByRole('listitem').filter({ hasText: 'Rosa Musterfrau' })
  await expect(moved).toContainText(/Neue Zeit: .* Termin wurde verschoben und der Patient informiert/)
  await after.getByRole('button', { name: 'Später' }).click()
  expect(
    portal.rows(`select 1 from messages where kind = 'moved' and text like '%Wir sind auf Urlaub.%'`),
  ).toHaveLength(1)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Termine in geschlossener Zeit' }).click()
  await page.getByRole('button', { name: 'Verschieben oder absagen' }).click()
  const rest = page.getByRole('dialog', { name: 'Termine in geschlossener Zeit' })
  await rest.getByRole('button', { name: 'Absagen', exact: true }).click()
  await rest.getByLabel('Patientinnen und Patienten benachrichtigen').uncheck()
  await expect(rest.getByLabel('Nachricht an alle')).toBeHidden()
  await rest.getByRole('button', { name: '1 Termin absagen' }).click()
  await expect(rest).toContainText('Der Patient bekommt wie gewünscht keine Nachricht.')
  await rest.getByRole('button', { name: 'Fertig' }).click()
  await expect(page.getByRole('heading', { name: 'Termine in geschlossener Zeit' })).toHaveCount(0)
  await expect(page.getByText('Für Patienten: Betriebsurlaub')).toBeVisible()

  const holiday = page.getByRole('checkbox', { name: /geöffnet.*Mariä Empfängnis/ })
  await page.getByLabel('Jahr', { exact: true }).selectOption(nextYear)
  await holiday.check()
  closePractice(portal, 'Fortbildung', addDays(MONDAY, 14))
  await page.reload()
  await page.getByLabel('Jahr', { exact: true }).selectOption(nextYear)
  await expect(holiday).toBeChecked()

  await page.getByRole('button', { name: /„Urlaub“.*löschen/ }).click()
  await page.getByRole('button', { name: '„Urlaub“ löschen', exact: true }).click()
  await expect(page.getByText('Für Patienten: Betriebsurlaub')).toHaveCount(0)
  // A colleague is quicker.
  await page.getByRole('button', { name: /„Fortbildung“.*löschen/ }).click()
  portal.rows('delete from absences')
  await page.getByRole('button', { name: '„Fortbildung“ löschen', exact: true }).click()
  await expect(page.getByText('Diese Abwesenheit gibt es nicht mehr.')).toBeVisible()
})

test('the list of a day is printed without the buttons', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'day', MONDAY)
  await page.getByRole('link', { name: 'Tagesliste' }).click()
  await expect(page.getByRole('row', { name: /08:00.*Rosa Musterfrau/ })).toBeVisible()
  await expect(page.getByText('Nina Ungenannt')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await photograph(page, 'admin-print-day')
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Notiz' })).toBeVisible()
})

test('a calendar feed is created, shown once and removed', async ({ page, portal }) => {
  await page.goto('/admin/feeds')
  await expect(page.getByText('Noch gibt es keines.')).toBeVisible()
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await expect(page.getByText('Bitte einen Titel angeben.')).toBeVisible()
  await page.getByLabel('Titel').fill('Telefon der Ärztin')
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  const address = await page.getByLabel('Adresse des Abos').inputValue()
  expect((await page.request.get(address)).headers()['content-type']).toContain('text/calendar')
  await expect(page.getByText('nur Initialen, seit')).toBeVisible()
  expect(JSON.stringify(portal.dump())).not.toContain(address.split('/').at(-2))
  await page.getByRole('button', { name: 'Abo „Telefon der Ärztin“ beenden' }).click()
  await page.getByRole('button', { name: '„Telefon der Ärztin“ beenden', exact: true }).click()
  await expect(page.getByText('Noch gibt es keines.')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})
