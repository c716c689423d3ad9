import type { Page } from 'playwright/test'
import { anAppointment } from './appointments.ts'
import { press, tabTo } from './keys.ts'
import { seesHeading } from './page.ts'
import { ROSA, seesStep, svnrField } from './patient.ts'
import { expect, test } from './portal.ts'

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

test('the whole booking works by keyboard alone', async ({ page, portal }) => {
  await page.goto('/')
  await seesStep(page, 1)
  await press(page, page.getByRole('button', { name: 'Erstbesuch' }))
  await seesStep(page, 2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Erstordination' }), 'Space')
  await seesStep(page, 3)

  const grid = page.getByRole('grid')
  await expect(grid.getByRole('button', { disabled: false }).first()).toBeVisible()
  const days = grid.locator('button[tabindex="0"]')
  await tabTo(page, days.first())
  const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('PageDown')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .not.toBe(before)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const times = page.getByRole('group', { name: /mittag$/ }).getByRole('button')
  await press(page, times.first())
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await seesStep(page, 4)

  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await type(page, 'Vorname', ROSA.firstName)
  await type(page, 'Nachname', ROSA.lastName)
  await type(page, 'E-Mail', ROSA.email)
  await press(page, page.getByRole('button', { name: /bestätigen|verifizieren/i }).first())
  const mail = await portal.mailTo(ROSA.email, /bestätigen Sie Ihre E-Mail/)
  await page.getByLabel(/Code/).focus()
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '')
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await type(page, 'Telefon', ROSA.phone)
  await type(page, 'Adresse', ROSA.address)
  await type(page, 'PLZ', ROSA.zip)
  await type(page, 'Ort', ROSA.city)
  await type(page, 'Tag', ROSA.birth[0])
  await type(page, 'Monat', ROSA.birth[1])
  await type(page, 'Jahr', ROSA.birth[2])
  await tabTo(page, svnrField(page))
  await page.keyboard.type(ROSA.svnr)
  await press(page, page.getByRole('button', { name: 'Weiter' }))
  await seesStep(page, 5)

  await press(page, page.getByRole('checkbox', { name: /Ich akzeptiere/ }), 'Space')
  await press(page, page.getByRole('checkbox', { name: /Roboter/ }), 'Space')
  const book = page.getByRole('button', { name: 'Verbindlich reservieren' })
  await expect(book).toBeEnabled({ timeout: 60_000 })
  await press(page, book)
  await seesStep(page, 6)
})

/** What Tab reaches from the top of the page on, by name, until it leaves it. */
async function tabStops(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const stops: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const focused = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null
      if (focused === null || focused === document.body) return undefined
      const name = focused.ariaLabel ?? focused.labels?.[0]?.innerText ?? focused.innerText
      return name.trim().split('\n')[0]
    })
    if (stop === undefined || stop === stops[0]) return stops
    stops.push(stop)
  }
  throw new Error(`no end: ${stops}`)
}

const HEAD = ['Zum Inhalt', 'Ordination Dr. Demo Muster', 'Darstellung']
const FOOT = ['Impressum', 'Terminbedingungen', 'Kontakt']
const within = (stops: string[]) =>
  stops.filter((stop) => ![...HEAD, ...FOOT].some((outer) => stop.startsWith(outer)))

test('the practice confirms and rejects by keyboard alone', async ({ page, portal }) => {
  const [first, second] = [anAppointment(portal), anAppointment(portal)]
  await page.goto(first.confirm)
  const note = page.getByLabel('Nachricht an die Patientin oder den Patienten')
  await expect(note).toBeVisible()
  expect(within(await tabStops(page))).toEqual([expect.stringMatching(/^Nachricht/), 'Termin bestätigen'])
  await tabTo(page, note)
  await page.keyboard.type('Bis bald.')
  await press(page, page.getByRole('button', { name: 'Termin bestätigen' }))
  await seesHeading(page, 'Termin bestätigt')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(first.status()).toBe('confirmed')
  expect(within(await tabStops(page))).toEqual(['Zum Adminbereich'])

  await page.goto(second.reject)
  const comment = page.getByLabel('Kommentar für die Patientin oder den Patienten')
  await expect(comment).toBeVisible()
  expect(within(await tabStops(page))).toEqual([
    'Termin-ID',
    expect.stringMatching(/^Kommentar/),
    'Zurück',
    'Termin ablehnen',
  ])
  await tabTo(page, comment)
  await page.keyboard.type('Leider geschlossen.')
  await press(page, page.getByRole('button', { name: 'Termin ablehnen' }), 'Space')
  await seesHeading(page, 'Termin abgelehnt')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(second.status()).toBe('rejected')
})

test('a patient goes from the overview to the cancellation by keyboard alone', async ({ page, portal }) => {
  const appointment = anAppointment(portal, { status: 'confirmed' })
  await page.goto(appointment.overview)
  const cancel = page.getByRole('link', { name: 'Termin absagen' })
  await expect(cancel).toBeVisible()
  expect(within(await tabStops(page))).toEqual([
    'In den Kalender übernehmen',
    'Drucken',
    'Anrufen',
    'Schreiben',
    'Karte laden',
    expect.stringMatching(/^In Karten-App öffnen/),
    'Termin absagen',
  ])
  await press(page, cancel)
  await seesHeading(page, 'Termin stornieren')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByLabel('Grund'))
  await page.keyboard.type('Bin verreist.')
  await press(page, page.getByRole('button', { name: 'Termin stornieren' }))
  await seesHeading(page, 'Termin storniert')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(appointment.status()).toBe('cancelled')
  await press(page, page.getByRole('link', { name: 'Terminübersicht öffnen' }))
  await seesHeading(page, 'Terminübersicht')
})
