import type { Locator, Page } from 'playwright/test'
import { saveResource } from '../../src/schedule/resources.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { freeDayButtons } from './fixtures/free-times.ts'
import { expectHeading } from './fixtures/headings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import {
  bottomBar,
  chooseNextFree,
  expectStep,
  fillContact,
  openTimes,
  ROSA,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { book, easeBotCheck } from './fixtures/review.ts'
import { offerWithoutAppointment } from './fixtures/waiting-list.ts'

/** The id of the demo's only doctor. */
const FIRST_DOCTOR = 'doctor-1'
/** The id of the doctor that tests add. */
const SECOND_DOCTOR = 'dr-beispiel'

/** An appointment of the added doctor, for a service that both doctors offer. */
const WITH_SECOND_DOCTOR = {
  serviceId: 'erstordination',
  serviceName: 'Erstordination',
  resourceId: SECOND_DOCTOR,
}

/** Adds a second doctor, and lets both offer a first visit, which only the first one offers in the demo. */
function addDoctors(portal: Portal): void {
  const ctx = portal.ctx()
  saveResource(ctx, FIRST_DOCTOR, { name: 'Dr. Muster' })
  saveResource(ctx, SECOND_DOCTOR, { name: 'Dr. Beispiel', title: 'Innere Medizin' })
  saveService(ctx, { ...getService(ctx, 'erstordination'), otherResourceIds: [SECOND_DOCTOR] })
}

/** The list in which a patient chooses a doctor. Its values are the ids of the doctors. */
function doctorChoice(page: Page): Locator {
  return page.getByLabel('Zu wem möchten Sie?')
}

/** Books the held or chosen time from step 4 on. Review and confirmation must name this doctor. */
async function bookWith(page: Page, portal: Portal, doctor: string): Promise<void> {
  await fillContact(page)
  await svnrField(page).fill(ROSA.svnr)
  await verifyEmail(page, portal)
  await easeBotCheck(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await expect(page.getByRole('main'), 'the review').toContainText(doctor)
  await book(page)
  await expect(page.getByRole('main'), 'the confirmation').toContainText(doctor)
}

test(
  'a patient chooses among the doctors of a service, and a change of the doctor drops the chosen time',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    addDoctors(portal)
    await openTimes(page)
    await expect(doctorChoice(page)).toHaveValue('')
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    const bar = bottomBar(page)
    // The time of the chosen appointment is the only text with a colon.
    await expect(bar).toContainText(':')
    await doctorChoice(page).selectOption('Dr. Beispiel, Innere Medizin')
    await expect(bar, 'another doctor has other times').not.toContainText(':')
    await page.reload()
    await expect(doctorChoice(page)).toHaveValue(SECOND_DOCTOR)
    await look(page, 'booking-3-doctors')
  },
)

test('a wish ends when its doctor no longer takes appointments', async ({ page, portal }) => {
  addDoctors(portal)
  await openTimes(page)
  await doctorChoice(page).selectOption('Dr. Beispiel, Innere Medizin')
  await expect(page.getByRole('button', { name: /Nächster freier Termin/ })).toBeVisible()
  saveResource(portal.ctx(), SECOND_DOCTOR, { active: false })
  // The next month is loaded in advance, the one after it is not.
  for (let month = 0; month < 2; month++) await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await expect(doctorChoice(page)).toBeHidden()
  await expect(freeDayButtons(page)).not.toHaveCount(0)
})

test('the waiting list takes over the chosen doctor', async ({ page, portal }) => {
  addDoctors(portal)
  await openTimes(page)
  await doctorChoice(page).selectOption('Dr. Beispiel, Innere Medizin')
  await page.getByRole('link', { name: /^Nichts Passendes/ }).click()
  await expectHeading(page, 'Warteliste: Erstordination')
  await expect(doctorChoice(page)).toHaveValue(SECOND_DOCTOR)
})

test('review, confirmation, overview and mail name the doctor', async ({ page, portal }) => {
  addDoctors(portal)
  await openTimes(page)
  await doctorChoice(page).selectOption('Dr. Beispiel, Innere Medizin')
  await chooseNextFree(page)
  await bookWith(page, portal, 'Dr. Beispiel')
  await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
  await expectHeading(page, 'Terminübersicht')
  await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
  const mail = await portal.mailTo(ROSA.email, /^Reservierung/)
  expect(mail.text).toContain('Bei: Dr. Beispiel')
})

