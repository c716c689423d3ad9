import type { Page } from 'playwright/test'
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

/** Returns the times that are suggested for the first of these bookings, when all of them are to be moved. */
function suggestionsForFirst(portal: Portal, bookings: readonly string[]): readonly Instant[] {
  const [suggestion] = suggestForMoves(portal.ctx(), bookings)
  const outcome = suggestion?.outcome
  if (outcome === undefined || outcome instanceof Problem) throw new Error('no time is suggested')
  return outcome.starts
}

/** The number of times that the sheet suggests for each appointment. */
const TIMES_PER_APPOINTMENT = 3

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

test('appointments on newly closed days are moved or cancelled', async ({ page, portal }) => {
  const idOfRosa = addBooking(portal, TUESDAY, '09:00')
  const idOfMax = addBooking(portal, WEDNESDAY, '10:00', {
    name: 'Max Mustermann',
    status: 'requested',
  })
  const idOnSaturday = addBooking(portal, SATURDAY, '09:00', { service: 'Folgebehandlung' })
  // The patient of the open Saturday asks for a time that becomes closed.
  moveByPatient(portal.ctx(), idOnSaturday, { start: instantAt(TUESDAY, '10:00'), message: '' })
  await page.goto('/admin/absences')
  const sheet = page.getByRole('dialog', { name: 'Die Ordination ist geschlossen.' })
  const newTimes = sheet.getByRole('group', { name: /^Neue Zeit/ }).getByRole('radio')
  await closeWeek(page)
  await expect(newTimes).toHaveCount(2 * TIMES_PER_APPOINTMENT)
  await look(page, 'closure-conflicts')

  await test.step('one of the appointments is moved, although somebody else has taken the chosen time', async () => {
    await sheet.getByRole('checkbox', { name: 'Max Mustermann' }).uncheck()
    await expect(newTimes).toHaveCount(TIMES_PER_APPOINTMENT)
    const secondTime = newTimes.nth(1)
    await secondTime.check({ force: true })
    await sheet.getByLabel('Nachricht an alle').fill('Wir sind auf Urlaub.')
    const [, chosen] = suggestionsForFirst(portal, [idOfRosa, idOfMax])
    if (chosen === undefined) throw new Error('no second time is suggested')
    addBooking(portal, dayAt(chosen), wallTime(minuteOfDay(chosen)), { name: 'Otto Schneller' })
    await sheet.getByRole('button', { name: '1 Termin verschieben' }).click()
    await expect(sheet.getByRole('alert')).toHaveText(/gerade vergeben worden/)
    await sheet.getByRole('button', { name: '1 Termin verschieben' }).click()
    const moved = sheet.getByRole('listitem').filter({ hasText: 'Rosa Musterfrau' })
    await expect(moved).toContainText(/Neue Zeit: .* Termin wurde verschoben und der Patient informiert/)
    await sheet.getByRole('button', { name: 'Später' }).click()
    const mails = portal.rows<{ text: string }>(
      `select text from messages where kind = 'moved' and channel = 'email'`,
    )
    expect(mails).toEqual([{ text: expect.stringContaining('Wir sind auf Urlaub.') }])
  })

  await test.step('the other appointment is cancelled later, from the start page', async () => {
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Termine in geschlossener Zeit' }).click()
    await page.getByRole('button', { name: 'Verschieben oder absagen' }).click()
    const otherSheet = page.getByRole('dialog', { name: 'Termine in geschlossener Zeit' })
    await otherSheet.getByRole('button', { name: 'Absagen', exact: true }).click()
    await otherSheet.getByLabel('Patientinnen und Patienten benachrichtigen').uncheck()
    await expect(otherSheet.getByLabel('Nachricht an alle')).toBeHidden()
    await otherSheet.getByRole('button', { name: '1 Termin absagen' }).click()
    await expect(otherSheet).toContainText('Der Patient bekommt wie gewünscht keine Nachricht.')
    await otherSheet.getByRole('button', { name: 'Fertig' }).click()
    await expect(page.getByRole('heading', { name: 'Termine in geschlossener Zeit' })).toHaveCount(0)
    await expect(page.getByText('Für Patienten: Betriebsurlaub')).toBeVisible()
  })
})
