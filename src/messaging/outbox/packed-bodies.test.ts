import { describe, expect, it } from 'vitest'
import { resendMessage } from '../../backoffice/resend-message.ts'
import { decideBooking } from '../../booking/decisions.ts'
import type { Ctx } from '../../ctx.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { emptyMessages } from './emptied-messages.ts'
import { claimDue } from './leases.ts'
import { getMessage } from './log.ts'
import { searchLog } from './log-search.ts'
import { packableQuery, packBodies } from './packed-bodies.ts'
import { insertMessage } from './queue.ts'
import { retryMessage } from './retry.ts'

/** Takes the only waiting e-mail, as a worker does. */
const claimEmail = (ctx: Ctx) => claimDue(ctx, { channel: 'email', lane: 'others' }, MINUTE)

/** Stores a confirmed appointment whose four e-mails were sent a day ago. The last is the confirmation. */
async function openAppWithSentEmails() {
  const app = openTestApp()
  const { id } = (await book(app, app.browser(), '2027-01-26T08:30:00+01:00')).json
  decideBooking(app.ctx(), id, { decision: 'confirm', message: 'Bitte läuten Sie zweimal.' })
  // An e-mail with signed links is not packed, so the signatures are removed.
  app.changeRows(
    `update messages set status = 'sent', text = replace(text, '&sig=', '') where channel = 'email'`,
  )
  app.pass(DAY_LENGTH)
  /** Returns the lengths of the body of each e-mail: plain, and packed. */
  const storedLengths = () =>
    app.rows<{ id: number; plain: number; packed: number | null }>(
      `select id, length(text) + length(html) + coalesce(length(calendar), 0) as plain, length(packed) as packed
       from messages where channel = 'email' order by id`,
    )
  const emailIds = storedLengths().map(({ id }) => id)
  const readAll = () => emailIds.map((id) => getMessage(app.ctx(), 'email', id))
  const confirmationId = emailIds.at(-1)
  if (confirmationId === undefined) throw new Error('no e-mail was stored')
  return { ...app, bookingId: id as string, storedLengths, emailIds, readAll, confirmationId }
}

describe('the packed body of an e-mail', () => {
  it('has less than a tenth of the length, and reads as before', async () => {
    const app = await openAppWithSentEmails()
    const emailsBefore = app.readAll()
    const lengthsBefore = app.storedLengths()
    expect(emailsBefore.at(-1)?.calendar).toContain('BEGIN:VEVENT')
    const isMoreLeft = packBodies(app.ctx())
    expect(isMoreLeft).toBe(false)
    expect(app.readAll()).toEqual(emailsBefore)
    const lengths = app.storedLengths()
    expect(lengths.map(({ plain }) => plain)).toEqual([0, 0, 0, 0])
    for (const [i, { plain }] of lengthsBefore.entries()) expect(lengths[i]?.packed).toBeLessThan(plain / 10)
  })

  it('reads as before after the practice has changed its data', async () => {
    const app = await openAppWithSentEmails()
    const emailsBefore = app.readAll()
    packBodies(app.ctx())
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Dr. Neu' })
    const { id } = insertMessage(
      app.ctx(),
      { channel: 'email', kind: 'test', recipient: 'a@b.at', text: 'Neu' },
      { status: 'failed', createdAt: app.ctx().now - DAY_LENGTH },
    )
    packBodies(app.ctx())
    expect(app.rows('select id from message_dictionaries')).toHaveLength(2)
    expect(app.readAll()).toEqual(emailsBefore)
    expect(getMessage(app.ctx(), 'email', id)).toMatchObject({ text: 'Neu', html: '', calendar: null })
  })

  it('is complete when the e-mail is sent again as a new one', async () => {
    const app = await openAppWithSentEmails()
    const { text, html, calendar } = getMessage(app.ctx(), 'email', app.confirmationId)
    packBodies(app.ctx())
    resendMessage(app.ctx(), { bookingId: app.bookingId, channel: 'email', id: app.confirmationId })
    expect(claimEmail(app.ctx())).toMatchObject({ text, html, calendar })
  })

  it('is complete when the e-mail is tried again', async () => {
    const app = await openAppWithSentEmails()
    const { text, html, calendar } = getMessage(app.ctx(), 'email', app.confirmationId)
    packBodies(app.ctx())
    app.changeRows(`update messages set status = 'failed' where id = ?`, app.confirmationId)
    retryMessage(app.ctx(), 'email', app.confirmationId)
    expect(claimEmail(app.ctx())).toMatchObject({ text, html, calendar })
  })

  it('is complete, with an invitation for the new address, when the e-mail is tried at that address', async () => {
    const app = await openAppWithSentEmails()
    const { text, html } = getMessage(app.ctx(), 'email', app.confirmationId)
    packBodies(app.ctx())
    app.changeRows(`update messages set status = 'failed' where id = ?`, app.confirmationId)
    app.changeRows(`update bookings set email = 'rosa@neu.example'`)
    retryMessage(app.ctx(), 'email', app.confirmationId)
    const body = claimEmail(app.ctx())
    expect(body).toMatchObject({ recipient: 'rosa@neu.example', text, html })
    expect(body?.calendar?.replaceAll('\r\n ', '')).toContain('MAILTO:rosa@neu.example')
  })

  it('is deleted with the content of the e-mail', async () => {
    const app = await openAppWithSentEmails()
    packBodies(app.ctx())
    expect(app.storedLengths()).not.toContainEqual(expect.objectContaining({ packed: null }))
    emptyMessages(app.ctx(), app.emailIds, 'Gelöscht.')
    expect(app.storedLengths()).toEqual(app.emailIds.map((id) => ({ id, plain: 0, packed: null })))
  })

  it('cannot be read without its dictionary', async () => {
    const app = await openAppWithSentEmails()
    packBodies(app.ctx())
    app.changeRows('update messages set dictionary_id = null')
    expect(() => getMessage(app.ctx(), 'email', app.confirmationId)).toThrow(
      'a dictionary that is not stored',
    )
  })
})

