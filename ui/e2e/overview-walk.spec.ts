import { HOUR } from '../../src/shared/day.ts'
import { anAppointment } from './appointments.ts'
import { answersHtml, seesHeading } from './page.ts'
import { expect, test } from './portal.ts'

const BOOKING_CALLS = '**/api/bookings/*'

test('the overview shows how the appointment stands, in every state', async ({ page, portal, look }) => {
  const seen = async (name: string, badge: string, appointment: ReturnType<typeof anAppointment>) => {
    await page.goto(appointment.overview)
    await seesHeading(page, 'Terminübersicht')
    await expect(page.getByText(badge, { exact: true })).toBeVisible()
    await expect(page.getByText(appointment.id)).toBeVisible()
    await expect(page.getByText('eine Liste Ihrer Medikamente')).toBeVisible()
    await look(page, `uebersicht-${name}`)
  }
  const cancel = page.getByRole('link', { name: 'Termin absagen' })
  const calendar = page.getByRole('link', { name: 'In den Kalender übernehmen' })

  const requested = anAppointment(portal)
  await seen('angefragt', 'auf manuelle Bestätigung wartend', requested)
  await expect(cancel).toHaveAttribute('href', requested.cancel)
  await expect(page.getByRole('link', { name: 'Schreiben' })).toHaveAttribute(
    'href',
    /^mailto:termine@ordination/,
  )
  await seen('bestaetigt', 'Bestätigt', anAppointment(portal, { status: 'confirmed' }))
  const [download] = await Promise.all([page.waitForEvent('download'), calendar.click()])
  expect(download.suggestedFilename()).toBe('termin.ics')

  await seen('abgelehnt', 'Abgelehnt', anAppointment(portal, { status: 'rejected' }))
  await seen('storniert', 'Storniert', anAppointment(portal, { status: 'cancelled' }))
  await expect(cancel).toHaveCount(0)
  await expect(calendar).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Neuen Termin buchen' })).toBeVisible()
  await seen(
    'zu-spaet',
    'Bestätigt',
    anAppointment(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR }),
  )
  await expect(page.getByText(/^Online absagen ging bis .* Bitte rufen Sie uns jetzt an\.$/)).toBeVisible()
  await seen(
    'vorbei',
    'Bestätigt',
    anAppointment(portal, { status: 'confirmed', startsAt: Date.now() - 30 * HOUR }),
  )
  await expect(cancel).toHaveCount(0)

  await page.route(BOOKING_CALLS, async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, status: 'verschoben' } })
  })
  await seen('unbekannt', 'Verschoben', anAppointment(portal))
})

test('long names, a narrow window and large letters break nothing', async ({ page, portal, look }) => {
  const { overview, cancel, confirm, reject } = anAppointment(portal, {
    firstName: 'Maximiliana-Theodora',
    lastName: 'Freifrau-Musterhausen-Donaudampfschifffahrtsgesellschaftskapitän',
    serviceName: 'Ausführliche Erstordination mit Vorsorgeuntersuchung und Befundbesprechung',
    startsAt: Date.parse('2037-09-30T17:30:00+02:00'),
  })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [name, address] of Object.entries({ overview, cancel, confirm, reject })) {
    await page.goto(address)
    await expect(page.getByRole('main').getByText('17:30 Uhr')).toBeVisible()
    await look(page, `schmal-${name}`)
  }
})

test('the map is loaded when the patient asks for it, and not before', async ({ page, portal, look }) => {
  const asked: string[] = []
  await page.route(/google/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Karte</title><p>Eine Karte</p>' })
  })
  await page.goto(anAppointment(portal).overview)
  await expect(page.getByText('Beim Laden erfährt der Kartendienst Ihre IP-Adresse.')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Karte laden' }).click()
  await expect(page.frameLocator('iframe').getByText('Eine Karte')).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
  await look(page, 'uebersicht-mit-karte')
})

test('it is loading, it cannot be loaded, or it comes as HTML', async ({ page, portal, look, context }) => {
  const { overview } = anAppointment(portal)
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(BOOKING_CALLS, async (route) => {
    await asked
    await route.abort()
  })
  await page.goto(overview)
  await expect(page.getByText('Lade Termin …')).toBeAttached()
  await look(page, 'uebersicht-laedt')
  answer()
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible({ timeout: 30_000 })
  await look(page, 'uebersicht-nicht-geladen')
  await page.unroute(BOOKING_CALLS)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()

  const plain = await context.newPage()
  await answersHtml(plain, BOOKING_CALLS, '<h2>Ihr Termin</h2><script>top.document.title = "x"</script>')
  await plain.goto(overview)
  await expect(plain.frameLocator('iframe').getByText('Ihr Termin')).toBeVisible()
  expect(await plain.locator('iframe').getAttribute('sandbox')).toBe('')
  await expect(plain).toHaveTitle(/^Terminübersicht/)
  await look(plain, 'uebersicht-html')
})
