import { decideBooking } from '../../src/booking/decisions.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday } from './fixtures/bookings.ts'
import { look } from './fixtures/look.ts'
import { requestsOf } from './fixtures/requests.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'

test('several requests are chosen and confirmed together', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  const requests = requestsOf(page)
  await requests.getByRole('checkbox').nth(0).check()
  await requests.getByRole('checkbox').nth(1).check()
  await expect(requests.getByText('2 Anfragen gewählt')).toBeVisible()
  await look(page, 'admin-requests-chosen')
  await requests.getByRole('button', { name: 'Gewählte bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
})

test('confirming several requests together names each one that was refused', async ({ page, portal }) => {
  const addRequest = (time: string, name: string) =>
    addBooking(portal, dayFromToday(3), time, { status: 'requested', name })
  const refused = [addRequest('10:00', 'Otto Probe'), addRequest('11:00', 'Jodok Probe')]
  addRequest('12:00', 'Wilma Probe')
  addRequest('13:00', 'Rosa Probe')
  await page.goto('/admin')
  const requests = requestsOf(page)
  await expect(requests.getByRole('checkbox')).toHaveCount(4)
  for (const id of refused) decideBooking(portal.ctx(), id, { decision: 'reject' })
  for (let i = 0; i < 4; i += 1) await requests.getByRole('checkbox').nth(i).check()
  await requests.getByRole('button', { name: 'Gewählte bestätigen' }).click()
  const outcome = requests.getByRole('alert')
  await expect(outcome).toContainText('Otto Probe: Dieser Termin wurde bereits abgelehnt.')
  await expect(outcome).toContainText('Jodok Probe: Dieser Termin wurde bereits abgelehnt.')
  await expect(outcome).not.toContainText(/Wilma|Rosa/)
  await expect(requests.getByRole('checkbox')).toHaveCount(0)
})

test('requests stay chosen without a connection, and are rejected when it is back', async ({
  page,
  portal,
}) => {
  for (const [i, name] of ['Wilma Probe', 'Rosa Probe'].entries())
    addBooking(portal, dayFromToday(3 + i), '10:00', { status: 'requested', name })
  await page.goto('/admin')
  const requests = requestsOf(page)
  for (let i = 0; i < 2; i += 1) await requests.getByRole('checkbox').nth(i).check()
  const reject = async () => {
    await requests.getByRole('button', { name: 'Gewählte ablehnen …' }).click()
    await page.getByRole('button', { name: '2 Anfragen ablehnen' }).click()
  }
  await page.route('**/api/admin/reject', (route) => route.abort())
  await reject()
  await expect(requests.getByRole('alert')).toContainText('Wilma Probe: Keine Verbindung.')
  await expect(requests.getByText('2 Anfragen gewählt')).toBeVisible()
  await page.unroute('**/api/admin/reject')
  await reject()
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Anfrage wartet' })).toBeVisible()
})

test('marked requests are rejected together, except the unticked one', async ({ page, portal }) => {
  for (const [i, name] of ['Xaver Automat', 'Yvonne Automat', 'Zita Echt'].entries())
    addBooking(portal, dayFromToday(20 + i), '08:30', { name, status: 'requested', marked: true })
  await page.goto('/admin')
  await expect(page.getByText('Auffällig', { exact: true })).toHaveCount(3)
  await page.getByRole('link', { name: 'Auffällige Anfragen', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Zita Echt', exact: true }).uncheck()
  await page.getByRole('button', { name: '2 Anfragen ablehnen' }).click()
  await expect(page.getByText('1 auffällige Anfrage', { exact: true })).toBeVisible()
  await expect(page.getByText('Zita Echt')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
})
