import type { Locator, Page } from 'playwright/test'
import { getBooking } from '../../src/booking/bookings.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { countLiveHolds } from '../../src/booking/live-holds.ts'
import { insertHold } from '../../src/testing/bookings.ts'
import { expect, openColdPage, test } from './fixtures/admin.ts'
import { addBooking, bookingIdOf, dayFromToday, instantAt } from './fixtures/bookings.ts'
import { NO_CONNECTION } from './fixtures/failures.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'
import { DESK, PHONE } from './fixtures/windows.ts'

/** Returns how the parts of each request are placed relative to one another. Runs in the page. */
function shapesOf(rows: Element[]) {
  /** CSS pixels of a line of the patient's name. */
  const LINE_HEIGHT = 22
  return rows.map((row) => {
    const [, patient, time, buttons] = [...row.children].map((part) => part.getBoundingClientRect())
    if (!patient || !time || !buttons) throw new Error('a part of the request is missing')
    const nameHeight = row.querySelector('b')?.getBoundingClientRect().height ?? 0
    const isCutOff = (part: Element) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
    return {
      linesOfName: Math.round(nameHeight / LINE_HEIGHT),
      isTimeBesidePatient: time.top < patient.bottom,
      areButtonsBelowTime: buttons.top >= time.bottom,
      cutOff: [...row.querySelectorAll('button, a, b')].filter(isCutOff).length,
    }
  })
}

function confirmButton(page: Page, patient: string): Locator {
  return page.getByRole('button', { name: `Anfrage von ${patient} bestätigen` })
}

function requestsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Offene Anfragen' })
}

test('in a small window the start page keeps the parts of a request together, and cuts nothing off', async ({
  page,
  portal,
}) => {
  addFortnight(portal)
  await page.setViewportSize({ width: 768, height: 900 })
  await openColdPage(page, '/admin', '3 Anfragen warten')
  const shapes = () => requestsOf(page).getByRole('listitem').evaluateAll(shapesOf)
  const whole = { linesOfName: 1, isTimeBesidePatient: true, areButtonsBelowTime: true, cutOff: 0 }
  for (const width of [768, 900, 960, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(shapes, { message: `${width} px` }).toEqual([whole, whole, whole])
    if (width === 768) await look(page, 'admin-requests-768')
  }
})

test('a request tomorrow with a long name does not make the start page wider than the window', async ({
  page,
  portal,
}) => {
  const firstName = 'Maximiliane-Theodora'
  const lastName = 'von und zu Hohenembs-Waldburg-Zeil-Trauchburg'
  addBooking(portal, dayFromToday(1), '10:00', { status: 'requested', firstName, lastName })
  await page.goto('/admin')
  await expect(page.getByText(', wartet auf Bestätigung')).toBeAttached()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const window of [PHONE, DESK]) {
    await page.setViewportSize(window)
    await expect.poll(overflow, { message: `${window.width} px` }).toBe(0)
  }
})

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

test('a request whose time has passed says so, and can only be rejected', async ({ page, portal }) => {
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

test('confirming several requests together names each one that was refused', async ({ page, portal }) => {
  const add = (time: string, name: string) =>
    addBooking(portal, dayFromToday(3), time, { status: 'requested', name })
  const refused = [add('10:00', 'Otto Probe'), add('11:00', 'Jodok Probe')]
  add('12:00', 'Wilma Probe')
  add('13:00', 'Rosa Probe')
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

test('the start page shows the open requests', async ({ page, portal }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Anfrage wartet' })).toBeVisible()
  addFortnight(portal)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '3 Anfragen warten' })).toBeVisible()
  await expect(page.getByText('seit 19 Std.')).toBeVisible()
  await expect(page.getByText('Wilma Niemand')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Buchungen je Woche' })).toBeVisible()
})

test('the keys J and K go from request to request', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  const notburga = confirmButton(page, 'Notburga Platzhalter-Ungenannt')
  await notburga.focus()
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

test('an undo that is too late says so, and does not scroll the page', async ({ page, portal }) => {
  addFortnight(portal)
  const tooLate = { error: 'too_late', message: 'Bereits mitgeteilt.' }
  await page.route('**/undo', (route) => route.fulfill({ status: 409, json: tooLate }))
  await page.goto('/admin')
  await confirmButton(page, 'Rosa Musterfrau').click()
  const undo = page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' })
  // The test itself scrolls to a button that is partly below the window.
  await undo.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await undo.click()
  await expect(page.getByText('Bereits mitgeteilt.')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
})

test('a request shows that it is being confirmed while the server is slow', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/admin/confirm', async (route) => {
    await released.promise
    await route.continue()
  })
  const rosa = confirmButton(page, 'Rosa Musterfrau')
  await rosa.click()
  await expect(rosa).toHaveAttribute('aria-disabled', 'true')
  await expect(confirmButton(page, 'Jodok Erfunden')).not.toHaveAttribute('aria-disabled')
  released.resolve()
  await expect(rosa).toBeHidden()
})

test('an undo that did not reach the server succeeds with the next press', async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin')
  await confirmButton(page, 'Rosa Musterfrau').click()
  await page.route('**/undo', (route) => route.abort('connectionreset'), { times: 1 })
  const undo = page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' })
  await undo.click()
  await expect(page.getByText(NO_CONNECTION)).toBeVisible()
  await undo.click()
  await expect(undo).toBeHidden()
  await expect(confirmButton(page, 'Rosa Musterfrau')).toBeVisible()
})

test('times that strangers hold are shown and freed together', ON_PHONE_TOO, async ({ page, portal }) => {
  for (let i = 0; i < 6; i++)
    insertHold(portal.ctx().db, {
      email: `fremd${i}@patient.example`,
      now: Date.now(),
      startsAt: instantAt(dayFromToday(10 + i), '08:30'),
    })
  await page.goto('/admin')
  const notice = page.getByRole('region', { name: 'Bitte beachten' })
  await expect(notice.getByText('6 Zeiten sind gerade reserviert')).toBeVisible()
  await look(page, 'dashboard-held-times')
  await notice.getByRole('button', { name: 'Zeiten freigeben …' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'dashboard-release-holds')
  await page.getByRole('button', { name: 'Zeiten freigeben', exact: true }).click()
  await expect(notice.getByText('6 Zeiten sind wieder frei.')).toBeVisible()
  await expect(notice.getByText('gerade reserviert')).toBeHidden()
  expect(countLiveHolds(portal.ctx())).toBe(0)
})
