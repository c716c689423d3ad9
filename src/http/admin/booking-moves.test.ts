import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { BOOKED_START, openRequestedApp } from '../../testing/requested-app.ts'
import { NOW, openTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('a move by the practice', () => {
  const NEW_START = '2027-01-13T19:00:00+01:00'
  /** The appointment takes 45 minutes. */
  const NEW_END = '2027-01-13T19:45:00+01:00'

  /** Moves the appointment to NEW_START unless the body has another start. */
  const move = (app: TestApp, id: string, body: object = {}) =>
    app.admin().post(`/api/admin/bookings/${id}/move`, { start: NEW_START, ...body })

  it('answers the new time, and that the patient is notified', async () => {
    const { app, id } = await openRequestedApp()
    const { status, json } = await move(app, id, { message: 'Der Arzt ist krank.', notify: true })
    expect(status).toBe(200)
    expect(json).toEqual({
      status: 'requested',
      start: NEW_START,
      end: NEW_END,
      note: 'Termin wurde verschoben und der Patient informiert.',
      notified: true,
    })
  })

  it('is shown in the details of the appointment, with the former time in the history', async () => {
    const { app, admin, id } = await openRequestedApp()
    await move(app, id, { message: 'Der Arzt ist krank.' })
    const { json } = await admin.get(`/api/admin/bookings/${id}`)
    expect(json).toMatchObject({ start: NEW_START, end: NEW_END })
    const [, moved] = json.history
    expect(moved).toEqual({
      kind: 'moved',
      actor: 'admin',
      actor_name: ADMIN,
      message: 'Der Arzt ist krank.',
      from: BOOKED_START,
      to: NEW_START,
      at: isoAt(NOW),
    })
  })

  it('has a muted SMS in the details if no SMS provider is set up', async () => {
    const { app, admin, id } = await openRequestedApp()
    await move(app, id)
    const { json } = await admin.get(`/api/admin/bookings/${id}`)
    expect(json.messages.at(-1)).toMatchObject({ kind: 'moved', status: 'muted', channel: 'sms' })
  })

  it('changes nothing the second time', async () => {
    const { app, admin, id } = await openRequestedApp()
    await move(app, id)
    expect((await move(app, id)).json).toMatchObject({ note: 'Der Termin hat diese Zeit bereits.' })
    const { history } = (await admin.get(`/api/admin/bookings/${id}`)).json
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['requested', 'moved'])
  })

  it('succeeds for exactly one of fifty appointments moved to the same time at once', async () => {
    const app = openTestApp()
    const firstStart = Date.parse('2027-02-01T08:00:00+01:00')
    const ids = Array.from({ length: 50 }, (_, index) => {
      const status = index < 25 ? 'requested' : 'confirmed'
      return insertBooking(app.ctx().db, { status, startsAt: firstStart + index * HOUR }).id
    })

    const moves = await Promise.all(ids.map(async (id) => ({ id, status: (await move(app, id)).status })))
    const [winner, ...furtherWinners] = moves.filter(({ status }) => status === 200)
    expect(furtherWinners).toEqual([])
    expect(moves.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(app.rows('select booking_id from occupations where starts_at = ?', Date.parse(NEW_START))).toEqual(
      [{ booking_id: winner?.id }],
    )
  })

  it('says that the patient gets no message if none is wanted', async () => {
    const { app, id } = await openRequestedApp()
    expect((await move(app, id, { notify: false })).json.note).toBe(
      'Termin wurde verschoben. Der Patient bekommt wie gewünscht keine Nachricht.',
    )
  })

  it('asks staff to call if no message reaches the patient', async () => {
    const { app, id } = await openRequestedApp()
    writeSettings(app.ctx(), 'general', { notify_off: true })
    expect((await move(app, id)).json.note).toBe(
      'Termin wurde verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    )
  })

  it('can be undone for ten seconds', async () => {
    const { app, id } = await openRequestedApp()
    const { json } = await move(app, id, { undoable: true })
    expect(json).toMatchObject({
      note: 'Termin wurde verschoben. Die Nachricht geht in 10 Sekunden hinaus.',
      undo_until: isoAt(NOW + 10_000),
    })

    const undone = await app.admin().post(`/api/admin/bookings/${id}/undo`)
    expect(undone.json.note).toBe('Zurückgenommen, es ging keine Nachricht hinaus.')
    expect((await app.admin().get(`/api/admin/bookings/${id}`)).json.start).toBe(BOOKED_START)
  })

  it.each([
    { fault: 'an undoable that is no boolean', body: { undoable: 'ja' } },
    { fault: 'no time', body: { start: undefined } },
    { fault: 'a notify that is no boolean', body: { notify: 'ja' } },
    { fault: 'an unknown key', body: { end: NEW_START } },
  ])('is refused with $fault', async ({ body }) => {
    const { app, id } = await openRequestedApp()
    const answer = await move(app, id, body)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused if the appointment no longer has the time that the page shows', async () => {
    const { app, id } = await openRequestedApp()
    const outdatedStart = '2027-01-11T08:30:00+01:00'
    const answer = await move(app, id, { from: outdatedStart })
    expect([answer.status, answer.json.error]).toEqual([409, 'conflict'])
  })
})
