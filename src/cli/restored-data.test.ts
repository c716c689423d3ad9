import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addAdminIfNew } from '../access/admins.ts'
import { openSession } from '../access/sessions.ts'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { makePractice } from '../testing/backup-practice.ts'
import { ordi } from '../testing/command-line.ts'
import { changeDatabase, rowsIn, withPortalIn } from '../testing/data-directory.ts'

describe('the data after ordi restore', () => {
  it('have no sessions, because some may have been ended since the backup', async () => {
    const { DATA_DIR, backupFile } = makePractice()
    const readSessions = () => rowsIn(DATA_DIR, 'select device from sessions')
    withPortalIn({ DATA_DIR }, (ctx) => {
      const admin = addAdminIfNew(ctx, { email: 'doktor@ordination.example', name: '', passwordHash: '' })
      openSession(ctx, admin?.id ?? 0, 'Telefon')
    })
    await ordi(['backup', backupFile], { DATA_DIR })
    expect(readSessions()).toEqual([{ device: 'Telefon' }])
    const { out } = await ordi(['restore', backupFile, '--yes'], { DATA_DIR })
    expect(out).toContain('All sessions are ended.')
    expect(readSessions()).toEqual([])
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-'))).toEqual([])
  })

  it('have no SMS to send that waited at the time of the backup, but the e-mails', async () => {
    const { DATA_DIR, backupFile } = makePractice()
    const readStatuses = () => rowsIn(DATA_DIR, 'select channel, status from messages')
    withPortalIn({ DATA_DIR }, (ctx) => {
      queueSms(ctx, { kind: 'test', bookingId: null, text: 'Test', mobile: '0664 1234567', country: 'AT' })
      const email = { subject: 'Test', text: 'Test', html: '', recipient: 'praxis@ordination.example' }
      queueEmail(ctx, { kind: 'test', ...email })
    })
    changeDatabase(DATA_DIR, `update messages set status = 'queued'`)
    await ordi(['backup', backupFile], { DATA_DIR })
    await ordi(['restore', backupFile, '--yes'], { DATA_DIR })
    // The SMS may have been sent since the backup, so its outcome counts as unknown (restored-sms.ts).
    expect(readStatuses()).toEqual([
      { channel: 'sms', status: 'sending' },
      { channel: 'email', status: 'queued' },
    ])
  })
})
