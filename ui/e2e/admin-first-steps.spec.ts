import type { Locator, Page } from 'playwright/test'
import { markFirstStep } from '../../src/operation/first-steps.ts'
import { markDemo, readComparedRows } from '../../src/practice/demo-mark.ts'
import { readSetting, writeSettings } from '../../src/practice/settings.ts'
import { addServicesOfTemplate, listServices } from '../../src/schedule/services.ts'
import { expect } from './fixtures/admin.ts'
import { expectText } from './fixtures/controls.ts'
import { reopenFirstSteps } from './fixtures/first-steps.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'
import { test } from './fixtures/settings.ts'

/** Empties the practice: a new portal has no services, no hours, and no data of the practice. */
function emptyPractice(portal: Portal): void {
  portal.changeRows('delete from services')
  portal.changeRows('delete from working_hours')
  portal.changeRows(`delete from settings where name like 'practice.%'`)
  reopenFirstSteps(portal)
}

/** The main heading of the page, which names the step. */
function headingOf(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name })
}

/** Leaves a step by this button, with the keyboard, and waits for the step with the heading `to`. */
async function leaveStep(page: Page, { by, to }: Readonly<{ by: string; to: string }>): Promise<void> {
  await page.getByRole('button', { name: by, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(headingOf(page, to)).toBeFocused()
}

test('the demo is marked on every page until it is ended', async ({ page, portal }) => {
  const ctx = portal.ctx()
  markDemo(ctx, { seededAt: ctx.now, ...readComparedRows(ctx) })
  reopenFirstSteps(portal)
  const mark = page.getByRole('complementary', { name: 'Demo' })
  for (const path of ['/', '/booking#service', '/patient/overview?id=x', '/admin']) {
    await page.goto(path)
    await expect(mark).toContainText('Demo, keine echten Termine')
    await expect(mark).toBeInViewport({ ratio: 1 })
  }
  await mark.getByRole('button', { name: 'Demo beenden' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Demo beenden' }).click()
  await expect(page).toHaveURL(/erste-schritte$/)
  await expect(page.getByRole('heading', { name: 'Praxisdaten' })).toBeVisible()
  await expect(mark).toBeHidden()
  expect(listServices(portal.ctx())).toEqual([])
})

test(
  'a new practice is led through its first steps by keyboard, up to a QR code for its patients',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    emptyPractice(portal)
    await page.goto('/admin')
    await test.step('the practice is named, and its hours and holidays are gone through', async () => {
      await expect(page).toHaveURL(/erste-schritte/)
      await expectText(page, 'Erste Schritte: 1 von 8')
      const name = page.getByLabel('Name', { exact: true })
      // Until its settings are loaded, the field is invisible and takes nothing.
      await expect(name).toBeVisible()
      await name.focus()
      await page.keyboard.type('Praxis am See')
      await expect(name).toHaveValue('Praxis am See')
      await leaveStep(page, { by: 'Weiter', to: 'Arbeitszeiten' })
      expect(readSetting(portal.ctx(), 'practice', 'name')).toBe('Praxis am See')
      await leaveStep(page, { by: 'Überspringen', to: 'Feiertage' })
      await leaveStep(page, { by: 'Weiter', to: 'Services & Preise' })
    })

    await test.step('a template gives the practice services', async () => {
      await page.getByRole('button', { name: /^Psychotherapie/ }).focus()
      await page.keyboard.press('Enter')
      await expectText(page, '4 Services sind angelegt. Bitte prüfen Sie Dauer und Preis.')
      await look(page, 'admin-first-steps')
      await leaveStep(page, { by: 'Weiter', to: 'E-Mail-Server' })
    })

    await test.step('other steps are skipped, and "Zurück" leads to the step before', async () => {
      await leaveStep(page, { by: 'Überspringen', to: 'URLs & Admin E-Mail' })
      await expectText(page, 'Gestartet ohne BASE_URL')
      await leaveStep(page, { by: 'Weiter', to: 'Sicherungen' })
      await leaveStep(page, { by: 'Zurück', to: 'URLs & Admin E-Mail' })
      await leaveStep(page, { by: 'Weiter', to: 'Sicherungen' })
      await leaveStep(page, { by: 'Überspringen', to: 'Ihr Zugang' })
      writeSettings(portal.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.ordination.example' })
      await leaveStep(page, { by: 'Überspringen', to: 'Erste Schritte' })
    })

    await test.step('the last step shows a QR code with the address for patients', async () => {
      await expectText(page, '3 von 8 erledigt')
      await expectText(page, 'Noch ist keine Buchung da.')
      await expect(
        page.getByRole('img', { name: /^QR-Code mit der Adresse https:\/\/termine\.ordination\.example/ }),
      ).toBeVisible()
      // There is no Odoo that tells when the doctor is busy.
      const toCalendars = page.getByRole('link', { name: 'Kalender angeben' })
      await expect(toCalendars).toHaveAttribute('href', '/admin/calendars')
    })
  },
)

test(
  'the start page lists the first steps that were left out, until somebody hides the list',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    const ctx = portal.ctx()
    emptyPractice(portal)
    addServicesOfTemplate(ctx, 'psychotherapy')
    markFirstStep(ctx, 'hours', 'skipped')
    writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://termine.ordination.example' })
    await page.goto('/admin')
    const card = page.getByRole('region', { name: 'Erste Schritte' })
    await expect(card).toContainText(
      'Es fehlt noch: Praxisdaten, Arbeitszeiten, E-Mail-Server, Sicherungen, Zweiter Faktor.',
    )
    await card.getByRole('link', { name: 'Sicherungen' }).press('Enter')
    await expect(headingOf(page, 'Sicherungen')).toBeFocused()
    await page.goBack()
    await look(page, 'admin-first-steps-card')
    await card.getByRole('button', { name: 'Nicht mehr zeigen' }).press('Enter')
    await expect(card).toBeHidden()
  },
)
