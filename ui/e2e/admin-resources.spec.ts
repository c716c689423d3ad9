import type { Page } from 'playwright/test'
import { getBooking } from '../../src/booking/bookings.ts'
import { listCalendars } from '../../src/calendars/calendars.ts'
import { getResource, saveResource } from '../../src/schedule/resources.ts'
import { getActiveService, saveService } from '../../src/schedule/services.ts'
import { expect, expectText, openAdminPage, save, test } from './fixtures/admin.ts'
import { addBooking, expectStart, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { pointInColumn } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'
import { connectOdoo } from './fixtures/settings.ts'
import { PHONE } from './fixtures/windows.ts'

const MONDAY = mondayAfterNext()

/** Gives the practice two doctors, who have its hours, and who both offer two of its services. */
function addDoctors(portal: Portal): void {
  const ctx = portal.ctx()
  saveResource(ctx, 'doctor-1', { name: 'Dr. Anna Alt' })
  saveResource(ctx, 'doctor-2', { name: 'Dr. Berta Bunt' })
  for (const id of ['akupunktur', 'folgebehandlung'])
    saveService(ctx, { ...getActiveService(ctx, id), otherResourceIds: ['doctor-2'] })
}

/** The point of the window at this time in the column of a doctor. */
const pointOf = (page: Page, resource: string, time: string) =>
  pointInColumn(page.locator(`[data-resource="${resource}"]`), time)

test('a second doctor is added with own hours, and offers a service', async ({ page, portal }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await expect(page.getByLabel('Ressource'), 'a practice with one doctor types the name').toBeVisible()
  await expect(page.getByText('Wer bietet das an?')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await test.step('a doctor is added, with a line for patients', async () => {
    await page.getByRole('link', { name: 'Ärzte & Räume' }).click()
    await page.getByRole('button', { name: 'Neu', exact: true }).click()
    await save(page)
    await expectText(page, 'Bitte einen Namen angeben.')
    await page.getByLabel('Name', { exact: true }).fill('Dr. Beispiel')
    await page.getByLabel('Zeile für Patienten').fill('Fachärztin für Innere Medizin')
    await look(page, 'admin-resource-new')
    await save(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the doctor gets own hours, and the first place', async () => {
    await page.getByRole('button', { name: 'Arbeitszeiten von „Dr. Beispiel“' }).click()
    await expect(page.getByLabel('Montag Block 1 Start'), 'begins as the practice').toHaveValue('08:00')
    await page.getByRole('button', { name: 'Montag schließen' }).click()
    await page.getByLabel('Dienstag Block 1 Start').fill('9')
    await save(page)
    const row = page.getByRole('listitem').filter({ hasText: 'Dr. Beispiel' })
    await expect(row).toContainText('Di 09:00–12:00')
    await expect(row).not.toContainText('Mo ')
    await page.getByRole('button', { name: '„Dr. Beispiel“ nach oben' }).click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Dr. Beispiel')
    await look(page, 'admin-resources')
  })

  await test.step('a service is offered by both', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Services & Preise' }).click()
    await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
    const first = page.getByRole('checkbox', { name: 'Ordination Dr. Demo Muster' })
    await expect(first).toBeVisible()
    await expect(page.getByLabel('Ressource')).toHaveCount(0)
    await first.uncheck()
    await save(page)
    await expectText(page, 'Bitte mindestens eine Person wählen.')
    await first.check()
    await page.getByRole('checkbox', { name: 'Dr. Beispiel' }).check()
    await look(page, 'admin-service-resources')
    await save(page)
    await expectText(page, 'Service "Akupunktur" gespeichert.')
    expect(getActiveService(portal.ctx(), 'akupunktur')).toMatchObject({
      resourceId: 'dr-beispiel',
      otherResourceIds: ['doctor-1'],
    })
  })

  await test.step('the practice chooses at whom a new appointment is', async () => {
    await page.getByRole('button', { name: 'Termin eintragen' }).click()
    await expect(page.getByLabel('Leistung')).toBeVisible()
    await expect(page.getByLabel('Bei wem'), 'no service, no choice').toHaveCount(0)
    await page.getByLabel('Leistung').selectOption('akupunktur')
    const who = page.getByLabel('Bei wem')
    await expect(who.locator(':checked')).toHaveText('Egal, wer frei ist')
    const times = page.getByRole('group', { name: 'Nächste freie Zeiten' })
    await times.getByRole('button', { name: 'ab nächster Woche' }).click()
    await expect(times.getByRole('radio', { name: /Montag/ }).first()).toBeVisible()
    await who.selectOption('Dr. Beispiel')
    await expect(times.getByRole('radio', { name: /Montag/ }), 'the free times follow').toHaveCount(0)
    await expect(times.getByRole('radio', { name: /Dienstag.*09:00/ }).first()).toBeVisible()
    await look(page, 'admin-telephone-resource')
  })
})

test('a doctor with coming appointments cannot be deleted', async ({ page, portal }) => {
  saveResource(portal.ctx(), 'dr-beispiel', { name: 'Dr. Beispiel' })
  addBooking(portal, MONDAY, '09:00')
  await page.goto('/admin/resources')
  await page.getByRole('button', { name: '„Ordination Dr. Demo Muster“ löschen' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: /löschen$/ }).click()
  await expect(question.getByRole('alert')).toContainText('Es gibt noch kommende Termine')
})

test('a doctor has a user of Odoo, if the practice has Odoo', async ({ page, portal }) => {
  saveResource(portal.ctx(), 'dr-beispiel', { name: 'Dr. Beispiel' })
  connectOdoo(portal)
  await page.goto('/admin/resources')
  await page.getByRole('button', { name: '„Dr. Beispiel“ ändern' }).click()
  await page.getByLabel('Benutzer in Odoo').fill('beispiel@ordi.example')
  await look(page, 'admin-resource-odoo')
  await save(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(getResource(portal.ctx(), 'dr-beispiel').odooUser).toBe('beispiel@ordi.example')
})

test('a calendar elsewhere is for all doctors or for one of them, by keyboard alone', async ({
  page,
  portal,
}) => {
  saveResource(portal.ctx(), 'dr-beispiel', { name: 'Dr. Beispiel' })
  await openAdminPage(page, '/admin/calendars', 'Andere Kalender')
  await page.getByLabel('Name', { exact: true }).fill('Privat')
  await page.keyboard.press('Tab')
  await page.keyboard.type('webcal://calendar.example/demo.ics')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Gilt für')).toBeFocused()
  await expect(page.getByLabel('Gilt für').locator(':checked')).toHaveText('Alle')
  await page.getByLabel('Gilt für').selectOption('Dr. Beispiel')
  await page.getByRole('button', { name: 'Kalender anlegen' }).press('Enter')
  const listed = page.getByRole('listitem').filter({ hasText: 'Privat' })
  await expect(listed).toContainText('gilt für Dr. Beispiel')
  await look(page, 'admin-calendars-of-doctors')
  expect(listCalendars(portal.ctx())).toMatchObject([{ resourceId: 'dr-beispiel' }])
  await test.step('the calendar is changed to all doctors', async () => {
    await listed.getByRole('button', { name: '„Privat“ ändern' }).press('Enter')
    const change = page.getByRole('dialog', { name: 'Kalender „Privat“' })
    await expect(change.getByLabel('Gilt für')).toHaveValue('dr-beispiel')
    await change.getByLabel('Gilt für').selectOption('Alle')
    await change.getByRole('button', { name: 'Speichern' }).press('Enter')
    await expect(listed).not.toContainText('gilt für')
  })

  await test.step('the calendar is removed', async () => {
    await listed.getByRole('button', { name: '„Privat“ entfernen' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: '„Privat“ entfernen' }).press('Enter')
    await expect(listed).toHaveCount(0)
    await expect(page.getByText('Noch gibt es keinen.')).toBeVisible()
  })
})

/** Rosa comes to Dr. Alt on Monday at nine, and Max to Dr. Bunt. Returns the id of Rosa's booking. */
function addAppointmentsOfBoth(portal: Portal): string {
  addDoctors(portal)
  addBooking(portal, MONDAY, '09:00', { name: 'Max Mustermann', resourceId: 'doctor-2' })
  return addBooking(portal, MONDAY, '09:00', { resourceId: 'doctor-1' })
}

function doctorOf(portal: Portal, bookingId: string): string {
  return getBooking(portal.ctx(), bookingId).resourceId
}

async function openMonday(page: Page): Promise<void> {
  await page.goto(`/admin/bookings?view=day&date=${MONDAY}`)
}

test('a practice with one doctor never names that one in the calendar', async ({ page }) => {
  await openMonday(page)
  await expect(page.getByRole('list', { name: 'Tagesplan' })).toBeVisible()
  await expect(page.getByLabel('Arzt oder Raum')).toHaveCount(0)
})

test('each of several doctors has a column, and a drop on that of another one asks first', async ({
  page,
  portal,
}) => {
  const id = addAppointmentsOfBoth(portal)
  await openMonday(page)
  const anna = page.getByRole('region', { name: 'Dr. Anna Alt' })
  const berta = page.getByRole('region', { name: 'Dr. Berta Bunt' })
  const dragToBerta = async (time: string) => {
    const from = await pointOf(page, 'doctor-1', '09:10')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const to = await pointOf(page, 'doctor-2', time)
    await page.mouse.move(to.x, to.y, { steps: 5 })
  }
  await test.step('each doctor has a column', async () => {
    await expect(anna.getByRole('button', { name: /Musterfrau R\./ })).toBeVisible()
    await expect(berta.getByRole('button', { name: /Mustermann M\./ })).toBeVisible()
    await expect(berta.getByRole('button', { name: /Musterfrau/ })).toHaveCount(0)
    await expect(page.getByLabel('Arzt oder Raum').locator(':checked')).toHaveText('Alle')
    await look(page, 'admin-day-columns')
  })

  await test.step('a drop on a taken time moves nothing', async () => {
    await dragToBerta('09:10')
    await expect(page.getByText('belegt', { exact: true })).toBeVisible()
    await page.mouse.up()
  })

  await test.step('a drop on a free time asks, moves, and is taken back', async () => {
    await dragToBerta('10:50')
    await expect(page.getByText(/09:00 → 10:40/)).toBeVisible()
    await page.mouse.up()
    const question = page.getByRole('dialog', { name: 'Zu Dr. Berta Bunt verschieben?' })
    await expect(question).toContainText('Bisher bei Dr. Anna Alt, neu bei Dr. Berta Bunt')
    await expect(question.getByLabel('Uhrzeit')).toHaveValue('10:40')
    expect(doctorOf(portal, id), 'nothing moves before the answer').toBe('doctor-1')
    await look(page, 'admin-drop-on-doctor')
    await question.getByRole('button', { name: 'Termin verschieben' }).click()
    await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
    await expect(berta.getByRole('button', { name: /Musterfrau R\./ })).toBeVisible()
    await expectStart(portal, id, instantAt(MONDAY, '10:40'))
    expect(doctorOf(portal, id)).toBe('doctor-2')
    await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
    await expect(anna.getByRole('button', { name: /Musterfrau R\./ })).toBeVisible()
    expect(doctorOf(portal, id)).toBe('doctor-1')
  })
})

test('an appointment is moved to another doctor by keyboard', async ({ page, portal }) => {
  const id = addAppointmentsOfBoth(portal)
  await openMonday(page)
  await page.getByRole('button', { name: /Musterfrau R\./ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Verschieben', exact: true }).press('Enter')
  const move = page.getByRole('dialog', { name: 'Rosa Musterfrau: verschieben' })
  await expect(move).toContainText('09:00 Uhr')
  await move.getByLabel('Bei wem').press('ArrowDown')
  await expect(move).toContainText('neu bei Dr. Berta Bunt')
  await move.getByLabel('Uhrzeit').fill('11:00')
  await move.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rosa Musterfrau', exact: true })).toContainText(
    'Dr. Berta Bunt',
  )
  expect(doctorOf(portal, id)).toBe('doctor-2')
})

test('the form for a pressed time names the doctor of the column, or says who else offers the service', async ({
  page,
  portal,
}) => {
  addAppointmentsOfBoth(portal)
  await openMonday(page)
  await page.locator('[data-resource="doctor-2"] [data-time="15:00"]').click({ force: true })
  await page.getByLabel('Leistung').selectOption('akupunktur')
  const entry = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(entry.getByLabel('Bei wem').locator(':checked')).toHaveText('Dr. Berta Bunt')
  await page.getByLabel('Leistung').selectOption('erstordination')
  await expect(entry.getByLabel('Leistung')).toHaveAccessibleDescription(
    'Dr. Berta Bunt bietet das nicht an. Der Termin kommt zu Dr. Anna Alt.',
  )
})

test('the choice of one doctor stays in the address, through week and list', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await openMonday(page)
  const who = page.getByLabel('Arzt oder Raum')
  await who.selectOption('Dr. Anna Alt')
  await expect(page).toHaveURL(/resource=doctor-1/)
  await expect(page.getByRole('list', { name: 'Tagesplan' })).toBeVisible()
  await expect(page.getByText(/Mustermann/)).toHaveCount(0)
  await who.selectOption('Dr. Berta Bunt')
  await page.getByRole('button', { name: 'Woche', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /Mustermann M\./ })).toBeVisible()
  await expect(who.locator(':checked')).toHaveText('Dr. Berta Bunt')
  await page.getByRole('button', { name: 'Liste', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Termine' })).toContainText('Mustermann')
  await expect(who.locator(':checked')).toHaveText('Dr. Berta Bunt')
  await page.getByRole('button', { name: 'Woche', exact: true }).click()
  await who.selectOption('Alle')
  await expect(page.getByRole('region', { name: 'Dr. Anna Alt' }).first()).toBeVisible()
  await look(page, 'admin-week-parts')
})

test('print and start page name the doctor of an appointment', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await page.goto(`/admin/bookings/print?date=${MONDAY}`)
  await expect(page.getByRole('table', { name: /Dr\. Berta Bunt$/ })).toContainText('Max Mustermann')
  const asked = { name: 'Otto Beispielmann', status: 'requested', resourceId: 'doctor-2' } as const
  addBooking(portal, MONDAY, '14:00', asked)
  await page.goto('/admin')
  await expect(page.getByRole('listitem').filter({ hasText: asked.name })).toContainText('bei Dr. Berta Bunt')
})

test('a phone shows one doctor at a time', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await page.setViewportSize(PHONE)
  await openMonday(page)
  const who = page.getByLabel('Arzt oder Raum')
  await expect(who.locator('option')).toHaveText(['Dr. Anna Alt', 'Dr. Berta Bunt'])
  await who.selectOption('Dr. Berta Bunt')
  await expect(page.getByRole('list', { name: 'Tagesplan' })).toContainText('Mustermann')
  await look(page, 'admin-day-doctor-phone')
})
