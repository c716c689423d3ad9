import type { Page } from 'playwright/test'
import { decideBooking } from '../../src/booking/decisions.ts'
import { moveByPatient } from '../../src/booking/patient-moves.ts'
import { addBooking, addBookingWithLinks, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { linkTo } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { doubleTap, keepCover } from './fixtures/taps.ts'
import { PHONE } from './fixtures/windows.ts'

/** A service that can be booked at 11:00, a time to which tests move appointments. */
const serviceId = 'folgebehandlung'

/** Adds an appointment that its patient may move, and opens the choice of another time. */
async function openMoveOfNewAppointment(page: Page, portal: Portal) {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId })
  await page.goto(appointment.overviewUrl)
  await page.getByRole('link', { name: 'Termin verschieben' }).click()
  await expectHeading(page, 'Termin verschieben')
  return appointment
}

/** Chooses the first time of the list, and returns it. */
async function chooseFirstOfList(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Liste' }).click()
  const firstTime = page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()
  const time = await firstTime.innerText()
  await firstTime.click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectHeading(page, 'Neue Zeit prüfen')
  return time
}

/** Returns the URL where the patient reviews a move of the appointment to the Monday after next at 11:00. */
function reviewOfMove(appointment: Readonly<{ id: string }>): string {
  const start = new Date(instantAt(mondayAfterNext(), '11:00')).toISOString()
  return `/patient/move?id=${appointment.id}&start=${start}`
}

/** Expects an appointment at this time, and nothing about a move that waits for an answer. */
async function expectOnlyTime(page: Page, time: string): Promise<void> {
  await expect(page.getByRole('main')).toContainText(`${time} Uhr`)
  await expect(page.getByText('Gewünscht')).toHaveCount(0)
  await expect(page.getByText('Verschiebung angefragt')).toHaveCount(0)
}

test(
  'for a move a time has to be chosen, and the button keeps its place',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    await openMoveOfNewAppointment(page, portal)
    const nextButton = page.getByRole('button', { name: 'Weiter' })
    const boxBefore = await nextButton.boundingBox()
    await nextButton.click()
    await expect(page.getByText('Bitte wählen Sie zuerst eine freie Zeit.')).toBeVisible()
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    await expect(page.getByRole('button', { name: /^\d\d:\d\d$/, pressed: true })).toBeVisible()
    expect(await nextButton.boundingBox()).toEqual(boxBefore)
    await look(page, 'move-1-choice')
  },
)

test(
  'the review of a move strikes the old time out, and asks for nothing yet',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    const appointment = await openMoveOfNewAppointment(page, portal)
    await chooseFirstOfList(page)
    await page.goBack()
    await expectHeading(page, 'Termin verschieben')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expectHeading(page, 'Neue Zeit prüfen')
    const times = page.getByRole('main').locator('time')
    const lines = times.evaluateAll((elements) =>
      elements.map((time) => getComputedStyle(time).textDecorationLine),
    )
    expect(await lines, 'the old time, then the new one').toEqual(['line-through', 'none'])
    await page.getByLabel('Nachricht').fill('Am Dienstag arbeite ich.')
    await look(page, 'move-2-review')
    expect(appointment.statusAndMails()).toEqual(['confirmed'])
  },
)

test('a patient asks once for another time, and the practice confirms it by the link of the mail', async ({
  page,
  portal,
}) => {
  const appointment = await openMoveOfNewAppointment(page, portal)
  const time = await chooseFirstOfList(page)
  await test.step('the patient asks for the move once, although the button is pressed twice', async () => {
    await page.getByLabel('Nachricht').fill('Am Dienstag arbeite ich.')
    await page.getByRole('button', { name: 'Verschiebung anfragen' }).dblclick()
    await expectHeading(page, 'Verschiebung angefragt')
    await page.reload()
    await expectHeading(page, 'Verschiebung angefragt')
    expect(appointment.statusAndMails()).toEqual(['confirmed', 'move-received', 'move-asked'])
    await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
    await expect(page.getByText('Bis wir antworten, bleibt Ihr Termin, wie er ist.')).toBeVisible()
  })

  await test.step('the practice confirms the move', async () => {
    const mail = await portal.mailTo('termine@ordination.example', /^Verschiebung angefragt/)
    expect(mail.text).toContain('> Am Dienstag arbeite ich.')
    await page.goto(linkTo(mail, '/admin/confirm'))
    await expectHeading(page, 'Verschiebung bestätigen')
    await expect(page.getByText('Gewünscht')).toBeVisible()
    await page.getByRole('button', { name: 'Verschiebung bestätigen' }).click()
    await expectHeading(page, 'Termin verschoben')
    await expect(page.getByRole('status')).toHaveText('Termin wurde verschoben und der Patient informiert.')
  })

  await test.step('both pages show the new time, and no open request for it', async () => {
    await expectOnlyTime(page, time)
    await page.goto(appointment.overviewUrl)
    await expectOnlyTime(page, time)
  })
})

test('the second tap on "Weiter" does not ask for the move', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId })
  const sentMethods: string[] = []
  page.on('request', (request) => sentMethods.push(request.method()))
  await page.goto(`/patient/move?id=${appointment.id}`)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const liftCover = await keepCover(page)
  await doubleTap(page, 'Weiter')
  await expectHeading(page, 'Neue Zeit prüfen')
  expect(sentMethods).not.toContain('POST')
  await liftCover()
  await page.getByRole('button', { name: 'Verschiebung anfragen' }).click()
  await expectHeading(page, 'Verschiebung angefragt')
})

test('a time that somebody else took leads back to the choice', async ({ page, portal }) => {
  await page.goto(reviewOfMove(addBookingWithLinks(portal, { serviceId })))
  await expectHeading(page, 'Neue Zeit prüfen')
  addBooking(portal, mondayAfterNext(), '11:00')
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expectHeading(page, 'Termin verschieben')
  await expect(page.getByRole('alert')).toContainText('Dieser Termin ist leider nicht mehr frei.')
})

test('a patient moves a request at once, and the practice’s earlier link no longer decides it', async ({
  page,
  portal,
}) => {
  const appointment = addBookingWithLinks(portal, { serviceId })
  await page.goto(reviewOfMove(appointment))
  await page.getByRole('button', { name: 'Termin verschieben' }).click()
  await expectHeading(page, 'Reservierung verschoben')
  expect(appointment.statusAndMails()).toEqual(['requested', 'moved', 'moved-by-patient'])

  decideBooking(portal.ctx(), appointment.id, { decision: 'confirm' })
  await page.goto(appointment.confirmUrl)
  await expect(page.getByText('Dieser Link gilt nicht mehr.')).toBeVisible()
})

test('a patient keeps the appointment after all', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId })
  moveByPatient(portal.ctx(), appointment.id, { start: instantAt(mondayAfterNext(), '11:00'), message: '' })
  await page.goto(appointment.overviewUrl)
  await page.getByRole('link', { name: 'Doch nicht verschieben' }).click()
  await expectHeading(page, 'Nicht verschieben?')
  await page.getByRole('button', { name: 'Termin behalten' }).click()
  await expectHeading(page, 'Ihr Termin bleibt')
})
