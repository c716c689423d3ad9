import { expect, it } from 'vitest'
import { getActiveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { HOLDING_EMAIL, openTuesdayHoldsApp, tuesdayAt } from '../testing/tuesday-holds-app.ts'
import { holdOffered } from './stored-holds.ts'

/* The hold of a patient who accepts a time that the waiting list has offered. */

/** Opens an app whose `holdAt` holds an offered time. By default the patient has no e-mail address. */
function openOffered() {
  const { ctx, listHoldIds } = openTuesdayHoldsApp()
  const { now } = ctx()
  const holdAt = (time: string, { until = now, mailbox = '' } = {}) =>
    holdOffered(ctx(), getActiveService(ctx(), 'erstordination'), {
      start: tuesdayAt(time),
      mailbox,
      until,
    })
  return { now, holdAt, listHoldIds }
}

it.each([
  { rule: 'until the offer would have ended', at: '09:00', offerEndsIn: 30, lasts: 30 },
  { rule: 'for ten minutes at least', at: '08:00', offerEndsIn: 5, lasts: 10 },
  { rule: 'for an hour at most', at: '10:00', offerEndsIn: 90, lasts: 60 },
])('an offered time is held $rule', ({ at, offerEndsIn, lasts }) => {
  const { now, holdAt } = openOffered()
  const { expiresAt } = holdAt(at, { until: now + offerEndsIn * MINUTE })
  expect((expiresAt - now) / MINUTE).toBe(lasts)
})

it('an offered time replaces the hold of the same mailbox, but no hold of patients without an address', () => {
  const { holdAt, listHoldIds } = openOffered()
  const ofSomebody = holdAt('08:00')
  const ofSomebodyElse = holdAt('09:00')
  holdAt('10:00', { mailbox: HOLDING_EMAIL })
  const secondOfRosa = holdAt('11:00', { mailbox: HOLDING_EMAIL })
  expect(listHoldIds().toSorted()).toEqual([ofSomebody.id, ofSomebodyElse.id, secondOfRosa.id].toSorted())
})
