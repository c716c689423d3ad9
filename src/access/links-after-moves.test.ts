import { describe, expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { type StaffAction, signStaffLink, verifyStaffLink } from './links.ts'

/** Opens an app with an appointment that begins in an hour, and signs and verifies links for it. */
function openWithLinks() {
  const app = openTestApp({ empty: true })
  const bookingId = 'a-booking'
  const start = app.ctx().now + HOUR
  /** Verifies a link to an appointment that was moved this often. */
  const verifyAfter = (moves: number, signature: string, action: StaffAction = 'confirm') =>
    verifyStaffLink(app.ctx(), { action, bookingId, moves }, signature)
  return {
    app,
    start,
    /** Signs a link to confirm the appointment after this number of moves. */
    signAfter: (moves: number) => signStaffLink(app.ctx(), { action: 'confirm', bookingId, start, moves }),
    verifyAfter,
    /** Returns the code with which `verifyAfter` refuses the signature; undefined when it is valid. */
    refusalAfter: (...input: Parameters<typeof verifyAfter>) => refusalOf(() => verifyAfter(...input))?.code,
  }
}

describe('the signature of a staff link after moves of the appointment', () => {
  it.each([0, 1, 2])('gives the start, and the number of moves before it was made: %i', (moves) => {
    const { start, signAfter, verifyAfter } = openWithLinks()
    expect(verifyAfter(2, signAfter(moves))).toEqual({ start, moves })
  })

  it('is refused if it counts more moves than the appointment has', () => {
    const { signAfter, refusalAfter } = openWithLinks()
    expect(refusalAfter(0, signAfter(1))).toBe('bad_signature')
    expect(refusalAfter(1, signAfter(2))).toBe('bad_signature')
  })

  it('is refused if it is forged, for another action or expired', () => {
    const { app, signAfter, refusalAfter } = openWithLinks()
    const signature = signAfter(1)
    const forged = signature.replace(/.$/, signature.endsWith('A') ? 'E' : 'A')
    app.pass(HOUR - 1)
    expect(refusalAfter(1, signature)).toBeUndefined()
    expect(refusalAfter(1, forged)).toBe('bad_signature')
    expect(refusalAfter(2, signature, 'reject')).toBe('bad_signature')
    app.pass(1)
    expect(refusalAfter(2, signature)).toBe('bad_signature')
  })
})
