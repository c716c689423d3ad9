import { decideBooking } from '../../src/booking/decisions.ts'
import { moveByPatient } from '../../src/booking/patient-moves.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { addDays, HOUR } from '../../src/shared/day.ts'
import { monthYear } from '../../src/shared/format.ts'
import { test as adminTest, openAdminPage } from './fixtures/admin.ts'
import {
  addBooking,
  addBookingWithLinks,
  dayFromToday,
  expectStart,
  instantAt,
  mondayAfterNext,
} from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { expect, test } from './fixtures/portal.ts'
import { doubleTap, keepCover } from './fixtures/taps.ts'
import { PHONE } from './fixtures/windows.ts'

test(
  'a patient asks for another time, and the practice confirms it by the link',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId: 'folgebehandlung' })
    await page.goto(appointment.overview)
    await page.getByRole('link', { name: 'Termin verschieben' }).click()
    await expectHeading(page, 'Termin verschieben')
    await test.step('a time has to be chosen, and the button keeps its place', async () => {
      const place = await page.getByRole('button', { name: 'Weiter' }).boundingBox()
      await page.getByRole('button', { name: 'Weiter' }).click()
      await expect(page.getByText('Bitte wählen Sie zuerst eine freie Zeit.')).toBeVisible()
      await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
      await expect(page.getByRole('button', { name: /^\d\d:\d\d$/, pressed: true })).toBeVisible()
      expect(await page.getByRole('button', { name: 'Weiter' }).boundingBox()).toEqual(place)
      await look(page, 'move-1-choice')
    })

    await page.getByRole('button', { name: 'Liste' }).click()
    const firstTime = page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()
    const time = (await firstTime.textContent()) ?? ''
    await test.step('a time of the list is chosen, and reviewed', async () => {
      await firstTime.click()
      await page.getByRole('button', { name: 'Weiter' }).click()
      await expectHeading(page, 'Neue Zeit prüfen')
      await page.goBack()
      await expectHeading(page, 'Termin verschieben')
      await page.getByRole('button', { name: 'Weiter' }).click()
      const times = page.getByRole('main').locator('time')
      const lines = times.evaluateAll((all) => all.map((time) => getComputedStyle(time).textDecorationLine))
      expect(await lines, 'the old time is struck out').toEqual(['line-through', 'none'])
      await page.getByLabel('Nachricht').fill('Am Dienstag arbeite ich.')
      await look(page, 'move-2-review')
      expect(appointment.statusAndMails()).toEqual(['confirmed'])
    })

    await test.step('the patient asks for the move once, although the button is pressed twice', async () => {
      await page.getByRole('button', { name: 'Verschiebung anfragen' }).dblclick()
      await expectHeading(page, 'Verschiebung angefragt')
      await page.reload()
      await expectHeading(page, 'Verschiebung angefragt')
      expect(appointment.statusAndMails()).toEqual(['confirmed', 'move-received', 'move-asked'])

      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByText('Bis wir antworten, bleibt Ihr Termin, wie er ist.')).toBeVisible()
    })

    await test.step('the practice confirms the move, and the pages show the new time', async () => {
      const mail = await portal.mailTo('termine@ordination.example', /^Verschiebung angefragt/)
      expect(mail.text).toContain('> Am Dienstag arbeite ich.')
      await page.goto(/\/admin\/confirm\?\S+/.exec(mail.text ?? '')?.[0] ?? '')
      await expectHeading(page, 'Verschiebung bestätigen')
      await expect(page.getByText('Gewünscht')).toBeVisible()
      await page.getByRole('button', { name: 'Verschiebung bestätigen' }).click()
      await expectHeading(page, 'Termin verschoben')
      await expect(page.getByRole('status')).toHaveText('Termin wurde verschoben und der Patient informiert.')
      // The page shows the appointment as it is now, and no longer what was asked for.
      await expect(page.getByRole('main')).toContainText(`${time} Uhr`)
      await expect(page.getByText('Gewünscht')).toHaveCount(0)
      await expect(page.getByText('Verschiebung angefragt')).toHaveCount(0)
      await page.goto(appointment.overview)
      await expect(page.getByRole('main')).toContainText(`${time} Uhr`)
      await expect(page.getByText('Verschiebung angefragt')).toHaveCount(0)
    })
  },
)

