import { describe, expect, it } from 'vitest'
import type { EmailMessage } from '../../messaging/email/smtp.ts'
import { emailTransport } from '../../messaging/email/transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR } from '../../shared/day.ts'
import { INVITATION_HOURS } from '../../shared/staff.ts'
import { dropDeadPasswordLinks } from '../../staff/password-links.ts'
import { onlyEmailId } from '../../testing/queued-mail.ts'
import { INVITATION, openInvitedApp, openStaffApp } from '../../testing/staff-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('the e-mail of an invitation', () => {
  it('is sent even while notifications are off', async () => {
    const { app, doctor } = await openStaffApp()
    writeSettings(app.ctx(), 'general', { notify_off: true, notify_muteEmail: true })
    await doctor.post('/api/admin/people', INVITATION)
    expect(app.rows(`select status from messages where kind = 'invitation'`)).toEqual([{ status: 'queued' }])
  })

  it('hides its link in the preview, because a reader could take over the account', async () => {
    const { app, doctor, token } = await openInvitedApp({ role: 'doctor' })
    const id = onlyEmailId(app, 'invitation')
    const { json } = await doctor.get(`/api/admin/outbox/emails/${id}/preview`)
    expect(json.html).toContain('Der Link ist in dieser Vorschau unkenntlich gemacht.')
    expect(json.html).not.toContain(token)
    expect((await doctor.get('/api/admin/outbox/emails')).text).not.toContain(token)
  })

  it('is not sent if its link has expired', async () => {
    const { app } = await openInvitedApp()
    app.pass(INVITATION_HOURS * HOUR)
    const sentSubjects: string[] = []
    const send = async ({ subject }: EmailMessage) => {
      sentSubjects.push(subject)
      return { ok: true } as const
    }

    await deliverDue(app.ctx, emailTransport({ mail: { send }, log: app.log }), app.log)
    expect(sentSubjects).not.toContainEqual(expect.stringContaining('Einladung'))
    expect(app.rows(`select status from messages where kind = 'invitation'`)).toEqual([{ status: 'muted' }])
  })

  it('is emptied by the clean-up once its link has expired, and the person stays in the list', async () => {
    const { app } = await openInvitedApp()
    app.pass(INVITATION_HOURS * HOUR)
    dropDeadPasswordLinks(app.ctx())
    expect(app.rows(`select text, html, recipient from messages where kind = 'invitation'`)).toEqual([
      { text: '', html: '', recipient: '' },
    ])
    const people: { email: string; invited_until: string }[] = (await app.admin().get('/api/admin/people'))
      .json
    const invited = people.find(({ email }) => email === INVITATION.email)
    expect(invited?.invited_until).toBe(isoAt(NOW + INVITATION_HOURS * HOUR))
  })

  it('is not sent again with an expired link, neither before nor after the clean-up', async () => {
    const { app } = await openInvitedApp()
    const id = onlyEmailId(app, 'invitation')
    app.changeRows(`update messages set status = 'failed' where id = ?`, id)
    app.pass(INVITATION_HOURS * HOUR)
    const admin = app.admin()
    const retry = async () => {
      const { status, json } = await admin.post(`/api/admin/outbox/emails/${id}/retry`)
      return [status, json.message]
    }

    expect(await retry()).toEqual([409, 'Nicht mehr gesendet: Der Link gilt nicht mehr.'])

    dropDeadPasswordLinks(app.ctx())
    expect(await retry()).toEqual([
      409,
      'Der Link gilt nicht mehr. Diese Nachricht kann nicht noch einmal hinausgehen.',
    ])
  })
})
