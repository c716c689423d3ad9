import { cancelByPatient, cancelByStaff } from '../../src/booking/cancellation.ts'
import { decideBooking } from '../../src/booking/decisions.ts'
import { nudgeUnanswered, remindDue } from '../../src/booking/reminders.ts'
import type { EmailKind } from '../../src/messaging/outbox/queue.ts'
import { HOUR } from '../../src/shared/day.ts'
import { anAppointment } from './appointments.ts'
import {
  books,
  choosesNextFree,
  choosesService,
  fillsIn,
  linkTo,
  provesByCode,
  ROSA,
  reachesReview,
  seesStep,
  svnrField,
} from './patient.ts'
import { expect, type Portal, test } from './portal.ts'

test('an expired hold is said, leads to the start, and keeps what was typed', async ({ page, portal }) => {
  await page.clock.install()
  await reachesReview(page, portal)
  await page.clock.fastForward('08:30')
  await expect(page.getByText(/noch 1:\d\d/)).toBeVisible()
  portal.rows('update holds set expires_at = 1 returning id')
  portal.rows('update occupations set expires_at = 1 returning id')
  await page.clock.fastForward('02:00')
  await expect(
    page.getByText('Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.'),
  ).toBeVisible()
  await seesStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await page.getByRole('button', { name: 'Erstordination' }).click()
  await choosesNextFree(page)
  await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
})

test('a hold can be extended before it is over', async ({ page, portal }) => {
  await page.clock.install()
  await reachesReview(page, portal)
  await page.clock.fastForward('08:30')
  portal.rows('update holds set expires_at = expires_at - 510000 returning id')
  portal.rows(
    'update occupations set expires_at = expires_at - 510000 where hold_id is not null returning id',
  )
  await page.getByRole('button', { name: 'Verlängern' }).click()
  await expect
    .poll(
      () => portal.rows<{ left: number }>('select expires_at - ? as left from holds', Date.now())[0]?.left,
    )
    .toBeGreaterThan(580_000)
})

test('a slot that was taken meanwhile sends the patient back to the times, with everything kept', async ({
  page,
  portal,
}) => {
  await choosesService(page)
  await choosesNextFree(page)
  await fillsIn(page)
  await svnrField(page).fill(ROSA.svnr)
  await provesByCode(page, portal)
  const start = await page.evaluate(() =>
    Object.entries(localStorage)
      .map(([, text]) => /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+Z][\d:]*/.exec(text)?.[0])
      .find(Boolean),
  )
  const at = Date.parse(start ?? '')
  portal.rows(
    `insert into occupations (resource_id, starts_at, ends_at) values ('doctor-1', ?, ?) returning id`,
    at,
    at + 60_000,
  )
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(
    page.getByText('Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.'),
  ).toBeVisible()
  await seesStep(page, 3)
  await choosesNextFree(page)
  await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
})

