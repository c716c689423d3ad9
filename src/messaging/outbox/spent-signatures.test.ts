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

/** The signatures in an e-mail about a request: two links, each in the text and in the HTML. */
const SIGNATURES = 4

/** Stores a request whose e-mail to the practice was sent. */
async function openRequest() {
  const app = openTestApp()
  const { id } = (await book(app, app.browser(), START)).json
  app.changeRows(`update messages set status = 'sent'`)
  /**
   * Drops the spent signatures. @returns the matches of a pattern in text and HTML of the e-mail afterwards
   */
  const dropAndMatch = (pattern: RegExp) => {
    dropSpentSignatures(app.ctx())
    const [email] = app.rows<{ text: string; html: string }>(
      `select text, html from messages where kind = 'new-reservation'`,
    )
    return `${email?.text}${email?.html}`.match(pattern) ?? []
  }
  return { ...app, id, dropAndMatch, dropAndCountSignatures: () => dropAndMatch(/sig=/g).length }
}

describe('the signatures in a stored e-mail to the practice', () => {
  it('stay while the request is open', async () => {
    const app = await openRequest()
    expect(app.dropAndCountSignatures()).toBe(SIGNATURES)
  })

  it('are removed a minute after the decision, when it can no longer be undone', async () => {
    const app = await openRequest()
    decideBooking(app.ctx(), app.id, { decision: 'confirm' })
    expect(app.dropAndCountSignatures()).toBe(SIGNATURES)
    const mayMoreRemain = dropSpentSignatures(app.ctx())
    expect(mayMoreRemain).toBe(false)
    app.pass(MINUTE)
    expect(app.dropAndCountSignatures()).toBe(0)
  })

  it('are removed without the links', async () => {
    const app = await openRequest()
    decideBooking(app.ctx(), app.id, { decision: 'confirm' })
    app.pass(MINUTE)
    const linkWithoutSignature = new RegExp(`/admin/(confirm|reject)\\?id=${app.id}(?![\\w&])`, 'g')
    expect(app.dropAndMatch(linkWithoutSignature)).toHaveLength(SIGNATURES)
  })

  it('are removed when the request is moved', async () => {
    const app = await openRequest()
    const start = Date.parse(START) + DAY_LENGTH
    moveBooking(app.ctx(), app.id, { start, message: '', notify: false })
    expect(app.dropAndCountSignatures()).toBe(0)
  })

  it('are removed when the appointment begins', async () => {
    const app = await openRequest()
    app.setClock(START)
    expect(app.dropAndCountSignatures()).toBe(0)
  })

  it('stay while the e-mail waits', async () => {
    const app = await openRequest()
    app.changeRows(`update messages set status = 'queued'`)
    app.pass(10 * DAY_LENGTH + HOUR)
    expect(app.dropAndCountSignatures()).toBe(SIGNATURES)
  })
})

describe('the signatures in an e-mail about a requested move', () => {
  const START_AT = Date.parse(START)

  /** Stores an e-mail with links that decide on a move to an hour later. */
  function openMove() {
    const app = openTestApp()
    const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: START_AT })
    /** Lets the patient ask for another time, or for none any more. */
    const askForTime = (moveToAt: number | null) =>
      app.changeRows('update bookings set move_to_at = ?, updated_at = ?', moveToAt, Date.now())
    const requestedStart = START_AT + HOUR
    askForTime(requestedStart)
    const content = { recipient: 'a@b.at', text: 'https://a.example/?id=1&sig=abc', bookingId }
    insertMessage(
      app.ctx(),
      { channel: 'email', kind: 'move-asked', ...content, startsAt: requestedStart },
      { status: 'sent' },
    )
    /** Drops spent signatures a minute later. @returns whether the e-mail has its signature then */
    const isSignedAfterDrop = () => {
      app.pass(MINUTE)
      dropSpentSignatures(app.ctx())
      return app.rows(`select id from messages where text like '%sig=%'`).length === 1
    }
    return { ...app, askForTime, isSignedAfterDrop }
  }

  it('stay while the patient asks for that time', () => {
    expect(openMove().isSignedAfterDrop()).toBe(true)
  })

  it.each([
    { asked: 'another time', moveToAt: START_AT + 2 * HOUR },
    { asked: 'no other time any more', moveToAt: null },
  ])('are removed once the patient asks for $asked', ({ moveToAt }) => {
    const { askForTime, isSignedAfterDrop } = openMove()
    askForTime(moveToAt)
    expect(isSignedAfterDrop()).toBe(false)
  })
})
