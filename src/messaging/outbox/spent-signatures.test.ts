import { describe, expect, it } from 'vitest'
import { decideBooking } from '../../booking/decisions.ts'
import { moveBooking } from '../../booking/moves.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { insertMessage } from './queue.ts'
import { dropSpentSignatures } from './spent-signatures.ts'

const START = '2027-01-26T08:30:00+01:00'

/** Stores a request whose e-mail to the practice was sent. */
async function openRequest() {
  const app = openTestApp()
  const { id } = (await book(app, app.browser(), START)).json
  app.change(`update messages set status = 'sent'`)
  const body = () => {
    dropSpentSignatures(app.ctx())
    const [row] = app.rows<{ text: string; html: string }>(
      `select text, html from messages where kind = 'new-reservation'`,
    )
    return `${row?.text}${row?.html}`
  }
  return { ...app, id, body, countSignatures: () => body().match(/sig=/g)?.length ?? 0 }
}

describe('the signatures in a stored e-mail to the practice', () => {
  it('stay while the request is open, and go after the decision; the links stay', async () => {
    const app = await openRequest()
    expect(app.countSignatures()).toBe(4)
    decideBooking(app.ctx(), app.id, { decision: 'confirm' })
    // The decision may be taken back.
    expect(app.countSignatures()).toBe(4)
    expect(dropSpentSignatures(app.ctx()), 'more e-mails may remain').toBe(false)
    app.pass(MINUTE)
    expect(app.countSignatures()).toBe(0)
    expect(
      app.body().match(new RegExp(`/admin/(confirm|reject)\\?id=${app.id}(?![\\w&])`, 'g')),
    ).toHaveLength(4)
  })

  it('go when the request was moved, or its appointment begins', async () => {
    const moved = await openRequest()
    const start = Date.parse(START) + DAY_LENGTH
    moveBooking(moved.ctx(), moved.id, { start, message: '', notify: false })
    expect(moved.countSignatures()).toBe(0)

    const begun = await openRequest()
    begun.at(START)
    expect(begun.countSignatures()).toBe(0)
  })

  it('stay while the e-mail waits', async () => {
    const app = await openRequest()
    app.change(`update messages set status = 'queued'`)
    app.pass(10 * DAY_LENGTH + HOUR)
    expect(app.countSignatures()).toBe(4)
  })
})

describe('the signatures in an e-mail about a move that a patient asks for', () => {
  const START_AT = Date.parse(START)

  /** Stores an e-mail that decides on a move to a time, and returns whether its signatures are left. */
  function openMove() {
    const app = openTestApp()
    const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: START_AT })
    const ask = (moveToAt: number | null) =>
      app.change('update bookings set move_to_at = ?, updated_at = ?', moveToAt, Date.now())
    ask(START_AT + HOUR)
    const content = { recipient: 'a@b.at', text: 'https://a.example/?id=1&sig=abc', bookingId }
    insertMessage(
      app.ctx(),
      { channel: 'email', kind: 'move-asked', ...content, startsAt: START_AT + HOUR },
      { status: 'sent' },
    )
    const isSigned = () => {
      app.pass(MINUTE)
      dropSpentSignatures(app.ctx())
      return app.rows(`select id from messages where text like '%sig=%'`).length === 1
    }
    return { ...app, ask, isSigned }
  }

  it('stay while the patient asks for that time', () => {
    expect(openMove().isSigned()).toBe(true)
  })

  it('go once the patient asks for another time, or for none', () => {
    const [other, none] = [openMove(), openMove()]
    other.ask(START_AT + 2 * HOUR)
    none.ask(null)
    expect([other.isSigned(), none.isSigned()]).toEqual([false, false])
  })
})
