import { describe, expect, it } from 'vitest'
import { readAlerts } from '../../operation/alerts.ts'
import { listFindings } from '../../operation/checks.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { readMetrics } from '../../testing/metrics.ts'
import { openOtherCalendarApp } from '../../testing/other-calendar-app.ts'
import { NOW, type TestApp } from '../../testing/test-app.ts'

const CALENDAR_GONE = 'Unter der Adresse gibt es keinen Kalender mehr.'

/** For how long a calendar may be unreadable before that is an alert (`OVERDUE_AFTER_MS` of calendars.ts). */
const ALERT_AFTER = 6 * HOUR

/**
 * Opens the app with a calendar that was read at NOW (13:40), and is gone when it is read again.
 * @param age milliseconds between the two
 */
async function openWithGoneCalendar(age: number) {
  const { app, doctor, addCalendar, answerWithStatus } = await openOtherCalendarApp()
  await addCalendar()
  await doctor.post('/api/admin/calendars/1/read')
  answerWithStatus(404)
  app.pass(age)
  const answer = await app.admin().post('/api/admin/calendars/1/read')
  expect(answer.json.message).toBe(CALENDAR_GONE)
  return app
}

/** Returns the lines of `ordi doctor` about other calendars. */
function findingsOf(app: TestApp): { level: string; german: string }[] {
  const findings = listFindings(app.ctx(), 'operation').filter(({ about }) => about === 'other calendars')
  return findings.map(({ level, german }) => ({ level, german }))
}

/** Returns the alerts about other calendars. */
function alertsOf(app: TestApp): object[] {
  return readAlerts(app.ctx()).alerts.filter(({ kind }) => kind === 'other-calendar')
}

describe('other calendars', () => {
  it('have a finding that says when they were read', async () => {
    const { app, doctor, addCalendar } = await openOtherCalendarApp()
    expect(findingsOf(app)).toEqual([{ level: 'good', german: 'Keine' }])
    await addCalendar()
    const notRead = '„Privat“ ist noch nicht gelesen: Das geschieht in wenigen Minuten von selbst.'
    expect(findingsOf(app)).toEqual([{ level: 'hint', german: notRead }])
    await doctor.post('/api/admin/calendars/1/read')
    expect(findingsOf(app)).toEqual([
      { level: 'good', german: '„Privat“ gelesen heute 13:40, 1 belegte Zeit' },
    ])
  })

  it('that cannot be read are a hint initially', async () => {
    const app = await openWithGoneCalendar(ALERT_AFTER - MINUTE)
    expect(alertsOf(app)).toEqual([])
    expect(findingsOf(app)).toEqual([
      { level: 'hint', german: `„Privat“: ${CALENDAR_GONE} Bitte unter „Andere Kalender“ prüfen.` },
    ])
  })

  it('that cannot be read are an alert after six hours, and a wrong finding', async () => {
    const app = await openWithGoneCalendar(ALERT_AFTER)
    expect(alertsOf(app)).toMatchObject([
      {
        level: 'warning',
        banner: `Kalender „Privat“: ${CALENDAR_GONE}`,
        card: { detail: `${CALENDAR_GONE} Zuletzt gelesen heute 13:40.`, href: '/admin/calendars' },
      },
    ])
    expect(findingsOf(app).map(({ level }) => level)).toEqual(['wrong'])
  })

  it('that cannot be read are in the metrics after six hours, with the time of the last success', async () => {
    const app = await openWithGoneCalendar(ALERT_AFTER)
    const lines = (await readMetrics(app)).split('\n')
    expect(lines).toContain('ordi_calendars_failing 1')
    expect(lines).toContain(`ordi_calendars_oldest_read_timestamp_seconds ${NOW / 1000}`)
  })

  it('cause one warning about appointments that they overlap', async () => {
    const { app, doctor, addCalendar } = await openOtherCalendarApp()
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: Date.parse('2027-01-12T10:30:00+01:00'),
      endsAt: Date.parse('2027-01-12T11:00:00+01:00'),
    })
    await addCalendar()
    for (let times = 0; times < 2; times++) await doctor.post('/api/admin/calendars/1/read')

    expect(readAlerts(app.ctx()).alerts).toContainEqual(
      expect.objectContaining({ banner: '1 Termin überschneidet sich mit einem anderen Kalender.' }),
    )
    // The start page lists them with the conflicts of Odoo, even without an Odoo.
    const assistant = app.admin('a@ordination.example', 'assistant')
    expect((await assistant.get('/api/admin/overview')).json.odoo).toMatchObject({
      conflicts: [{ kind: 'calendar', name: 'Rosa Musterfrau', start: '2027-01-12T10:00:00+01:00' }],
      changes: [],
    })
    expect(app.rows("select subject from messages where kind = 'erp-conflict'")).toEqual([
      { subject: 'Terminkonflikt mit einem anderen Kalender' },
    ])
  })
})
