import type { Locator, Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { expect, test } from './fixtures/admin.ts'
import { closePractice, dayShown } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, TUESDAY } from './fixtures/calendar.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import { look } from './fixtures/look.ts'
import { photograph } from './fixtures/photograph.ts'
import { addWeek } from './fixtures/sample-weeks.ts'

/** The sentence that appointments can be dragged, which an empty week does not need. */
function dragHint(page: Page): Locator {
  return page.getByText(/^Verschieben: Termin ziehen/)
}

test('an empty week needs no hint on dragging', async ({ page }) => {
  await openCalendar(page, 'week', MONDAY, openWithFewRequests)
  await expect(page.getByText(/^Kalenderwoche \d+, keine Termine$/)).toBeVisible()
  await expect(dragHint(page)).toBeHidden()
})

test('the form for blocked time says what is wrong', async ({ page }) => {
  await openCalendar(page, 'week', MONDAY)
  await page.getByRole('button', { name: 'Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Von')).toBeFocused()
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toContainText('Bitte einen gültigen Beginn angeben.')
  await expect(block.getByLabel('Von')).toBeFocused()
  await block.getByLabel('Tag').fill('31.2.')
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toContainText('Bitte ein Datum wie 3.12. angeben.')
})

test('the practice blocks time in a week', async ({ page }) => {
  await openCalendar(page, 'week', MONDAY)
  await page.getByRole('button', { name: 'Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
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
})

test('a week counts its appointments, names a closed day, and shows cancelled ones on request', async ({
  page,
  portal,
}) => {
  addWeek(portal, MONDAY)
  closePractice(portal, 'Betriebsausflug', addDays(MONDAY, 2))
  await openCalendar(page, 'week', MONDAY)
  // The cancelled and the rejected appointment of the week do not count.
  await expect(page.getByText(/^Kalenderwoche \d+, 12 Termine, 2 davon warten$/)).toBeVisible()
  await expect(dragHint(page)).toBeVisible()
  await expect(page.getByText('Betriebsausflug')).toBeVisible()
  const buttonOfCancelled = page.getByRole('button', { name: /Ungenannt N\./ })
  await expect(buttonOfCancelled).toHaveCount(0)
  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByLabel('Abgesagte zeigen').check()
  await page.keyboard.press('Escape')
  await expect(buttonOfCancelled).toBeVisible()
  await page.getByRole('button', { name: 'Nächste Woche' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${addDays(MONDAY, 7)}`))
})

test('a pressed appointment opens a card, and the calendar behind it stays usable', async ({
  page,
  portal,
}) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'week', MONDAY)
  await page.getByRole('button', { name: /Mustermann M\..*wartet auf Bestätigung/ }).click()
  const card = page.getByRole('dialog', { name: 'Max Mustermann' })
  await expect(card).toContainText('Erstordination')
  await expect(card).toContainText('zum ersten Mal')
  await expect(card.getByRole('heading', { name: 'Max Mustermann' })).toBeFocused()
  await look(page, 'admin-card')
  const buttonOfRosa = page.getByRole('button', { name: /^08:00 Musterfrau/ })
  const cardOfRosa = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await test.step('a press on another appointment opens its card instead, and a second press closes that card', async () => {
    await buttonOfRosa.click()
    await expect(card).toHaveCount(0)
    await expect(cardOfRosa).toBeVisible()
    await buttonOfRosa.click()
    await expect(cardOfRosa).toHaveCount(0)
  })

  await test.step('its details open by keyboard, and the focus returns', async () => {
    await buttonOfRosa.press('Enter')
    await cardOfRosa.getByRole('button', { name: 'Alles ansehen' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(buttonOfRosa).toBeFocused()
  })
})

test('the card of an appointment says when its details cannot be loaded', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'week', MONDAY)
  await refuseCalls(page, /\/api\/admin\/bookings\/[^/]+$/)
  await page.getByRole('button', { name: /^08:00 Musterfrau/ }).click()
  const card = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await expect(card).toContainText('Besuche und Notizen konnten nicht geladen werden.')
})

test('a month leads to a day, whose appointments have cards for the keyboard', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await page.goto(`/admin/bookings?view=month&date=${TUESDAY}`)
  // The third appointment of Tuesday is a rejected one.
  const tuesday = page.getByRole('button', { name: /^Dienstag.*, 2 Termine$/ })
  await expect(tuesday).toBeVisible()
  await look(page, 'admin-month')
  await tuesday.click()
  // The two parameters may come in any order.
  await expect(page).toHaveURL(new RegExp(`view=day.*date=${TUESDAY}|date=${TUESDAY}.*view=day`))
  await test.step('the card of an appointment is opened and left by keyboard', async () => {
    const buttonOfAnna = page.getByRole('button', { name: /Scheinbar Anna/ })
    await buttonOfAnna.press('Enter')
    const card = page.getByRole('dialog', { name: 'Anna Scheinbar' })
    await expect(card).toContainText('zum ersten Mal')
    await expect(card.getByRole('heading', { name: 'Anna Scheinbar' })).toBeFocused()
    await look(page, 'admin-card-day')
    await page.keyboard.press('Tab')
    await expect(card.getByRole('link', { name: 'Anna Scheinbar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await expect(buttonOfAnna).toBeFocused()
  })
})

test('the list of a day is printed without the buttons', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'day', MONDAY)
  await page.getByRole('link', { name: 'Tagesliste' }).click()
  await expect(page.getByRole('row', { name: /08:00.*Rosa Musterfrau/ })).toBeVisible()
  await expect(page.getByText('Nina Ungenannt'), 'a cancelled appointment').toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await photograph(page, 'admin-print-day')
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Notiz' })).toBeVisible()
})
