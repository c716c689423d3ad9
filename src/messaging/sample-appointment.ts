import type { Ctx } from '../ctx.ts'
import { MY_BOOKINGS, patientUrl, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import { bookerColumns } from '../shared/contact/booker.ts'
import { DEFAULT_CANCEL_HOURS } from '../shared/cut-off.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import type { MessageSample } from './kind.ts'
import { readTexts } from './texts.ts'

/**
 * Returns the facts about an invented appointment at the practice. Its patient, service and times are always
 * the same, because the dictionary of packed bodies is made from them too (outbox/packed-bodies.ts). Its
 * links lead nowhere, because the preview only shows them.
 */
export function sampleAppointment(ctx: Ctx, texts = readTexts(ctx)): MessageSample {
  const startsAt = Date.parse('2027-01-12T08:30:00+01:00')
  const createdAt = startsAt - 7 * DAY_LENGTH
  const overviewUrl = patientUrl(ctx, '/patient/overview?id=')
  const myBookingsUrl = patientUrl(ctx, MY_BOOKINGS)
  return {
    practice: readSettings(ctx, 'practice'),
    booking: {
      status: 'confirmed',
      salutation: 'Frau',
      firstName: 'Maria',
      lastName: 'Muster',
      email: 'maria@muster.example',
      mobile: '0660 1234567',
      country: 'AT',
      ...bookerColumns(),
      serviceName: 'Erstordination',
      priceCents: 18_000,
      startsAt,
      createdAt,
    },
    texts,
    duration: 'ca. 45 Min',
    hint: 'Bitte bringen Sie Ihre Befunde mit.',
    series: '',
    now: createdAt,
    overviewUrl,
    cancelUrl: patientUrl(ctx, '/patient/reject?id='),
    moveUrl: patientUrl(ctx, '/patient/move?id='),
    myBookingsUrl,
    cancelHours: DEFAULT_CANCEL_HOURS,
    confirmUrl: staffUrl(ctx, '/admin/confirm?id='),
    rejectUrl: staffUrl(ctx, '/admin/reject?id='),
    adminUrl: staffUrl(ctx, '/admin'),
    bookUrl: myBookingsUrl,
    verifyUrl: overviewUrl,
    accessUrl: overviewUrl,
    entryUrl: overviewUrl,
    // The token is as long as a real one, so that the SMS of the preview has its real length.
    offerUrl: patientUrl(ctx, `/patient/offer?id=${'0'.repeat(32)}`),
    freedStart: startsAt - DAY_LENGTH,
  }
}
