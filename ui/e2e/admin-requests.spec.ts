import { getBooking } from '../../src/booking/bookings.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, bookingIdOf, dayFromToday } from './fixtures/bookings.ts'
import { holdCalls, LOST_CONNECTION_TEXT } from './fixtures/intercepted-calls.ts'
import { confirmButton, requestsOf } from './fixtures/requests.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'

test('a request is marked as past once its time has come, and can only be rejected', async ({
  page,
  portal,
}) => {
  addBooking(portal, dayFromToday(-1), '10:00', { status: 'requested', name: 'Otto Probe' })
  addBooking(portal, dayFromToday(1), '10:00', { status: 'requested', name: 'Rosa Probe' })
  await page.goto('/admin')
  const requests = requestsOf(page)
  await expect(requests.getByRole('listitem').filter({ hasText: 'Otto' })).toContainText('vorbei')
  await expect(requests.getByRole('listitem').filter({ hasText: 'Rosa' })).toContainText('morgen')
  await expect(confirmButton(page, 'Rosa Probe')).toBeVisible()
  await expect(confirmButton(page, 'Otto Probe')).toBeHidden()
  await page.getByRole('button', { name: 'Anfrage von Otto Probe ablehnen' }).click()
  await expect(page.getByRole('button', { name: 'Termin ablehnen: Otto Probe' })).toBeVisible()
})

test('the start page shows the open requests', async ({ page, portal }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Anfrage wartet' })).toBeVisible()
  addFortnight(portal)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '3 Anfragen warten' })).toBeVisible()
  await expect(page.getByText('seit 19 Std.'), 'the request that has waited longest').toBeVisible()
  await expect(page.getByText('Wilma Niemand')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Buchungen je Woche' })).toBeVisible()
})

test('the keys J and K go from request to request', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  const notburga = confirmButton(page, 'Notburga Platzhalter-Ungenannt')
  await notburga.focus()
  // The request that has waited longest comes first, and J goes down.
  await page.keyboard.press('j')
  await expect(confirmButton(page, 'Rosa Musterfrau')).toBeFocused()
  await page.keyboard.press('k')
  await expect(notburga).toBeFocused()
})

test('requests are confirmed, undone and rejected on the start page', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  const notburga = confirmButton(page, 'Notburga Platzhalter-Ungenannt')
  await test.step('a request is confirmed with a message, and the next one has the focus', async () => {
    await page.getByRole('button', { name: 'Anfrage von Jodok Erfunden mit Nachricht bestätigen' }).click()
    await page.getByLabel(/Nachricht an/).fill('Bitte nüchtern kommen.')
    await page.getByRole('button', { name: 'Termin bestätigen: Jodok Erfunden' }).click()
    await expect(page.getByText('Bestätigt, noch nicht mitgeteilt.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: '2 Anfragen warten' })).toBeVisible()
    await expect(notburga).toBeFocused()
  })

  await test.step('a confirmation is undone', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText('Bestätigt: Notburga Platzhalter-Ungenannt')).toBeVisible()
    await expect(confirmButton(page, 'Rosa Musterfrau')).toBeFocused()
    await page.getByRole('button', { name: 'Rückgängig: Notburga Platzhalter-Ungenannt' }).click()
    await expect(notburga).toBeFocused()
  })

  await test.step('a request is rejected, and its patient informed', async () => {
    await page.getByRole('button', { name: 'Anfrage von Rosa Musterfrau ablehnen' }).click()
    await page.getByRole('button', { name: 'Zurück' }).click()
    await page.getByRole('button', { name: 'Ablehnen', exact: true }).click()
    await page.getByRole('button', { name: 'Termin ablehnen: Rosa Musterfrau' }).click()
    await expect(page.getByText('Termin wurde abgelehnt und der Patient informiert.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
    const mail = await portal.mailTo('jodok.erfunden@patient.example', /bestätigt/)
    expect(mail.text).toContain('Bitte nüchtern kommen.')
    const statusOf = (lastName: string) => getBooking(portal.ctx(), bookingIdOf(portal, lastName)).status
    expect(statusOf('Erfunden')).toBe('confirmed')
    expect(statusOf('Platzhalter-Ungenannt')).toBe('requested')
    expect(statusOf('Musterfrau')).toBe('rejected')
  })
})

test('a request that a colleague has rejected meanwhile disappears, and the page says why', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, dayFromToday(15), '08:30', { name: 'Otto Erledigt', status: 'requested' })
  await page.goto('/admin')
  const confirm = confirmButton(page, 'Otto Erledigt')
  await expect(confirm).toBeVisible()
  decideBooking(portal.ctx(), id, { decision: 'reject' })
  await confirm.click()
  await expect(page.getByText('Otto Erledigt: Dieser Termin wurde bereits abgelehnt.')).toBeVisible()
  await expect(confirm).toBeHidden()
})

test('the page says that an undo comes too late, and does not scroll', async ({ page, portal }) => {
  addFortnight(portal)
  const tooLate = { error: 'too_late', message: 'Bereits mitgeteilt.' }
  await page.route('**/undo', (route) => route.fulfill({ status: 409, json: tooLate }))
  await page.goto('/admin')
  await confirmButton(page, 'Rosa Musterfrau').click()
  const undo = page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' })
  // The test itself scrolls to a button that is partly below the window.
  await undo.scrollIntoViewIfNeeded()
  const scrollBefore = await page.evaluate(() => scrollY)
  await undo.click()
  await expect(page.getByText('Bereits mitgeteilt.')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(scrollBefore)
})

test('a request shows that it is being confirmed while the server is slow', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  const releaseCall = await holdCalls(page, '**/api/admin/confirm')
  const rosa = confirmButton(page, 'Rosa Musterfrau')
  await rosa.click()
  await expect(rosa).toHaveAttribute('aria-disabled', 'true')
  await expect(confirmButton(page, 'Jodok Erfunden')).not.toHaveAttribute('aria-disabled')
  releaseCall()
  await expect(rosa).toBeHidden()
})

test('an undo that did not reach the server succeeds with the next press', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  await confirmButton(page, 'Rosa Musterfrau').click()
  await page.route('**/undo', (route) => route.abort('connectionreset'), { times: 1 })
  const undo = page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' })
  await undo.click()
  await expect(page.getByText(LOST_CONNECTION_TEXT)).toBeVisible()
  await undo.click()
  await expect(undo).toBeHidden()
  await expect(confirmButton(page, 'Rosa Musterfrau')).toBeVisible()
})
