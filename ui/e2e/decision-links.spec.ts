import { cancelByPatient } from '../../src/booking/cancellation.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { moveBooking } from '../../src/booking/moves.ts'
import { HOUR } from '../../src/shared/day.ts'
import { test as adminTest } from './fixtures/admin.ts'
import { addBookingWithLinks, dayFromToday, instantAt } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

test('the practice confirms with a message, and pressing twice is harmless', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.confirm)
  await expectHeading(page, 'Termin bestätigen')
  await expect(page.getByText('Akupunktur')).toBeVisible()
  await expect(page.getByText('Rosa Musterfrau').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('08:30 Uhr')

  await page.waitForLoadState('networkidle')
  const message = page.getByLabel('Nachricht an die Patientin oder den Patienten')
  // 34 lines of 27 characters and 82 more make 1000.
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
  await page.goto(appointment.reject)
  await expect(page.getByText('Dieser Termin wurde bereits bestätigt.')).toBeVisible()
})

test('the practice rejects with a comment, or goes back', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.overview)
  await expectHeading(page, 'Terminübersicht')
  await page.goto(appointment.reject)
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

test('an incomplete, unknown, expired or outdated link says so and offers no button', async ({
  page,
  portal,
}) => {
  const appointment = addBookingWithLinks(portal)
  const over = addBookingWithLinks(portal, { startsAt: instantAt(dayFromToday(-1), '08:30') })
  const moved = addBookingWithLinks(portal)
  moveByOneHour(portal, moved)
  for (const [address, sentence] of [
    [`/admin/reject?id=${appointment.id}`, 'Ungültiger Link (keine Signatur).'],
    [appointment.confirm.slice(0, -9), 'Ungültiger Link (Signatur unvollständig).'],
    [appointment.confirm.replace(appointment.id, 'x'.repeat(32)), 'Der Termin konnte nicht gefunden werden.'],
    [over.reject, 'Dieser Link ist abgelaufen.'],
    [moved.confirm, 'Dieser Termin wurde verschoben.'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Termin/ })).toHaveCount(0)
  }
})

adminTest('somebody who is signed in decides without a signature', async ({ page, portal }) => {
  for (const { path, button, heading, status } of [
    { path: 'confirm', button: 'Termin bestätigen', heading: 'Termin bestätigt', status: 'confirmed' },
    { path: 'approve', button: 'Termin bestätigen', heading: 'Termin bestätigt', status: 'confirmed' },
    { path: 'reject', button: 'Termin ablehnen', heading: 'Termin abgelehnt', status: 'rejected' },
  ] as const) {
    const appointment = addBookingWithLinks(portal)
    await page.goto(`/admin/${path}?id=${appointment.id}`)
    await page.getByRole('button', { name: button }).click()
    await expectHeading(page, heading)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    // The mail to the patient has the same name as the status.
    expect(appointment.statusAndMails()).toEqual([status, status])
  }
})

test('a decision that the server refuses changes nothing', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  // The signature has its full length, but is wrong.
  await page.goto(`${appointment.confirm.slice(0, -4)}AAAA`)
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await expectHeading(page, 'Termin nicht bestätigt')
  await expect(page.getByRole('alert')).toContainText('Dieser Link ist ungültig oder abgelaufen.')
  await expect(page.getByRole('alert')).toContainText('Bitte öffnen Sie den Link aus der E-Mail noch einmal.')
  expect(appointment.statusAndMails()).toEqual(['requested'])

  await page.goto(appointment.reject)
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
  await page.goto(appointment.confirm)
  await expect(page.getByRole('button', { name: 'Termin bestätigen' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // A colleague moves and confirms the appointment meanwhile, so that the signature no longer fits.
  moveByOneHour(portal, appointment)
  decideBooking(portal.ctx(), appointment.id, { decision: 'confirm' })
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await expectHeading(page, 'Termin bestätigt')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

function moveByOneHour(portal: Portal, { id, startsAt }: Readonly<{ id: string; startsAt: number }>): void {
  moveBooking(portal.ctx(), id, { start: startsAt + HOUR, message: '', notify: false })
}
