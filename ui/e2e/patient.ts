import type { Locator, Page } from 'playwright/test'
import { expect, type Portal } from './portal.ts'

export const ROSA = {
  firstName: 'Rosa',
  lastName: 'Musterfrau',
  email: 'rosa@musterfrau.example',
  phone: '0660 000 00 12',
  address: 'Erfundene Gasse 7',
  zip: '6850',
  city: 'Dornbirn',
  birth: ['14', '3', '1958'],
  svnr: '1238',
} as const

/** The h1 of each step, which also takes the focus. */
export const HEADINGS = {
  1: 'Ist das Ihr erster Besuch bei uns?',
  2: 'Leistung wählen',
  3: 'Termin wählen',
  4: 'Ihre Daten',
  5: 'Stimmt alles?',
  6: 'Reservierung erhalten',
} as const

export async function seesStep(page: Page, step: keyof typeof HEADINGS): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: HEADINGS[step] })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`#step-${step}$`))
}

export async function choosesService(
  page: Page,
  visit = 'Erstbesuch',
  service = 'Erstordination',
): Promise<void> {
  await page.goto('/')
  await seesStep(page, 1)
  await page.getByRole('button', { name: visit }).click()
  await seesStep(page, 2)
  await page.getByRole('button', { name: service }).click()
  await seesStep(page, 3)
}

/** Presses the line with the next free appointment, and goes on. */
export async function choosesNextFree(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await seesStep(page, 4)
}

export function svnrField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Sozialversicherungsnummer' })
}

/** Everything but the e-mail check and the social security number. */
export async function fillsIn(page: Page, email: string = ROSA.email): Promise<void> {
  await page.getByRole('radio', { name: 'Frau' }).check({ force: true })
  await page.getByLabel('Vorname').fill(ROSA.firstName)
  await page.getByLabel('Nachname').fill(ROSA.lastName)
  await page.getByLabel('E-Mail', { exact: true }).fill(email)
  await page.getByLabel('Telefon').fill(ROSA.phone)
  await page.getByLabel('Adresse', { exact: true }).fill(ROSA.address)
  await page.getByLabel('Land').selectOption('AT')
  await page.getByLabel('PLZ').fill(ROSA.zip)
  await page.getByLabel('Ort', { exact: true }).fill(ROSA.city)
  for (const [i, label] of ['Tag', 'Monat', 'Jahr'].entries())
    await page.getByLabel(label, { exact: true }).fill(ROSA.birth[i] ?? '')
}

/** Asks for the check, reads the mail that really arrived, and types its code. */
export async function provesByCode(page: Page, portal: Portal, email: string = ROSA.email): Promise<void> {
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  const mail = await portal.mailTo(email, /bestätigen Sie Ihre E-Mail/)
  await page.getByLabel(/Code/).fill(/\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '')
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
}

/** From the start page to the review, with a hold. */
export async function reachesReview(page: Page, portal: Portal): Promise<void> {
  await choosesService(page)
  await choosesNextFree(page)
  await fillsIn(page)
  await svnrField(page).fill(ROSA.svnr)
  await provesByCode(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await seesStep(page, 5)
}

/** Lets the bot check work and books. */
export async function books(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Ich akzeptiere/ }).check()
  await page.getByRole('checkbox', { name: /Roboter/ }).click()
  await page.getByRole('button', { name: 'Verbindlich reservieren' }).click({ timeout: 60_000 })
  await seesStep(page, 6)
}

/** The absolute link in a mail that leads to the given path. */
export function linkTo(mail: { text?: string | undefined }, path: string): string {
  const link = mail.text?.match(/https?:\/\/\S+/g)?.find((url) => url.includes(path))
  if (link === undefined) throw new Error(`no link to ${path} in the mail:\n${mail.text}`)
  return link
}
