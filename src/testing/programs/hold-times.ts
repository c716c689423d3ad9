/**
 * This program waits for input. Then it tries to hold every quarter of an hour of a week as NAME, and prints
 * the number of attempts by outcome: `held`, or the code of the refusal.
 */
import { openApp } from '../../app.ts'
import { placeHold } from '../../booking/holds.ts'
import { readConfig } from '../../config.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { insertVerification } from '../bookings.ts'
import { refusalOf } from '../refusal.ts'

const { DATA_DIR, APP_SECRET, NAME } = process.env
const now = Date.parse('2027-01-07T13:40:00+01:00')
const monday = Date.parse('2027-01-11T00:00:00+01:00')

const config = { ...readConfig({ DATA_DIR, APP_SECRET, LOG_LEVEL: 'silent' }), rateLimits: false }
const { ctx: ctxOf, close } = openApp(config, undefined, { clock: () => now })
const ctx = ctxOf({ kind: 'visitor' })
const visitor = { email: `${NAME}@musterfrau.example`, browser: 'b', origin: 'o' }
insertVerification(ctx.db, { ...visitor, now })

process.stdout.write('ready')
process.stdin.once('data', () => {
  const outcomes: Record<string, number> = {}
  for (let day = monday; day < monday + 5 * DAY_LENGTH; day += DAY_LENGTH)
    for (let start = day + 8 * HOUR; start < day + 17.5 * HOUR; start += 15 * MINUTE) {
      const time = { serviceId: 'folgebehandlung', start, stop: undefined }
      const refusal = refusalOf(() => placeHold(ctx, { ...time, ...visitor }))
      const outcome = refusal?.code ?? 'held'
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  close()
  process.stdout.end(JSON.stringify(outcomes))
  process.stdin.destroy()
})
