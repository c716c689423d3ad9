import type { Page } from 'playwright/test'
import { cancelByPatient } from '../../src/booking/cancellation.ts'
import { addDays, type Day } from '../../src/shared/day.ts'
import { addBooking, addBookingWithLinks, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { expect, test } from './fixtures/portal.ts'
import { makeOfferByDay, wednesdayAWeekAfter } from './fixtures/waiting-list.ts'

/** Joins the waiting list for Mondays, after the form has said that a weekday is missing. */
async function joinForMondays(page: Page): Promise<void> {
  const days = page.getByRole('group', { name: 'An welchen Tagen?' }).getByRole('checkbox')
  for (const day of await days.all()) await day.uncheck({ force: true })
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expect(page.getByText('Bitte mindestens einen Wochentag auswählen.')).toBeVisible()
  await look(page, 'waiting-form')
  await page.getByRole('checkbox', { name: 'Montag' }).check({ force: true })
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Montag' }), 'after a reload').toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Dienstag' }), 'after a reload').not.toBeChecked()
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expectHeading(page, 'Sie stehen auf der Warteliste')
}

/** Changes the wishes to the mornings from this Monday on. */
async function changeToMorningsFrom(page: Page, monday: Day): Promise<void> {
  await page.getByRole('link', { name: 'Wünsche ändern' }).click()
  await page.getByRole('checkbox', { name: 'Nachmittag' }).uncheck({ force: true })
  await page.getByLabel('Ab wann?').fill(monday)
  await page.getByRole('button', { name: 'Wünsche speichern' }).click()
  await expect(page.getByText(/^Von Mo\s.*, nur Mo vormittags\./)).toBeVisible()
}

test(
  'a patient waits for an earlier time, and takes the time that another patient cancels',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    const monday = mondayAfterNext()
    const later = wednesdayAWeekAfter(monday)
    const earlierBooking = addBooking(portal, monday, '09:00', {
      name: 'Emil Mustermann',
      service: 'Folgebehandlung',
    })
    const appointment = addBookingWithLinks(portal, {
      status: 'confirmed',
      serviceId: 'folgebehandlung',
      serviceName: 'Folgebehandlung',
      priceCents: 9_900,
      startsAt: instantAt(later, '08:30'),
    })
    await page.goto(appointment.overviewUrl)
    await test.step('the patient joins the waiting list, and changes the wishes', async () => {
      await page.getByRole('link', { name: 'Früher, wenn etwas frei wird' }).click()
      await expectHeading(page, 'Warteliste: Folgebehandlung')
      await expect(page.getByLabel('Bis wann?')).toHaveValue(addDays(later, -1))
      await joinForMondays(page)
      await changeToMorningsFrom(page, monday)
    })

    await test.step('another patient cancels, and the time is offered', async () => {
      cancelByPatient(portal.ctx(), earlierBooking, '')
      makeOfferByDay(portal)
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await page.getByRole('link', { name: 'Ein früherer Termin ist frei' }).click()
      await expectHeading(page, 'Ein früherer Termin ist frei')
      // The new time comes first, with length, price and place, then the current one.
      await expect(page.getByRole('main')).toContainText(
        /09:00\sUhr.*Folgebehandlung.*ca\. 30\sMin · €\s99 · Beispielstraße 1, 6850\sDornbirn.*Ihr Termin bisher: .*08:30/,
      )
      await look(page, 'offer')
      expect(appointment.statusAndMails()).not.toContain('moved')
    })

    await test.step('the offer is taken, and the appointment moved', async () => {
      // Some people press every button twice. The second press must not be refused as a second answer.
      await page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }).dblclick()
      await expectHeading(page, 'Termin verschoben')
      await page.reload()
      await expectHeading(page, 'Termin verschoben')
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByRole('main')).toContainText('09:00 Uhr')
      await expect(page.getByRole('link', { name: 'Früher, wenn etwas frei wird' })).toBeVisible()
    })
  },
)
