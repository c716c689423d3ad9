import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { aContact } from '../../testing/factory.ts'
import { BOOKED_START, openRequestedApp } from '../../testing/requested-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('one booking', () => {
  it('has its time, service and contact', async () => {
    const { admin, id } = await openRequestedApp()
    const { status, json } = await admin.get(`/api/admin/bookings/${id}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id,
      status: 'requested',
      start: BOOKED_START,
      duration_min: 45,
      price: 180,
      notes: expect.stringContaining('Ausführliches Gespräch'),
    })
    const { svn4: _, ...contact } = aContact()
    expect(json.contact).toEqual({ ...contact, reminderBySms: false, svnr_masked: '•••• 010180' })
  })

  it('has its history', async () => {
    const { app, admin, id } = await openRequestedApp()
    app.pass(MINUTE)
    await admin.post('/api/admin/confirm', { id, message: 'Bitte nüchtern kommen.' })
    const { json } = await admin.get(`/api/admin/bookings/${id}`)
    expect(json.status).toBe('confirmed')
    expect(json.history).toEqual([
      { kind: 'requested', actor: 'visitor', actor_name: '', message: '', at: isoAt(NOW) },
      {
        kind: 'confirmed',
        actor: 'admin',
        actor_name: ADMIN,
        message: 'Bitte nüchtern kommen.',
        at: isoAt(NOW + MINUTE),
      },
    ])
  })

  it('has the messages about it', async () => {
    const { app, admin, id } = await openRequestedApp()
    app.setUpSms()
    app.pass(MINUTE)
    await admin.post('/api/admin/confirm', { id, message: '' })
    const { messages } = (await admin.get(`/api/admin/bookings/${id}`)).json
    // The request sent one e-mail to the patient and one to the practice.
    const [received, request, ...confirmations] = messages
    expect([received.kind, request.kind]).toEqual(['reservation-received', 'new-reservation'])
    const confirmation = {
      id: expect.any(Number),
      kind: 'confirmed',
      status: 'queued',
      error: null,
      emptied: null,
      created_at: isoAt(NOW + MINUTE),
      remedy: null,
      obstacle: null,
    }
    const subject = 'Termin bestätigt: Dienstag, 12. Jänner 2027, 08:30 Uhr'
    const text = expect.stringContaining('ist bestätigt')
    expect(confirmations).toEqual([
      { ...confirmation, channel: 'email', recipient: 'rosa@musterfrau.example', subject },
      { ...confirmation, channel: 'sms', recipient: '+436600000012', text },
    ])
  })

  it('masks the social security number without decrypting it', async () => {
    const { app, admin, id } = await openRequestedApp()
    // This value cannot be decrypted. The mask is made from the birth date.
    app.changeRows(`update bookings set svnr = 'v1:sealed:elsewhere:x'`)
    const answer = await admin.get(`/api/admin/bookings/${id}`)
    expect([answer.status, answer.json.contact.svnr_masked]).toEqual([200, '•••• 010180'])
    expect(answer.text).not.toContain('sealed')
    expect(answer.text).not.toContain('1237')
  })

  it('has no masked social security number if none is stored', async () => {
    const { app, admin, id } = await openRequestedApp()
    app.changeRows('update bookings set svnr = null')
    expect((await admin.get(`/api/admin/bookings/${id}`)).json.contact.svnr_masked).toBeNull()
  })
})

describe('the social security number', () => {
  it('is shown on request, which the audit records', async () => {
    const { app, admin, id } = await openRequestedApp()
    const { status, json } = await admin.post(`/api/admin/bookings/${id}/svnr`)
    expect([status, json]).toEqual([200, { svnr: '1237 010180' }])
    expect(app.rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'svnr-shown', subject: `${id.slice(0, 6)}…`, actor_name: ADMIN },
    ])
  })

  it('is not found if none is stored', async () => {
    const { app, admin, id } = await openRequestedApp()
    app.changeRows('update bookings set svnr = null')
    expect((await admin.post(`/api/admin/bookings/${id}/svnr`)).status).toBe(404)
  })
})
