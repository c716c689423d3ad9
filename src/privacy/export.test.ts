import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { openAppOfTracedPatient, TRACED_EMAIL, TRACED_START, TRACES } from '../testing/traced-patient.ts'
import { exportPatient } from './export.ts'

const SIGNATURE = /sig=/
const LINK_TOKEN = /token=[\w-]{9}/
const VERIFICATION_CODE = /: \d{6}\b/
/** The key of the social security number 1237 010180. */
const SVNR_KEY = /1237/
/** A URL in an attribute that leads neither to the portal nor to the practice. */
const FOREIGN_ADDRESS = /https?:\/\/(?!localhost|ordination)[^ ]*"/

/**
 * Exports the data of the traced patient after a cancellation, asking with another spelling of the e-mail
 * address.
 */
async function openExport() {
  const app = await openAppOfTracedPatient()
  app.cancel()
  return { app, ...exportPatient(app.ctx(), 'quirxel+anders@VLONBERT.example') }
}

describe('the export for a person', () => {
  it('contains everything that is stored, under each spelling of the e-mail address', async () => {
    const { app, data, html } = await openExport()
    expect(data.bookings).toMatchObject([
      {
        id: app.bookingId,
        status: 'cancelled',
        start: TRACED_START,
        service_name: 'Erstordination',
        contact: { firstName: 'Xyloquin', address: 'Zwoxelgasse 7', email: TRACED_EMAIL },
        social_security_number: '•••• 010180',
        note: 'Will Grumpfschmerz',
        patient_note: 'Hat Grumpfschmerz',
        history: [
          { kind: 'requested' },
          { kind: 'confirmed', message: 'Kommen Sie mit Grumpfschmerz' },
          { kind: 'note-changed', message: '' },
          { kind: 'note-changed', message: '' },
          { kind: 'cancelled', message: 'Kein Grumpfschmerz mehr' },
        ],
      },
    ])
    const exported = data.messages.map(({ kind, channel }) => ({ kind, channel }))
    expect(exported).toEqual(app.rows('select kind, channel from messages order by id'))
    expect(data.email_verifications).toMatchObject([{ email: TRACED_EMAIL }])
    expect(data.waiting_list).toMatchObject([
      { email: TRACED_EMAIL, name: 'Xyloquin Vlonbertsdatter', not_after: '2027-02-01', offers: [] },
    ])
    const missingTraces = TRACES.filter((trace) => !html.includes(trace))
    expect(missingTraces, 'the page has the phone number without spaces').toEqual(['918 2736'])
    app.close()
  })

  it('contains no secrets', async () => {
    const { app, data, html } = await openExport()
    for (const secret of [SIGNATURE, LINK_TOKEN, VERIFICATION_CODE, SVNR_KEY]) {
      expect(JSON.stringify(data)).not.toMatch(secret)
      expect(html).not.toMatch(secret)
    }
    app.close()
  })

  it('has a page that loads nothing from elsewhere', async () => {
    const { app, html } = await openExport()
    expect(html).toMatch(/^<!doctype html>/)
    for (const loading of [/<script/, /<img/, FOREIGN_ADDRESS]) expect(html).not.toMatch(loading)
    app.close()
  })

  it('is recorded with a masked e-mail address', async () => {
    const { app } = await openExport()
    expect(app.rows(`select action, subject from audit where action like 'person%'`)).toEqual([
      { action: 'person-exported', subject: 'q***@v***.example' },
    ])
    app.close()
  })

  it('escapes what people wrote', async () => {
    const app = openTestApp()
    insertBooking(app.ctx().db, { lastName: '<img src=x onerror=alert(1)>' })
    const { html } = exportPatient(app.ctx(), 'rosa@musterfrau.example')
    expect(html).toContain('&#60;img src=x')
    expect(html).not.toContain('<img')
    app.close()
  })
})