test('review and confirmation of a time that the waiting list has offered name the doctor', async ({
  page,
  portal,
}) => {
  addDoctors(portal)
  await page.goto(`/patient/offer?id=${offerWithoutAppointment(portal)}`)
  await page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }).click()
  await expectStep(page, 4)
  await bookWith(page, portal, 'Dr. Muster')
})

test(
  'the wish for an earlier time begins with the own doctor, and keeps another one',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    addDoctors(portal)
    const appointment = addBookingWithLinks(portal, WITH_SECOND_DOCTOR)
    await page.goto(appointment.overviewUrl)
    await page.getByRole('link', { name: 'Früher, wenn etwas frei wird' }).click()
    await expect(doctorChoice(page), 'without another wish the own doctor').toHaveValue(SECOND_DOCTOR)
    await doctorChoice(page).selectOption('Dr. Muster')
    await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
    await expect(page.getByRole('main')).toContainText(/, bei Dr\. Muster\./)
    await page.getByRole('link', { name: 'Wünsche ändern' }).click()
    await expect(doctorChoice(page), 'a wish is not lost by other ones').toHaveValue(FIRST_DOCTOR)
    await page.getByRole('checkbox', { name: 'Nachmittag' }).uncheck()
    await look(page, 'waiting-form-doctors')
    await page.getByRole('button', { name: 'Wünsche speichern' }).click()
    await expect(page.getByRole('main')).toContainText(/vormittags, bei Dr\. Muster\./)
  },
)

test('the waiting list says when the wished doctor no longer takes appointments', async ({
  page,
  portal,
}) => {
  addDoctors(portal)
  const appointment = addBookingWithLinks(portal, WITH_SECOND_DOCTOR)
  await page.goto(`/patient/waiting-list?booking=${appointment.id}`)
  await doctorChoice(page).selectOption('Dr. Muster')
  saveResource(portal.ctx(), FIRST_DOCTOR, { active: false })
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expect(bottomBar(page)).toContainText('Diese Wahl gibt es für diese Leistung nicht (mehr).')
  await expect(doctorChoice(page)).toBeHidden()
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expectHeading(page, 'Sie stehen auf der Warteliste')
})

test(
  'a move keeps the doctor, unless the patient chooses another one',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    addDoctors(portal)
    const appointment = addBookingWithLinks(portal, { ...WITH_SECOND_DOCTOR, status: 'confirmed' })
    await page.goto(appointment.overviewUrl)
    await page.getByRole('link', { name: 'Termin verschieben' }).click()
    await expect(doctorChoice(page)).toHaveValue(SECOND_DOCTOR)
    await expect(page.getByRole('main')).toContainText('Ihr Termin bisher, bei Dr. Beispiel')
    await doctorChoice(page).selectOption('Dr. Muster')
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    await look(page, 'move-doctors')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expectHeading(page, 'Neue Zeit prüfen')
    await expect(page.getByRole('main')).toContainText('Bisher, bei Dr. Beispiel')
    await expect(page.getByRole('main')).toContainText('Neu, bei Dr. Muster')
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Neu, bei Dr. Muster')
    await page.getByRole('button', { name: 'Verschiebung anfragen' }).click()
    await expect(page.getByRole('main')).toContainText('Angefragt, bei Dr. Muster')
    await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
    await expect(page.getByRole('main')).toContainText(/Gewünscht.*Uhr, bei Dr\. Muster/)
    expect(portal.rows('select resource_id, move_to_resource_id from bookings')).toEqual([
      { resource_id: SECOND_DOCTOR, move_to_resource_id: FIRST_DOCTOR },
    ])
  },
)

test('an appointment moves to another doctor at the same time', async ({ page, portal }) => {
  addDoctors(portal)
  const { id, startsAt } = addBookingWithLinks(portal, WITH_SECOND_DOCTOR)
  const start = encodeURIComponent(new Date(startsAt).toISOString())
  await page.goto(`/patient/move?id=${id}&start=${start}&resource=${FIRST_DOCTOR}`)
  await expectHeading(page, 'Neue Zeit prüfen')
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expectHeading(page, 'Reservierung verschoben')
  expect(portal.rows('select resource_id, starts_at from bookings')).toEqual([
    { resource_id: FIRST_DOCTOR, starts_at: startsAt },
  ])
})
