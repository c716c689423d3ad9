import type { Locator, Page } from 'playwright/test'
import { suggestForMoves } from '../../src/booking/bulk-move-suggestions.ts'
import { moveByPatient } from '../../src/booking/patient-moves.ts'
import { addDays, type Instant, wallTime } from '../../src/shared/day.ts'
import { Problem } from '../../src/shared/problems.ts'
import { dayAt, minuteOfDay } from '../../src/time/vienna.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, instantAt } from './fixtures/bookings.ts'
import { MONDAY, TUESDAY } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'

const WEDNESDAY = addDays(MONDAY, 2)
const FRIDAY = addDays(MONDAY, 4)
const SATURDAY = addDays(MONDAY, 5)

/** The number of times that the sheet suggests for each appointment. */
const TIMES_PER_APPOINTMENT = 3

test('appointments on newly closed days are moved or cancelled', async ({ page, portal }) => {
  const idOfRosa = addBooking(portal, TUESDAY, '09:00')
  const idOfMax = addBooking(portal, WEDNESDAY, '10:00', { name: 'Max Mustermann', status: 'requested' })
  const idOnSaturday = addBooking(portal, SATURDAY, '09:00', { service: 'Folgebehandlung' })
  // The patient of the open Saturday asks for a time that becomes closed.
  moveByPatient(portal.ctx(), idOnSaturday, { start: instantAt(TUESDAY, '10:00'), message: '' })
  await page.goto('/admin/absences')
  await closeWeek(page)
  const sheet = page.getByRole('dialog', { name: 'Die Ordination ist geschlossen.' })
  await expect(newTimesIn(sheet)).toHaveCount(2 * TIMES_PER_APPOINTMENT)
  await look(page, 'closure-conflicts')

  await test.step('one of the appointments is moved, although somebody else has taken the chosen time', async () => {
    await sheet.getByRole('checkbox', { name: 'Max Mustermann' }).uncheck()
    await expect(newTimesIn(sheet)).toHaveCount(TIMES_PER_APPOINTMENT)
    const secondTime = secondSuggestionForFirst(portal, [idOfRosa, idOfMax])
    await newTimesIn(sheet).nth(1).check({ force: true })
    await sheet.getByLabel('Nachricht an alle').fill('Wir sind auf Urlaub.')
    addBooking(portal, dayAt(secondTime), wallTime(minuteOfDay(secondTime)), { name: 'Otto Schneller' })
    await moveOnSecondPress(sheet)
    const mails = portal.rows<{ text: string }>(
      `select text from messages where kind = 'moved' and channel = 'email'`,
    )
    expect(mails).toEqual([{ text: expect.stringContaining('Wir sind auf Urlaub.') }])
  })

  await test.step('the other appointment is cancelled later, from the start page', async () => {
    await cancelFromStartPage(page)
    await expect(page.getByRole('heading', { name: 'Termine in geschlossener Zeit' })).toHaveCount(0)
    await expect(page.getByText('Für Patienten: Betriebsurlaub')).toBeVisible()
  })
})

/** Closes the practice from MONDAY to FRIDAY. Its form refuses wrong days, and names the appointments. */
async function closeWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ordination schließen' }).click()
  const closure = page.getByRole('dialog', { name: 'Ordination schließen' })
  const submitButton = closure.getByRole('button', { name: 'Ordination schließen' })
  await closure.getByLabel('Titel').fill('Urlaub')
  await closure.getByLabel('Grund').fill('Betriebsurlaub')
  await closure.getByLabel('Letzter Tag').fill(FRIDAY)
  await closure.getByLabel('Erster Tag').fill(SATURDAY)
  await submitButton.click()
  await expect(closure).toContainText('Der letzte Tag darf nicht vor dem ersten liegen.')
  await closure.getByLabel('Erster Tag').fill(MONDAY)
  await submitButton.click()
  await expect(closure).toContainText('In dieser Zeit stehen schon 2 Termine.')
  await expect(closure).toContainText('Eine angefragte Verschiebung in diese Zeit wird abgelehnt.')
  await expect(closure.getByRole('link', { name: 'Rosa Musterfrau' })).toHaveAttribute('href', /booking=/)
  await closure.getByRole('button', { name: 'Trotzdem schließen' }).click()
}

/** The suggested times of all appointments that are selected in the sheet. */
function newTimesIn(sheet: Locator): Locator {
  return sheet.getByRole('group', { name: /^Neue Zeit/ }).getByRole('radio')
}

/** Returns the second time that is suggested for the first of these bookings, when all are to be moved. */
function secondSuggestionForFirst(portal: Portal, bookings: readonly string[]): Instant {
  const [suggestion] = suggestForMoves(portal.ctx(), bookings)
  const outcome = suggestion?.outcome
  if (outcome === undefined || outcome instanceof Problem) throw new Error('no time is suggested')
  const [, secondStart] = outcome.starts
  if (secondStart === undefined) throw new Error('no second time is suggested')
  return secondStart
}

/** Moves Rosa Musterfrau's appointment. The first press is refused, and brings another time. */
async function moveOnSecondPress(sheet: Locator): Promise<void> {
  const moveButton = sheet.getByRole('button', { name: '1 Termin verschieben' })
  await moveButton.click()
  await expect(sheet.getByRole('alert')).toHaveText(/gerade vergeben worden/)
  await moveButton.click()
  const moved = sheet.getByRole('listitem').filter({ hasText: 'Rosa Musterfrau' })
  await expect(moved).toContainText(/Neue Zeit: .* Termin wurde verschoben und der Patient informiert/)
  await sheet.getByRole('button', { name: 'Später' }).click()
}

/** Cancels the remaining appointment in closed time, without a message. */
async function cancelFromStartPage(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Termine in geschlossener Zeit' }).click()
  await page.getByRole('button', { name: 'Verschieben oder absagen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Termine in geschlossener Zeit' })
  await sheet.getByRole('button', { name: 'Absagen', exact: true }).click()
  await sheet.getByLabel('Patientinnen und Patienten benachrichtigen').uncheck()
  await expect(sheet.getByLabel('Nachricht an alle')).toBeHidden()
  await sheet.getByRole('button', { name: '1 Termin absagen' }).click()
  await expect(sheet).toContainText('Der Patient bekommt wie gewünscht keine Nachricht.')
  await sheet.getByRole('button', { name: 'Fertig' }).click()
}
