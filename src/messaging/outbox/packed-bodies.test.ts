import { describe, expect, it } from 'vitest'
import { resendMessage } from '../../backoffice/booking-messages.ts'
import { decideBooking } from '../../booking/decisions.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { emptyMessages } from './emptied-messages.ts'
import { getMessage } from './log.ts'
import { searchLog } from './log-search.ts'
import { packableQuery, packBodies } from './packed-bodies.ts'
import { claimDue, insertMessage } from './queue.ts'
import { retryMessage } from './retry.ts'

const START = '2027-01-26T08:30:00+01:00'

/** Stores a confirmed appointment whose four e-mails were sent a day ago. */
async function openOutbox() {
  const app = openTestApp()
  const { id } = (await book(app, app.browser(), START)).json
  decideBooking(app.ctx(), id, { decision: 'confirm', message: 'Bitte läuten Sie zweimal.' })
  app.change(`update messages set status = 'sent', text = replace(text, '&sig=', '') where channel = 'email'`)
  app.pass(DAY_LENGTH)
  const stored = () =>
    app.rows<{ id: number; plain: number; packed: number | null }>(
      `select id, length(text) + length(html) + coalesce(length(calendar), 0) as plain, length(packed) as packed
       from messages where channel = 'email' order by id`,
    )
  const readAll = () => stored().map(({ id }) => getMessage(app.ctx(), 'email', id))
  return { ...app, bookingId: id as string, stored, readAll, confirmation: stored().at(-1)?.id ?? 0 }
}

describe('the body of an e-mail', () => {
  it('is packed to less than a tenth, and reads as before', async () => {
    const app = await openOutbox()
    const before = { all: app.readAll(), stored: app.stored() }
    expect(before.all.at(-1)?.calendar).toContain('BEGIN:VEVENT')
    expect(packBodies(app.ctx())).toBe(false)
    expect(app.readAll()).toEqual(before.all)
    for (const [i, { plain, packed }] of app.stored().entries()) {
      expect(plain).toBe(0)
      expect(packed).toBeLessThan((before.stored[i]?.plain ?? 0) / 10)
    }
  })

  it('reads as before when the practice has changed its data since then', async () => {
    const app = await openOutbox()
    const before = app.readAll()
    packBodies(app.ctx())
    writeSettings(app.ctx(), 'practice', { name: 'Ordination Dr. Neu' })
    const { id } = insertMessage(
      app.ctx(),
      { channel: 'email', kind: 'test', recipient: 'a@b.at', text: 'Neu' },
      { status: 'failed', createdAt: app.ctx().now - DAY_LENGTH },
    )
    packBodies(app.ctx())
    expect(app.rows('select id from message_dictionaries')).toHaveLength(2)
    expect(app.readAll().slice(0, -1)).toEqual(before)
    expect(getMessage(app.ctx(), 'email', id)).toMatchObject({ text: 'Neu', html: '', calendar: null })
  })

  it('is complete when the e-mail is sent once more', async () => {
    const app = await openOutbox()
    const body = () => {
      const { text, html, calendar } = claimDue(app.ctx(), { channel: 'email', lane: 'others' }, 1) ?? {}
      return { text, html, calendar }
    }
    const { text, html, calendar } = getMessage(app.ctx(), 'email', app.confirmation)
    packBodies(app.ctx())
    resendMessage(app.ctx(), { bookingId: app.bookingId, channel: 'email', id: app.confirmation })
    expect(body()).toEqual({ text, html, calendar })
    app.change(`update messages set status = 'failed' where status <> 'sent' or id = ?`, app.confirmation)
    retryMessage(app.ctx(), 'email', app.confirmation)
    expect(body()).toEqual({ text, html, calendar })
  })

  it('is complete, with an invitation for the new address, when the e-mail is tried there', async () => {
    const app = await openOutbox()
    const { text, html } = getMessage(app.ctx(), 'email', app.confirmation)
    packBodies(app.ctx())
    app.change(`update messages set status = 'failed' where id = ?`, app.confirmation)
    app.change(`update bookings set email = 'rosa@neu.example'`)
    retryMessage(app.ctx(), 'email', app.confirmation)
    const body = claimDue(app.ctx(), { channel: 'email', lane: 'others' }, 1)
    expect(body).toMatchObject({ recipient: 'rosa@neu.example', text, html })
    expect(body?.calendar?.replaceAll('\r\n ', '')).toContain('MAILTO:rosa@neu.example')
  })

  it('is not packed on the first day, while the e-mail waits, and while its links decide', async () => {
    const app = await openOutbox()
    const [newest, waiting, deciding, packable] = app.stored().map(({ id }) => id)
    app.change(`update messages set created_at = created_at + 1 where id = ?`, newest)
    app.change(`update messages set status = 'queued' where id = ?`, waiting)
    app.change(`update messages set text = text || '&sig=1.s' where id = ?`, deciding)
    packBodies(app.ctx())
    expect(
      app
        .stored()
        .filter(({ packed }) => packed !== null)
        .map(({ id }) => id),
    ).toEqual([packable])
  })

  it('is deleted with the content of the e-mail, and an e-mail without content is not packed', async () => {
    const app = await openOutbox()
    const ids = app.stored().map(({ id }) => id)
    emptyMessages(app.ctx(), ids.slice(0, 1), 'Gelöscht.')
    packBodies(app.ctx())
    emptyMessages(app.ctx(), ids.slice(1), 'Gelöscht.')
    expect(app.stored()).toEqual(ids.map((id) => ({ id, plain: 0, packed: null })))
  })

  it('cannot be read without its dictionary', async () => {
    const app = await openOutbox()
    packBodies(app.ctx())
    app.change('update messages set dictionary_id = null')
    expect(() => getMessage(app.ctx(), 'email', app.confirmation)).toThrow('a dictionary that is not stored')
  })

  it('of an SMS stays as it is, because the search reads it', () => {
    const app = openTestApp()
    const sms = { channel: 'sms', kind: 'confirmed', recipient: '+436601234567', text: 'Ihr Termin' } as const
    insertMessage(app.ctx(), sms, { status: 'sent' })
    app.pass(DAY_LENGTH)
    packBodies(app.ctx())
    expect([...searchLog(app.ctx(), 'sms', 'ihr', {})]).toEqual([[1]])
    expect(app.rows('select id from message_dictionaries'), 'nothing was packed').toEqual([])
  })
})

it('one call packs ten e-mails, which an index finds, until none is left', () => {
  const app = openTestApp()
  const email = { channel: 'email', kind: 'confirmed', recipient: 'a@b.at', text: 'Text' } as const
  for (let i = 0; i < 25; i++) insertMessage(app.ctx(), email, { status: 'sent' })
  app.pass(DAY_LENGTH)
  const countPacked = () => app.rows('select 1 from messages where packed is not null').length
  expect([packBodies(app.ctx()), countPacked()]).toEqual([true, 10])
  expect([packBodies(app.ctx()), countPacked()]).toEqual([true, 20])
  expect([packBodies(app.ctx()), countPacked()]).toEqual([false, 25])
  expect([packBodies(app.ctx()), countPacked()]).toEqual([false, 25])
  const { sql, params } = packableQuery(app.ctx(), 1).toSQL()
  const plan = app.rows<{ detail: string }>(`explain query plan ${sql}`, ...params)
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH messages USING INDEX messages_to_pack (channel=? AND created_at<?)',
  ])
})