test('the browser goes back and forward through the steps, and never to one that lacks its choices', async ({
  page,
}) => {
  await choosesService(page)
  await page.goBack()
  await seesStep(page, 2)
  await page.goBack()
  await seesStep(page, 1)
  await page.goForward()
  await seesStep(page, 2)
  await page.goto('/#step-5')
  await expect(page).not.toHaveURL(/#step-5$/)
  await page.goto('/?service=akupunktur&visit=return')
  await seesStep(page, 3)
  await page.goto('/?step=9')
  await expect(page).toHaveURL(/#step-[1-3]$/)
})

test('a second tab goes on where the first one is, and then neither disturbs the other', async ({
  page,
  context,
}) => {
  await choosesService(page)
  const second = await context.newPage()
  await second.goto('/')
  await seesStep(second, 3)
  await second.getByRole('link', { name: /Besuch/ }).click()
  await second.getByRole('button', { name: 'Folgebesuch' }).click()
  await second.getByRole('button', { name: 'Facial' }).click()
  await seesStep(second, 3)
  await page.reload()
  await seesStep(page, 3)
  await expect(page.getByRole('region', { name: 'Auswahl und weiter' })).toContainText('Erstordination')
  await expect(second.getByRole('region', { name: 'Auswahl und weiter' })).toContainText('Facial')
})

test('leaving the page warns once something was chosen', async ({ page }) => {
  await page.goto('/')
  await seesStep(page, 1)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('about:blank')
  expect(dialogs).toEqual([])
  await choosesService(page)
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
})

test('the link in the mail works on another device, and the wizard notices', async ({
  page,
  portal,
  browser,
}) => {
  await choosesService(page)
  await choosesNextFree(page)
  await fillsIn(page)
  await page
    .getByRole('button', { name: /bestätigen|verifizieren/i })
    .first()
    .click()
  const mail = await portal.mailTo(ROSA.email, /bestätigen Sie Ihre E-Mail/)
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(linkTo(mail, '/email/verify'))
  await phone.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await phone.reload()
  await phone.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(
    phone.getByText('Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.'),
  ).toBeVisible()
})

test('opening the links of every letter changes nothing, by whatever program', async ({
  page,
  portal,
  browser,
}) => {
  await reachesReview(page, portal)
  await books(page)
  liveThrough(portal)
  const mails = portal.rows<{ kind: string; text: string }>('select kind, text from emails')
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(EVERY_LETTER))
  // What lies in the future waits there.
  const due = `kind not in ('reminder', 'unanswered')`
  await expect.poll(() => portal.rows(`select id from emails where status <> 'sent' and ${due}`)).toEqual([])
  const links = new Set(mails.flatMap(({ text }) => text.match(/https?:\/\/localhost\S+/g) ?? []))
  expect(new Set([...links].map((link) => new URL(link).pathname))).toEqual(
    new Set([
      '/',
      '/admin',
      '/admin/confirm',
      '/admin/reject',
      '/email/verify',
      '/patient/overview',
      '/patient/reject',
    ]),
  )

  const before = portal.dump()
  const scanner = await (await browser.newContext()).newPage()
  const sent: string[] = []
  scanner.on('request', (request) => sent.push(request.method()))
  for (const link of links) {
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET'])
      expect((await fetch(link, { method })).status).toBe(200)
    await scanner.goto(link)
    await expect(scanner.getByRole('heading', { level: 1 })).toBeVisible()
    await scanner.waitForLoadState('networkidle')
  }
  expect(new Set(sent)).toEqual(new Set(['GET']))
  expect(portal.dump()).toBe(before)
})

const EVERY_LETTER: readonly EmailKind[] = [
  'email-check',
  'reservation-received',
  'new-reservation',
  'confirmed',
  'rejected',
  'cancelled',
  'cancelled-by-patient',
  'reminder',
  'unanswered',
]

/** Whatever can become of appointments, in a moment; what takes days is done at its own time. */
function liveThrough(portal: Portal): void {
  const ctx = portal.ctx()
  const confirmed = () => {
    const { id, startsAt } = anAppointment(portal)
    decideBooking(ctx, id, 'confirm', 'Bis bald.')
    return { id, startsAt }
  }
  decideBooking(ctx, anAppointment(portal).id, 'reject', 'Leider nicht.')
  cancelByPatient(ctx, confirmed().id, 'Bin verreist.')
  cancelByStaff(ctx, confirmed().id, 'Leider geschlossen.')
  // Ten in the morning, two days before.
  remindDue(portal.ctx(confirmed().startsAt - 46.5 * HOUR))
  nudgeUnanswered(portal.ctx(anAppointment(portal).startsAt - 46.5 * HOUR))
}

test('without the server the patient reads whom to call, and loses nothing', async ({ page, portal }) => {
  await page.route('**/api/status', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Anrufen' })).toBeVisible()
  await page.unroute('**/api/status')
  await page.reload()
  await choosesService(page)
  await choosesNextFree(page)
  await fillsIn(page)
  await portal.stop()
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(
    page.getByText('Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.'),
  ).toBeVisible()
  await portal.start()
  await provesByCode(page, portal)
})

test('the remembered contact stays on the device without the social security number, until it is deleted', async ({
  page,
  portal,
}) => {
  await choosesService(page)
  await choosesNextFree(page)
  await fillsIn(page)
  await svnrField(page).fill(ROSA.svnr)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await provesByCode(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await seesStep(page, 5)
  await books(page)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain(ROSA.lastName)
  expect(kept).not.toContain('1238')
  await page.getByRole('button', { name: 'Weitere Buchung' }).click()
  await seesStep(page, 1)
  await page.getByRole('button', { name: 'Folgebesuch' }).click()
  await page.getByRole('button', { name: 'Folgebehandlung' }).click()
  await choosesNextFree(page)
  await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
  await page.getByRole('button', { name: 'Gespeicherte Daten löschen' }).click()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(ROSA.lastName)
})

test('the theme is chosen, remembered and there before the first paint', async ({ page }) => {
  await page.goto('/')
  await seesStep(page, 1)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByLabel('Darstellung').selectOption({ label: 'Dunkel' })
  await expect.poll(ground).not.toBe(light)
  expect(await page.evaluate(() => localStorage.getItem('ui_theme'))).toBe('dark')
  await page.reload()
  await seesStep(page, 1)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.getByLabel('Darstellung').selectOption({ label: 'Hell' })
  await expect.poll(ground).toBe(light)
})
