import { describe, expect, it } from 'vitest'
import { queueEmail } from '../messaging/outbox/queue.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { deleteOldAsAnnounced, NOTHING_DELETED, openRetentionApp } from '../testing/retention-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const CONTENT = {
  recipient: 'rosa@musterfrau.example',
  subject: 'Ihr Termin',
  text: 'Text',
  html: '<p>Text',
}

/** Parts of the recipients and contents of the messages about an appointment. */
const PERSONAL_WORDS = [
  'rosa',
  'Rosa',
  'Musterfrau',
  'nüchtern',
  '43660',
  'p-1',
  'overview',
  'VCALENDAR',
  '@localhost',
]

/** Lets 180 days pass after the messages of an appointment, which is past by then. */
async function openOutdated() {
  const app = await openRetentionApp()
  app.pass(180 * DAY_LENGTH)
  return app
}

/** Returns the first e-mail in the log that the practice sees. */
const firstLoggedEmail = async (app: TestApp) =>
  (await app.admin().get('/api/admin/outbox/emails')).json.emails[0]

describe('messages', () => {
  it('stay unchanged until 180 days have passed', async () => {
    const app = await openRetentionApp()
    // The messages were written on the 7th, and the appointment has just ended, on the 12th.
    app.pass(174 * DAY_LENGTH)
    expect(await deleteOldAsAnnounced(app)).toMatchObject({ messages: 0 })
  })

  it('lose recipient and content after 180 days', async () => {
    const app = await openOutdated()
    const listMessages = () => app.rows('select * from messages')
    const wordsLeft = () => PERSONAL_WORDS.filter((word) => JSON.stringify(listMessages()).includes(word))
    expect(wordsLeft()).toEqual(PERSONAL_WORDS)
    const { messages } = await deleteOldAsAnnounced(app)
    expect(messages).toBe(listMessages().length)
    expect(wordsLeft()).toEqual([])
  })

  it('keep kind, status and times', async () => {
    const app = await openOutdated()
    const listKeptColumns = () =>
      app.rows('select kind, channel, status, created_at, sent_at, booking_id from messages order by id')
    const keptColumns = listKeptColumns()
    await deleteOldAsAnnounced(app)
    expect(listKeptColumns()).toEqual(keptColumns)
    expect(await firstLoggedEmail(app)).toMatchObject({
      recipient: '',
      subject: '',
      status: 'sent',
      emptied: 'Inhalt nach 180\u00a0Tagen gelöscht.',
    })
  })

  it('are emptied only once', async () => {
    const app = await openOutdated()
    await deleteOldAsAnnounced(app)
    expect(await deleteOldAsAnnounced(app)).toEqual(NOTHING_DELETED)
  })

  it('cannot be sent again once they are empty', async () => {
    const app = await openOutdated()
    await deleteOldAsAnnounced(app)
    const { id } = await firstLoggedEmail(app)
    app.changeRows(`update messages set status = 'failed' where id = ?`, id)
    expect(refusalOf(() => retryMessage(app.ctx(), 'email', id))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Inhalt nach 180\u00a0Tagen gelöscht.'),
    })
    expect(await deleteOldAsAnnounced(app)).toEqual(NOTHING_DELETED)
  })

  it('stay forever when the setting is 0 days', async () => {
    const app = await openRetentionApp()
    app.pass(1_000 * DAY_LENGTH)
    // Social security numbers stay too, so that there is nothing else to delete.
    writeSettings(app.ctx(), 'general', { retain_messages_days: 0, retain_svnr_days: 0 })
    expect(await deleteOldAsAnnounced(app)).toEqual(NOTHING_DELETED)
  })

  it('stay until they are sent', async () => {
    const app = await openRetentionApp()
    queueEmail(app.ctx(), { kind: 'test', ...CONTENT })
    app.pass(DAY_LENGTH)
    writeSettings(app.ctx(), 'general', { retain_messages_days: 1 })
    await deleteOldAsAnnounced(app)
    expect(app.rows('select kind from messages where emptied is null')).toEqual([{ kind: 'test' }])
    expect(app.rows('select distinct emptied from messages where emptied is not null')).toEqual([
      { emptied: 'Inhalt nach einem Tag gelöscht.' },
    ])
  })

  it('stay until their appointment has ended', async () => {
    const app = openTestApp()
    const startsAt = app.ctx().now + 10 * DAY_LENGTH
    const coming = insertBooking(app.ctx().db, { status: 'confirmed', startsAt })
    queueEmail(app.ctx(), { kind: 'confirmed', bookingId: coming.id, ...CONTENT })
    app.changeRows(`update messages set status = 'failed'`)
    writeSettings(app.ctx(), 'general', { retain_messages_days: 1 })
    app.setClock(new Date(coming.endsAt - 1).toISOString())
    expect((await deleteOldAsAnnounced(app)).messages).toBe(0)
    app.pass(1)
    expect((await deleteOldAsAnnounced(app)).messages).toBe(1)
  })
})