describe('the body of a message', () => {
  it('is not packed on the first day, while the e-mail waits, or while its links can decide', async () => {
    const app = await openAppWithSentEmails()
    const [newest, waiting, deciding, packable] = app.emailIds
    // All are exactly a day old, so this one becomes a millisecond too young.
    app.changeRows(`update messages set created_at = created_at + 1 where id = ?`, newest)
    app.changeRows(`update messages set status = 'queued' where id = ?`, waiting)
    app.changeRows(`update messages set text = text || '&sig=1.s' where id = ?`, deciding)
    packBodies(app.ctx())
    const packed = app.storedLengths().filter((email) => email.packed !== null)
    expect(packed.map(({ id }) => id)).toEqual([packable])
  })

  it('is not packed once the content of the e-mail is deleted', async () => {
    const app = await openAppWithSentEmails()
    emptyMessages(app.ctx(), app.emailIds, 'Gelöscht.')
    packBodies(app.ctx())
    expect(app.storedLengths()).toEqual(app.emailIds.map((id) => ({ id, plain: 0, packed: null })))
  })

  it('of an SMS stays as it is, because the search reads it', () => {
    const app = openTestApp()
    const sms = { channel: 'sms', kind: 'confirmed', recipient: '+436601234567', text: 'Ihr Termin' } as const
    const { id } = insertMessage(app.ctx(), sms, { status: 'sent' })
    app.pass(DAY_LENGTH)
    packBodies(app.ctx())
    expect([...searchLog(app.ctx(), 'sms', 'ihr', {})].flat()).toEqual([id])
    expect(app.rows('select id from message_dictionaries'), 'nothing was packed').toEqual([])
  })
})

it('one call packs ten e-mails, until none is left', () => {
  const app = openTestApp()
  const email = { channel: 'email', kind: 'confirmed', recipient: 'a@b.at', text: 'Text' } as const
  for (let i = 0; i < 25; i++) insertMessage(app.ctx(), email, { status: 'sent' })
  app.pass(DAY_LENGTH)
  const countPacked = () => app.rows('select 1 from messages where packed is not null').length
  const packOnce = () => ({ isMoreLeft: packBodies(app.ctx()), packed: countPacked() })
  expect(packOnce()).toEqual({ isMoreLeft: true, packed: 10 })
  expect(packOnce()).toEqual({ isMoreLeft: true, packed: 20 })
  expect(packOnce()).toEqual({ isMoreLeft: false, packed: 25 })
  expect(packOnce()).toEqual({ isMoreLeft: false, packed: 25 })
})

it('the e-mails to pack are found by an index', () => {
  const app = openTestApp()
  const { sql, params } = packableQuery(app.ctx(), 1).toSQL()
  const plan = app.rows<{ detail: string }>(`explain query plan ${sql}`, ...params)
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH messages USING INDEX messages_to_pack (channel=? AND created_at<?)',
  ])
})
