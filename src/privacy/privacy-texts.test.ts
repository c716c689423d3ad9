import { expect, it } from 'vitest'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { IDLE_MINUTES, MAX_SESSION_HOURS } from '../access/sessions.ts'
import { ENDED_ENTRY_DAYS } from '../booking/ended-entries.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import { deleteExpiredVerifications } from '../booking/verified-addresses.ts'
import { BACKUP_MONTHS } from '../db/backup-retention.ts'
import { writeSettings } from '../practice/settings.ts'
import { REMEMBERED_DAYS } from '../shared/contact/contact.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { patientInformation, publicInformation } from './patient-information.ts'
import { processingRecord } from './processing-record.ts'
import { MISUSE_DATA_DAYS } from './record-facts.ts'
import { listStored } from './stored-data.ts'
import { daysInAccusative, daysInDative, plainText } from './text-parts.ts'

const withoutHardSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
const DAYS_AFTER_END = `${daysInAccusative(ENDED_ENTRY_DAYS)} nach`

it('both texts of the practice name every part of a contact', () => {
  const { ctx } = openTestApp()
  expect(plainText(processingRecord(ctx()))).toContain(
    '\nDaten: Anrede, Name, Geburtsdatum, Anschrift, E-Mail, Telefon, gebuchte Leistung, Termin und sein Verlauf, ',
  )
  expect(plainText(patientInformation(ctx()))).toContain(
    ' verarbeiten wir Anrede, Name, Geburtsdatum, Anschrift, E-Mail-Adresse, Telefonnummer, die gewählte Leistung, ',
  )
})

it('the record of processing names every retention period', () => {
  const text = withoutHardSpaces(plainText(processingRecord(openTestApp().ctx())))
  expect(text).toContain(`Abmeldung nach ${IDLE_MINUTES} Minuten`)
  expect(text).toContain(
    `Prüfwerte nach ${KNOWN_DAYS} Tagen, Sicherungen nach bis zu ${BACKUP_MONTHS} Monaten;`,
  )
  expect(text).toContain(`Löschung ${DAYS_AFTER_END} dem Ende des Eintrags.`)
})

it('the information for patients names every retention period', () => {
  const text = withoutHardSpaces(plainText(patientInformation(openTestApp().ctx())))
  expect(text).toContain(`Prüfwert Ihres Browsers: ${KNOWN_DAYS} Tage.`)
  expect(text).toContain(`wiedererkennt (${KNOWN_DAYS} Tage)`)
  expect(text).toContain(`Ihre Kontaktdaten für ${REMEMBERED_DAYS} Tage`)
  expect(text).toContain(`gelöschte Daten bis zu ${BACKUP_MONTHS} Monate.`)
  expect(text).toContain(`Einträge auf der Warteliste: bis ${DAYS_AFTER_END} ihrem Ende.`)
})

it('the list of stored data names every retention period', () => {
  const stored = withoutHardSpaces(JSON.stringify(listStored(openTestApp().ctx())))
  expect(stored).toContain(`"${DAYS_AFTER_END} dem Ende des Eintrags"`)
  expect(stored).toContain(`höchstens ${MAX_SESSION_HOURS} Stunden`)
  expect(stored).toContain(`Cookie ${KNOWN_DAYS} Tage, Kontaktdaten ${REMEMBERED_DAYS} Tage`)
})

it('both texts and the list name the limit for counts against misuse', () => {
  const { ctx } = openTestApp()
  const [record, information] = [processingRecord(ctx()), patientInformation(ctx())].map(plainText)
  expect(record).toContain(`Zählungen nach höchstens ${daysInDative(MISUSE_DATA_DAYS)}, `)
  const atMost = `höchstens ${daysInAccusative(MISUSE_DATA_DAYS)}`
  expect(information).toContain(`Zählungen gegen Missbrauch: ${atMost}.`)
  expect(listStored(ctx()).map(({ until }) => until)).toContain(atMost)
})

it('counts against misuse and verifications are deleted at the limit that the texts name', async () => {
  const app = openTestApp()
  await verifyEmailAddress(app, app.browser())
  const countKept = () => {
    deleteExpiredAttempts(app.ctx())
    deleteExpiredVerifications(app.ctx())
    return {
      attempts: app.rows('select id from attempts').length,
      verifications: app.rows('select id from email_verifications').length,
    }
  }
  const atFirst = countKept()
  expect(atFirst.attempts).toBeGreaterThan(0)
  expect(atFirst.verifications).toBeGreaterThan(0)
  app.pass(MISUSE_DATA_DAYS * DAY_LENGTH)
  expect(countKept()).toEqual({ attempts: 0, verifications: 0 })
})

it('the information for patients states the facts of the settings, and leaves nothing to fill in', () => {
  const { ctx } = openTestApp()
  for (const group of ['practice', 'odoo', 'clicksend', 'smtp'] as const)
    writeSettings(ctx(), group, SAMPLE_SETTINGS[group])
  writeSettings(ctx(), 'odoo', { odoo_sync: true })
  writeSettings(ctx(), 'general', { retain_bookings_days: 365, retain_svnr_days: 0 })

  const text = withoutHardSpaces(plainText(publicInformation(ctx())))
  expect(text).toContain('Ordination "Zur Linde", Erfundene Gasse 7, 6850 Dornbirn')
  expect(text).toContain('Termine: 365 Tage nach dem Termin')
  expect(text).toContain('Antworten auf unsere Fragen: solange wir sie für Ihre Betreuung brauchen.')
  expect(text).toMatch(/– ClickSend.*Australien: Telefonnummer und Text der SMS\./)
  expect(text).toContain('– Odoo, der Kalender unserer Ordination: Name, Kontakt und Termin.')
  expect(text).toContain('Barichgasse 40–42, 1030 Wien')
  expect(text, 'no gap, no review, no computer of the practice').not.toMatch(
    /\[bitte|Bitte prüfen|E-Mail-Server \w/,
  )
  for (const host of [SAMPLE_SETTINGS.smtp.SMTP_HOST, new URL(SAMPLE_SETTINGS.odoo.ODOO_URL).hostname])
    expect(text).not.toContain(host)
})

it('the practice’s own text replaces the portal’s, one section for each paragraph', async () => {
  const { ctx, browser } = openTestApp()
  writeSettings(ctx(), 'general', {
    privacy_text: 'Wir achten auf Ihre Daten.\nImmer.\n\nhttps://linde.example/daten',
  })
  const answer = await browser().get('/api/privacy')
  expect(answer.status).toBe(200)
  expect(answer.json.sections).toEqual([
    { title: '', lines: ['Wir achten auf Ihre Daten.', 'Immer.'] },
    { title: '', lines: ['https://linde.example/daten'] },
  ])
})
