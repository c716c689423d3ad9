import { placeHold } from '../booking/holds.ts'
import type { Config } from '../config.ts'
import { insertVerification } from './bookings.ts'
import { refusalOf } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp } from './test-app.ts'

/** The e-mail address of the holds that name no other one. */
export const HOLDING_EMAIL = 'rosa@musterfrau.example'
/** The browser of all holds, in which every e-mail address is verified. */
export const HOLDING_BROWSER = 'the browser of everybody'
/** Seven starts of a Tuesday at which holds for an Erstordination (45 minutes) do not overlap. */
export const TIMES_APART = ['08:00', '09:00', '10:00', '11:00', '13:30', '14:30', '15:30']

/** Returns the instant of a wall time, such as `08:30`, on the Tuesday of all holds. */
export function tuesdayAt(time: string): number {
  return Date.parse(`2027-01-12T${time}:00+01:00`)
}

/** A hold to place. By default it is an Erstordination for `HOLDING_EMAIL`, and its end is not sent. */
type HoldChanges = Readonly<{ email?: string; serviceId?: string; shownEnd?: number }>

/** Opens an app in which holds are placed on one Tuesday, all from one origin. */
export function openTuesdayHoldsApp(config: Partial<Config> = {}) {
  const app = openTestApp({ config })
  const placeAt = (time: string, changes: HoldChanges = {}) => {
    const { db, now } = app.ctx()
    const { email = HOLDING_EMAIL, serviceId = 'erstordination', shownEnd } = changes
    insertVerification(db, { email, browser: HOLDING_BROWSER, now })
    const hold = { serviceId, start: tuesdayAt(time), shownEnd, email }
    const visitor = { browser: HOLDING_BROWSER, origin: 'origin' }
    return placeHold(app.ctx(), { ...hold, ...visitor }, verifiedBotCheck(app.ctx()))
  }
  return {
    ...app,
    /** Places a hold at this wall time, after verifying its e-mail address. */
    placeAt,
    /** Tries to place such a hold. Returns the refusal; undefined when the hold is placed. */
    refusalAt: (...hold: Parameters<typeof placeAt>) => refusalOf(() => placeAt(...hold)),
    listHoldIds: () => app.rows<{ id: string }>('select id from holds').map(({ id }) => id),
  }
}
