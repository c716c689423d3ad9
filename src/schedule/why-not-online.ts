import type { Ctx } from '../ctx.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { bookingWindowOfPatients } from './bookable-days.ts'
import { getActiveService } from './services.ts'
import { appointmentTime, type Reason } from './why-not-free.ts'

const NOT_ONLINE = 'Patienten sehen diese Zeit nicht, weil sie online'

/**
 * Returns the reason why patients are not offered a start that is free for the practice: under the settings
 * it is too soon or too far ahead.
 * @throws Problem service_not_found
 */
export function whyNotOnline(ctx: Ctx, serviceId: string, start: Instant): Reason[] {
  const time = appointmentTime(getActiveService(ctx, serviceId), start)
  const { leadHours, daysAhead } = bookingWindowOfPatients(ctx)
  if (start <= ctx.now + leadHours * HOUR) {
    const hours = leadHours === 1 ? 'eine Stunde' : `${leadHours} Stunden`
    return [{ kind: 'lead', ...time, text: `${NOT_ONLINE} bis ${hours} vorher buchen.` }]
  }
  if (dayNumberAt(start) > dayNumberAt(ctx.now) + daysAhead) {
    const days = daysAhead === 1 ? 'einen Tag' : `${daysAhead} Tage`
    return [{ kind: 'horizon', ...time, text: `${NOT_ONLINE} höchstens ${days} im Voraus buchen.` }]
  }
  return []
}