test('the second tap on "Weiter" does not ask for the move', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId: 'folgebehandlung' })
  const methods: string[] = []
  page.on('request', (request) => methods.push(request.method()))
  await page.goto(`/patient/move?id=${appointment.id}`)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const liftCover = await keepCover(page)
  await doubleTap(page, 'Weiter')
  await expectHeading(page, 'Neue Zeit prüfen')
  expect(methods).not.toContain('POST')
  await liftCover()
  await page.getByRole('button', { name: 'Verschiebung anfragen' }).click()
  await expectHeading(page, 'Verschiebung angefragt')
})

/** The address where the patient reviews a move of the appointment to the Monday after next at 11:00. */
function reviewOfMove(appointment: Readonly<{ id: string }>): string {
  const start = new Date(instantAt(mondayAfterNext(), '11:00')).toISOString()
  return `/patient/move?id=${appointment.id}&start=${start}`
}

test('a time that somebody else took leads back to the choice', async ({ page, portal }) => {
  await page.goto(reviewOfMove(addBookingWithLinks(portal, { serviceId: 'folgebehandlung' })))
  await expectHeading(page, 'Neue Zeit prüfen')
  addBooking(portal, mondayAfterNext(), '11:00')
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expectHeading(page, 'Termin verschieben')
  await expect(page.getByRole('alert')).toContainText('Dieser Termin ist leider nicht mehr frei.')
})

test('a patient moves a request at once, and the earlier link of the practice does not decide it any more', async ({
  page,
  portal,
}) => {
  const appointment = addBookingWithLinks(portal, { serviceId: 'folgebehandlung' })
  await page.goto(reviewOfMove(appointment))
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expectHeading(page, 'Reservierung verschoben')
  expect(appointment.statusAndMails()).toEqual(['requested', 'moved', 'moved-by-patient'])

  decideBooking(portal.ctx(), appointment.id, { decision: 'confirm' })
  await page.goto(appointment.confirm)
  await expect(page.getByText('Dieser Link gilt nicht mehr.')).toBeVisible()
})

test('a patient keeps the appointment after all', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId: 'folgebehandlung' })
  moveByPatient(portal.ctx(), appointment.id, { start: instantAt(mondayAfterNext(), '11:00'), message: '' })
  await page.goto(appointment.overview)
  await page.getByRole('link', { name: 'Doch nicht verschieben' }).click()
  await expectHeading(page, 'Nicht verschieben?')
  await page.getByRole('button', { name: 'Termin behalten' }).click()
  await expectHeading(page, 'Ihr Termin bleibt')
})

test('an appointment that cannot be moved online says why', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId: 'folgebehandlung' })
  const soon = addBookingWithLinks(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR })
  await page.goto(`/patient/move?id=${soon.id}`)
  await expect(page.getByText('Verschieben online nur bis 24 Stunden vor dem Termin möglich.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verschiebung online nicht mehr möglich' })).toBeVisible()
  writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
  await page.goto(`/patient/move?id=${appointment.id}`)
  await expect(
    page.getByText('Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'),
  ).toBeVisible()
  await page.goto('/patient/move')
  await expect(page.getByText('Ungültiger Link (keine ID).')).toBeVisible()
})

test('the times for a move begin in the month of the appointment', async ({ page, portal }) => {
  const later = addBookingWithLinks(portal, {
    status: 'confirmed',
    startsAt: instantAt(dayFromToday(70), '08:30'),
  })
  await page.goto(`/patient/move?id=${later.id}`)
  await expect(page.getByRole('heading', { name: monthYear(later.startsAt) })).toBeVisible()
})

