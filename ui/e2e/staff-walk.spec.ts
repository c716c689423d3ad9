import { anAppointment } from './appointments.ts'
import { answersHtml, seesHeading } from './page.ts'
import { expect, test } from './portal.ts'

const OPEN_AGAIN = 'Bitte öffnen Sie den Link aus der E-Mail noch einmal.'
const HOSTILE = `<p>Böses</p><script>top.document.title = 'übernommen'</script>
<img src="x" onerror="top.location = 'about:blank'">
<form action="/api/patient/reject" method="post" target="_top"><button>Drücken</button></form>`
const BOOKING_CALLS = '**/api/bookings/*'

test('the practice confirms: at a glance, with a word to the patient, and pressing twice is harmless', async ({
  page,
  portal,
  look,
}) => {
  const appointment = anAppointment(portal)
  await page.goto(appointment.confirm)
  await seesHeading(page, 'Termin bestätigen')
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
  await expect(page.getByText('Akupunktur')).toBeVisible()
  await expect(page.getByText('Rosa Musterfrau').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('08:30 Uhr')
  await look(page, 'bestaetigen')

  await page
    .getByLabel('Nachricht an die Patientin oder den Patienten')
    .fill('Bitte kommen Sie nüchtern.\n'.repeat(34))
  await expect(page.getByText('Noch 82 Zeichen.')).toBeVisible()
  await page.getByLabel('Nachricht an die Patientin oder den Patienten').fill('Bitte kommen Sie nüchtern.')
  await look(page, 'bestaetigen-mit-nachricht')
  expect([appointment.status(), appointment.letters()]).toEqual(['requested', []])

  await page.getByRole('button', { name: 'Termin bestätigen' }).dblclick()
  await seesHeading(page, 'Termin bestätigt')
  await expect(page.getByRole('status')).toHaveText('Termin wurde bestätigt und der Patient informiert.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await look(page, 'bestaetigt')
  expect([appointment.status(), appointment.letters()]).toEqual(['confirmed', ['confirmed']])
  const mail = await portal.mailTo('rosa@musterfrau.example', /^Termin bestätigt/)
  expect(mail.text).toContain('> Bitte kommen Sie nüchtern.')

  await page.reload()
  await seesHeading(page, 'Termin bestätigen')
  await expect(page.getByText('Termin war bereits bestätigt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Termin bestätigen' })).toHaveCount(0)
  await look(page, 'bestaetigen-schon-bestaetigt')
  await page.goto(appointment.reject)
  await expect(page.getByText('Dieser Termin wurde bereits bestätigt.')).toBeVisible()
  await look(page, 'ablehnen-schon-bestaetigt')
})

test('the practice rejects: with id and comment, and a way back', async ({ page, portal, look }) => {
  const appointment = anAppointment(portal)
  await page.goto(`/patient/overview?id=${appointment.id}`)
  await seesHeading(page, 'Terminübersicht')
  await page.goto(appointment.reject)
  await seesHeading(page, 'Termin ablehnen')
  await expect(page.getByLabel('Termin-ID')).toHaveValue(appointment.id)
  await look(page, 'ablehnen')
  await page.getByRole('button', { name: 'Zurück' }).click()
  await seesHeading(page, 'Terminübersicht')
  expect(appointment.status()).toBe('requested')

  await page.goForward()
  await page
    .getByLabel('Kommentar für die Patientin oder den Patienten')
    .fill('An diesem Tag ist geschlossen.')
  await look(page, 'ablehnen-mit-kommentar')
  await page.getByRole('button', { name: 'Termin ablehnen' }).dblclick()
  await seesHeading(page, 'Termin abgelehnt')
  await expect(page.getByRole('status')).toContainText(`Storno bestätigt. (ID ${appointment.id})`)
  await expect(page.getByRole('status')).toContainText('Termin wurde abgelehnt und der Patient informiert.')
  await look(page, 'abgelehnt')
  expect([appointment.status(), appointment.letters()]).toEqual(['rejected', ['rejected']])

  await page.reload()
  await expect(page.getByText('Termin war bereits abgelehnt.')).toBeVisible()
  await look(page, 'ablehnen-schon-abgelehnt')
  await page.goto(appointment.confirm)
  await expect(page.getByText('Dieser Termin wurde bereits abgelehnt.')).toBeVisible()
  await look(page, 'bestaetigen-schon-abgelehnt')
})

test('a link that is not whole, not known or no longer good says so before anybody presses', async ({
  page,
  portal,
  look,
}) => {
  const appointment = anAppointment(portal)
  for (const action of ['confirm', 'reject'] as const) {
    // Both pages are made of the same parts; what they say differs.
    const photograph = async (name: string) =>
      action === 'confirm' && (await look(page, `bestaetigen-${name}`))
    await page.goto(`/admin/${action}`)
    await expect(page.getByText('Ungültiger Link (keine ID).')).toBeVisible()
    await photograph('ohne-id')
    await page.goto(`/admin/${action}?id=${appointment.id}`)
    await expect(page.getByText('Ungültiger Link (keine Signatur).')).toBeVisible()
    await photograph('ohne-signatur')
    await page.goto(appointment[action].slice(0, -9))
    await expect(page.getByText('Ungültiger Link (Signatur unvollständig).')).toBeVisible()
    await photograph('zerrissen')
    await page.goto(appointment[action].replace(appointment.id, 'x'.repeat(32)))
    await seesHeading(page, 'Termin nicht gefunden')
    await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
    await photograph('nicht-gefunden')
    await page.goto(appointment.staffLink(action, Date.now() - 60_000))
    await expect(page.getByText('Dieser Link ist abgelaufen.')).toBeVisible()
    await photograph('abgelaufen')
    await expect(page.getByRole('button', { name: /^Termin/ })).toHaveCount(0)
  }
  const cancelled = anAppointment(portal, { status: 'cancelled' })
  await page.goto(cancelled.confirm)
  await expect(page.getByText('Dieser Termin wurde bereits storniert.')).toBeVisible()
  await look(page, 'bestaetigen-schon-storniert')
  expect([appointment.status(), appointment.letters()]).toEqual(['requested', []])
})

test('what only the server can tell is told after the press, and nothing has changed', async ({
  page,
  portal,
  look,
}) => {
  const appointment = anAppointment(portal)
  await page.goto(`${appointment.confirm.slice(0, -4)}AAAA`)
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await seesHeading(page, 'Termin nicht bestätigt')
  await expect(page.getByRole('alert')).toContainText('Dieser Link ist ungültig oder abgelaufen.')
  await expect(page.getByRole('alert')).toContainText(OPEN_AGAIN)
  await look(page, 'bestaetigen-gefaelscht')
  expect([appointment.status(), appointment.letters()]).toEqual(['requested', []])

  await page.goto(appointment.reject)
  await expect(page.getByRole('button', { name: 'Termin ablehnen' })).toBeVisible()
  portal.rows(`update bookings set status = 'cancelled' where id = ? returning id`, appointment.id)
  await page.getByRole('button', { name: 'Termin ablehnen' }).click()
  await seesHeading(page, 'Termin nicht abgelehnt')
  await expect(page.getByRole('alert')).toContainText('Dieser Termin wurde bereits storniert.')
  await expect(page.getByText('Storniert', { exact: true })).toBeVisible()
  await look(page, 'ablehnen-inzwischen-storniert')

  const lost = anAppointment(portal)
  portal.rows('delete from occupations where booking_id = ? returning id', lost.id)
  await page.goto(lost.confirm)
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await expect(page.getByRole('alert')).toContainText('Diese Zeit ist inzwischen anders belegt.')
  await look(page, 'bestaetigen-zeit-belegt')
  expect([lost.status(), lost.letters()]).toEqual(['requested', []])
})

test('without the server nothing is lost: it is loading, then it says so, then it works', async ({
  page,
  portal,
  look,
}) => {
  const appointment = anAppointment(portal)
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(BOOKING_CALLS, async (route) => {
    await asked
    await route.abort()
  })
  await page.goto(appointment.confirm)
  await expect(page.getByText('Lade Termin …')).toBeAttached()
  await look(page, 'bestaetigen-laedt')
  answer()
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible({ timeout: 30_000 })
  await look(page, 'bestaetigen-nicht-geladen')
  await page.unroute(BOOKING_CALLS)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await page.getByLabel(/^Nachricht/).fill('Bis bald.')

  await page.route('**/api/admin/confirm', (route) => route.abort())
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await expect(page.getByRole('alert')).toContainText('Bestätigung fehlgeschlagen.')
  await expect(page.getByRole('alert')).toContainText('Keine Verbindung.')
  await look(page, 'bestaetigen-fehlgeschlagen')
  await page.unroute('**/api/admin/confirm')
  await expect(page.getByLabel(/^Nachricht/)).toHaveValue('Bis bald.')
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  await seesHeading(page, 'Termin bestätigt')
  expect(appointment.letters()).toEqual(['confirmed'])
})

test('HTML of the server is shown in a frame without any rights', async ({ portal, look, context }) => {
  const { confirm } = anAppointment(portal)
  // The browser complains of whatever such a frame may not do, so these are pages that nobody listens to.
  const page = await context.newPage()
  await answersHtml(page, BOOKING_CALLS, '<h2>Termin</h2><p>Rosa Musterfrau, Dienstag, 08:30 Uhr</p>')
  await answersHtml(page, '**/api/admin/confirm', '<h2>Erledigt</h2><p>Der Termin ist bestätigt.</p>')
  await page.goto(confirm)
  await expect(page.frameLocator('iframe').getByText('Rosa Musterfrau, Dienstag')).toBeVisible()
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  const result = page.frameLocator('iframe[title="Ergebnis"]')
  await expect(result.getByText('Der Termin ist bestätigt.')).toBeVisible()
  for (const frame of await page.locator('iframe').all()) expect(await frame.getAttribute('sandbox')).toBe('')
  await look(page, 'bestaetigt-html')

  const hostile = await context.newPage()
  await answersHtml(hostile, BOOKING_CALLS, HOSTILE)
  await hostile.goto(confirm)
  const frame = hostile.frameLocator('iframe')
  await expect(frame.getByText('Böses')).toBeVisible()
  await frame.getByRole('button', { name: 'Drücken' }).click()
  await expect(hostile).toHaveTitle(/^Termin bestätigen/)
  await seesHeading(hostile, 'Termin bestätigen')
})
