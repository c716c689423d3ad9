import { cancelByPatient } from '../../src/booking/cancellation.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { moveBooking } from '../../src/booking/moves.ts'
import { HOUR } from '../../src/shared/day.ts'
import { test as adminTest } from './fixtures/admin.ts'
import { addBookingWithLinks, dayFromToday, instantAt, withWrongSignature } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

/** Moves the appointment as the practice, without a message. */
function moveByOneHour(portal: Portal, { id, startsAt }: Readonly<{ id: string; startsAt: number }>): void {
  moveBooking(portal.ctx(), id, { start: startsAt + HOUR, message: '', notify: false })
}

/** Links that lead to no decision, and what the page says. */
const INVALID_LINKS: readonly Readonly<{
  link: string
  urlOf: (portal: Portal) => string
  sentence: string
}>[] = [
  {
    link: 'a link without a signature',
    urlOf: (portal) => `/admin/reject?id=${addBookingWithLinks(portal).id}`,
    sentence: 'Ungültiger Link (keine Signatur).',
  },
  {
    link: 'a link with a part of the signature',
    urlOf: (portal) => addBookingWithLinks(portal).confirmUrl.slice(0, -9),
    sentence: 'Ungültiger Link (Signatur unvollständig).',
  },
  {
    link: 'a link with an unknown id',
    urlOf: (portal) => {
      const { id, confirmUrl } = addBookingWithLinks(portal)
      return confirmUrl.replace(id, 'x'.repeat(32))
    },
    sentence: 'Der Termin konnte nicht gefunden werden.',
  },
  {
    link: 'the link of a past appointment',
    urlOf: (portal) =>
      addBookingWithLinks(portal, { startsAt: instantAt(dayFromToday(-1), '08:30') }).rejectUrl,
    sentence: 'Dieser Link ist abgelaufen.',
  },
  {
    link: 'a link from before a move',
    urlOf: (portal) => {
      const appointment = addBookingWithLinks(portal)
      moveByOneHour(portal, appointment)
      return appointment.confirmUrl
    },
    sentence: 'Dieser Termin wurde verschoben.',
  },
]

test('the practice confirms with a message, and pressing twice is harmless', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.confirmUrl)
  await expectHeading(page, 'Termin bestätigen')
  await expect(page.getByText('Akupunktur')).toBeVisible()
  await expect(page.getByText('Rosa Musterfrau').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('08:30 Uhr')

  await page.waitForLoadState('networkidle')
  const message = page.getByLabel('Nachricht an die Patientin oder den Patienten')
  // A message may have 1000 characters, and these are 918: 34 lines of 26 letters and a line break.
  await message.fill('Bitte kommen Sie nüchtern.\n'.repeat(34))
  await expect(page.getByText('Noch 82 Zeichen.')).toBeVisible()
  await message.fill('Bitte kommen Sie nüchtern.')
  expect(appointment.statusAndMails()).toEqual(['requested'])

  await page.getByRole('button', { name: 'Termin bestätigen' }).dblclick()
  await expectHeading(page, 'Termin bestätigt')
  await expect(page.getByRole('status')).toHaveText('Termin wurde bestätigt und der Patient informiert.')
  expect(appointment.statusAndMails()).toEqual(['confirmed', 'confirmed'])
  const mail = await portal.mailTo('rosa@musterfrau.example', /^Termin bestätigt/)
  expect(mail.text).toContain('> Bitte kommen Sie nüchtern.')

  await page.reload()
  await expect(page.getByText('Termin war bereits bestätigt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Termin bestätigen' })).toHaveCount(0)
  await page.goto(appointment.rejectUrl)
  await expect(page.getByText('Dieser Termin wurde bereits bestätigt.')).toBeVisible()
})

test('the practice rejects with a comment, or goes back', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.overviewUrl)
  await expectHeading(page, 'Terminübersicht')
  await page.goto(appointment.rejectUrl)
  await expectHeading(page, 'Termin ablehnen')
  await expect(page.getByLabel('Termin-ID')).toHaveValue(appointment.id)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expectHeading(page, 'Terminübersicht')
  expect(appointment.statusAndMails()).toEqual(['requested'])

  await page.goForward()
  await page
    .getByLabel('Kommentar für die Patientin oder den Patienten')
    .fill('An diesem Tag ist geschlossen.')
  await page.getByRole('button', { name: 'Termin ablehnen' }).click()
  await expectHeading(page, 'Termin abgelehnt')
  await expect(page.getByRole('status')).toContainText(`Storno bestätigt. (ID ${appointment.id})`)
  await expect(page.getByRole('status')).toContainText('Termin wurde abgelehnt und der Patient informiert.')
  expect(appointment.statusAndMails()).toEqual(['rejected', 'rejected'])
  const mail = await portal.mailTo('rosa@musterfrau.example', /abgelehnt|nicht/i)
  expect(mail.text).toContain('An diesem Tag ist geschlossen.')
})

for (const { link, urlOf, sentence } of INVALID_LINKS)
  test(`the page of ${link} says what is wrong and offers no button`, async ({ page, portal }) => {
    await page.goto(urlOf(portal))
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Termin/ })).toHaveCount(0)
  })

for (const { path, button, heading, status } of [
  { path: 'confirm', button: 'Termin bestätigen', heading: 'Termin bestätigt', status: 'confirmed' },
  { path: 'approve', button: 'Termin bestätigen', heading: 'Termin bestätigt', status: 'confirmed' },
  { path: 'reject', button: 'Termin ablehnen', heading: 'Termin abgelehnt', status: 'rejected' },
] as const)
  adminTest(`a signed-in user decides at /admin/${path} without a signature`, async ({ page, portal }) => {
    const appointment = addBookingWithLinks(portal)
    await page.goto(`/admin/${path}?id=${appointment.id}`)
    await page.getByRole('button', { name: button }).click()
    await expectHeading(page, heading)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    // The mail to the patient has the same name as the status.
    expect(appointment.statusAndMails()).toEqual([status, status])
  })

test('a decision with a wrong signature is refused', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(withWrongSignature(appointment.confirmUrl))
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await expectHeading(page, 'Termin nicht bestätigt')
  await expect(page.getByRole('alert')).toContainText('Dieser Link ist ungültig oder abgelaufen.')
  await expect(page.getByRole('alert')).toContainText('Bitte öffnen Sie den Link aus der E-Mail noch einmal.')
  expect(appointment.statusAndMails()).toEqual(['requested'])
})

test('a request that the patient has cancelled meanwhile cannot be rejected', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.rejectUrl)
  await expect(page.getByRole('button', { name: 'Termin ablehnen' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  cancelByPatient(portal.ctx(), appointment.id, '')
  await page.getByRole('button', { name: 'Termin ablehnen' }).click()
  await expectHeading(page, 'Termin nicht abgelehnt')
  await expect(page.getByRole('alert')).toContainText('Dieser Termin wurde bereits abgesagt.')
  await expect(page.getByText('Storniert', { exact: true })).toBeVisible()
})

test('confirming what a colleague has already confirmed shows no failure', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.confirmUrl)
  await expect(page.getByRole('button', { name: 'Termin bestätigen' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // A colleague moves and confirms the appointment meanwhile, so that the signature no longer fits.
  moveByOneHour(portal, appointment)
  decideBooking(portal.ctx(), appointment.id, { decision: 'confirm' })
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await expectHeading(page, 'Termin bestätigt')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