adminTest(
  'a move that the patient asks for is shown with both times, and decided with one press',
  async ({ page, portal }) => {
    const monday = mondayAfterNext()
    const rosa = addBooking(portal, monday, '08:00', { service: 'Folgebehandlung' })
    addBooking(portal, monday, '09:00', { name: 'Emil Mustermann', service: 'Folgebehandlung' })
    const start = instantAt(addDays(monday, 1), '09:30')
    moveByPatient(portal.ctx(), rosa, { start, message: 'Am Montag arbeite ich.' })

    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
    await test.step('the move is confirmed from the start page, and taken back', async () => {
      await page.getByRole('button', { name: 'Verschiebung von Rosa Musterfrau bestätigen' }).click()
      await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
      await expectStart(portal, rosa, start)
      await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
      await expect(
        page.getByRole('button', { name: 'Verschiebung von Rosa Musterfrau bestätigen' }),
      ).toBeVisible()
      await expectStart(portal, rosa, instantAt(monday, '08:00'))
    })

    await test.step('week, day and print show both times', async () => {
      await openAdminPage(page, `/admin/bookings?date=${monday}`, 'Termine')
      await expect(
        page.getByRole('button', { name: /Musterfrau R.*Verschiebung angefragt, bisher/ }),
      ).toBeVisible()
      await page.getByRole('button', { name: /Musterfrau R.*Verschiebung angefragt, bisher/ }).click()
      await page.getByRole('button', { name: 'Alles ansehen' }).click()
      await expect(page.getByText('Am Montag arbeite ich.')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.goto(`/admin/bookings?view=day&date=${addDays(monday, 1)}`)
      await expect(page.getByText(/bisher Mo/)).toBeVisible()
      for (const [day, text] of [
        [monday, /^Verschiebung angefragt → Di.*09:30$/],
        [addDays(monday, 1), /^Verschiebung angefragt, bisher Mo.*08:00$/],
      ] as const) {
        await page.goto(`/admin/bookings/print?date=${day}`)
        await expect(page.getByRole('row', { name: /Rosa Musterfrau/ }).getByText(text)).toBeVisible()
      }
    })

    await test.step('the move is rejected', async () => {
      await page.goBack()
      await page.goBack()
      await page.getByRole('button', { name: 'Verschiebung von Rosa Musterfrau: Ablehnen' }).click()
      await page.getByRole('button', { name: 'Verschiebung ablehnen: Rosa Musterfrau' }).click()
      await expect(page.getByText(/^Verschiebung wurde abgelehnt und der Patient informiert\./)).toBeVisible()
      await expectStart(portal, rosa, instantAt(monday, '08:00'))
    })
  },
)

adminTest(
  'the practice moves an appointment by keyboard, also outside the hours, and takes that back',
  async ({ page, portal }) => {
    const monday = mondayAfterNext()
    const later = addDays(monday, 7)
    const id = addBooking(portal, monday, '08:00', { service: 'Folgebehandlung' })
    addBooking(portal, later, '08:00', { name: 'Emil Mustermann', service: 'Folgebehandlung' })

    await page.goto(`/admin/bookings?booking=${id}`)
    await page.getByRole('button', { name: 'Verschieben' }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Rosa Musterfrau: verschieben' })
    await test.step('a week later the time is taken', async () => {
      await expect(sheet.getByRole('button', { name: 'Eine Woche später' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(sheet.getByLabel('Uhrzeit')).toHaveValue('08:00')
      await expect(sheet.getByText('Diese Zeit ist nach dem Plan nicht frei.')).toBeVisible()
      await sheet.getByLabel('Uhrzeit').press('Enter')
      await expect(
        sheet.getByText('Diese Zeit ist schon belegt. Der Termin bleibt, wo er ist.'),
      ).toBeVisible()
      await sheet
        .getByRole('radio', { name: /, 09:00$/ })
        .first()
        .press('Space')
      await expect(sheet.getByText('Diese Zeit ist nach dem Plan nicht frei.')).toBeHidden()
    })

    await test.step('a suggested time is chosen, and the move taken back', async () => {
      await sheet.getByRole('textbox', { name: 'Nachricht' }).fill('Wie am Telefon besprochen.')
      await sheet.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
      await expect(page.getByText('Verschoben, noch nicht mitgeteilt.')).toBeVisible()
      await expectStart(portal, id, instantAt(later, '09:00'))
      await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).press('Enter')
      await expect(page.getByRole('dialog').getByText('08:00 Uhr', { exact: true })).toBeVisible()
      await expectStart(portal, id, instantAt(monday, '08:00'))
    })

    await test.step('a time outside the hours is kept, without a message', async () => {
      await page.getByRole('button', { name: 'Verschieben' }).press('Enter')
      await sheet.getByLabel('Uhrzeit').fill('20:15')
      await sheet.getByLabel('Patientin oder Patienten benachrichtigen').press('Space')
      await expect(sheet.getByRole('textbox', { name: 'Nachricht' })).toBeHidden()
      await sheet.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
      await expect(page.getByText('Der Patient bekommt wie gewünscht keine Nachricht.')).toBeVisible()
      await expectStart(portal, id, instantAt(monday, '20:15'))
      expect(portal.rows('select kind from messages')).toEqual([])
    })
  },
)
