import { expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { FREED_START, openWaitingListApp, spanFrom } from '../testing/waiting-list-app.ts'
import { makeDueOffers } from './offers.ts'

/** The entries that one origin may have at a time (`LIVE_PER_ORIGIN`), restated. */
const ENTRIES_OF_ATTACKER = 6

/** Opens an app with an attacker, whose calls all come from one origin. */
function openAttackedApp() {
  const app = openWaitingListApp()
  app.setUpSms()
  let mailboxCount = 0
  return {
    ...app,
    /** Lets another mailbox of the attacker try to join. Returns the refusal, if there is one. */
    attack: () =>
      refusalOf(() => app.joinAsStranger(`attacker${mailboxCount++}@a.example`, 'origin of the attacker')),
  }
}

it('an attacker who keeps joining from one origin cannot block a freed time for a day', () => {
  const app = openAttackedApp()
  // Twelve calls an hour are below `SAVED_PER_ORIGIN`, so only the limit of entries refuses them.
  const pause = 5 * MINUTE
  const refusals = Array.from({ length: (3 * HOUR) / pause }, () => {
    app.pass(pause)
    return app.attack()
  })
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(ENTRIES_OF_ATTACKER)

  app.joinAsStranger('honest@b.example', 'another origin')
  const listOffersToHonest = () => app.listOffers().filter(({ name }) => name === 'honest@b.example')
  app.freeTime(FREED_START)
  // The attacker answers no offer, and keeps trying to join.
  let passed = 0
  while (passed < DAY_LENGTH && listOffersToHonest().length === 0) {
    app.attack()
    app.pass(15 * MINUTE)
    passed += 15 * MINUTE
    makeDueOffers(app.ctx())
  }

  expect(listOffersToHonest()).toHaveLength(1)
  expect(passed).toBeLessThan(DAY_LENGTH)
  const [from, to] = spanFrom(FREED_START)
  expect(app.rows('select distinct starts_at, ends_at from offers')).toEqual([
    { starts_at: from, ends_at: to },
  ])
})
