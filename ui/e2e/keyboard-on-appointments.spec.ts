import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expectFocusedHeading, expectHeading } from './fixtures/headings.ts'
import { press, tabStops, typeInto } from './fixtures/keyboard.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

// All tests here work without a mouse.

test('the practice confirms a request by the link in the mail', async ({ page, portal }) => {
  await page.goto(addBookingWithLinks(portal).confirmUrl)
  const message = page.getByLabel('Nachricht an die Patientin oder den Patienten')
  await expect(message).toBeVisible()
  expect(await tabStops(page)).toEqual([expect.stringMatching(/^Nachricht/), 'Termin bestätigen'])
  await typeInto(page, message, 'Bis bald.')
  await press(page, page.getByRole('button', { name: 'Termin bestätigen' }))
  await expectFocusedHeading(page, 'Termin bestätigt')
  expect(await tabStops(page)).toEqual(['Zur Verwaltung'])
})

test('the practice rejects a request by the link in the mail', async ({ page, portal }) => {
  await page.goto(addBookingWithLinks(portal).rejectUrl)
  const comment = page.getByLabel('Kommentar für die Patientin oder den Patienten')
  await expect(comment).toBeVisible()
  expect(await tabStops(page)).toEqual([
    'Termin-ID',
    expect.stringMatching(/^Kommentar/),
    'Zurück',
    'Termin ablehnen',
  ])
  await typeInto(page, comment, 'Leider geschlossen.')
  await press(page, page.getByRole('button', { name: 'Termin ablehnen' }), 'Space')
  await expectFocusedHeading(page, 'Termin abgelehnt')
})

test('a patient goes from the overview to the cancellation', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed' })
  await page.goto(appointment.overviewUrl)
  const cancel = page.getByRole('link', { name: 'Termin absagen' })
  await expect(cancel).toBeVisible()
  // The page sets its title when its scripts have loaded.
  await expect(page).toHaveTitle(/^Terminübersicht/)
  expect(await tabStops(page)).toEqual([
    'Termin verschieben',
    'Termin absagen',
    'In den Kalender übernehmen',
    'Drucken',
    'Früher, wenn etwas frei wird',
    'Anrufen',
    'Schreiben',
    'Karte laden',
    expect.stringMatching(/^In Karten-App öffnen/),
  ])
  await press(page, cancel)
  await expectFocusedHeading(page, 'Termin absagen')
  await typeInto(page, page.getByLabel('Grund'), 'Bin verreist.')
  await press(page, page.getByRole('button', { name: 'Termin stornieren' }))
  await expectFocusedHeading(page, 'Termin abgesagt')
  await press(page, page.getByRole('link', { name: 'Terminübersicht öffnen' }))
  await expectHeading(page, 'Terminübersicht')
})

test('a patient moves an appointment on a phone', async ({ page, portal }) => {
  // In a small window the bar is more likely to cover the focus, which `tabTo` checks at each control.
  await page.setViewportSize(PHONE)
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId: 'folgebehandlung' })
  await page.goto(appointment.overviewUrl)
  await expect(page).toHaveTitle(/^Terminübersicht/)
  await press(page, page.getByRole('link', { name: 'Termin verschieben' }))
  await expectFocusedHeading(page, 'Termin verschieben')
  await press(page, page.getByRole('button', { name: /Nächster freier Termin/ }))
  const chosen = page.getByRole('button', { name: /^\d\d:\d\d$/, pressed: true })
  await expect(chosen).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Liste' }), 'Space')
  await press(page, page.getByRole('button', { name: /^\d\d:\d\d$/ }).last(), 'Space')
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await expectFocusedHeading(page, 'Neue Zeit prüfen')
  await typeInto(page, page.getByLabel('Nachricht'), 'Am Dienstag arbeite ich.')
  await press(page, page.getByRole('button', { name: 'Verschiebung anfragen' }))
  await expectFocusedHeading(page, 'Verschiebung angefragt')
  await press(page, page.getByRole('link', { name: 'Terminübersicht öffnen' }))
  await press(page, page.getByRole('link', { name: 'Doch nicht verschieben' }))
  await expectHeading(page, 'Nicht verschieben?')
  await press(page, page.getByRole('button', { name: 'Termin behalten' }))
  await expectFocusedHeading(page, 'Ihr Termin bleibt')
})
