import { cutOff, cutOffText, isBeforeCutOff } from '../../shared/cut-off.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { note, type Part } from './basic-parts.ts'

/** The links for patients. Cancelling and moving are possible until `cancelHours` before the start. */
export type PatientLinks = Readonly<{
  overviewUrl: string
  cancelUrl: string
  moveUrl: string
  myBookingsUrl: string
  cancelHours: number
}>

/** An appointment's start, and the moment at which the e-mail says what is still possible online. */
type TimeToAct = Readonly<{ startsAt: Instant; now: Instant }>

/** Renders the link to move the appointment online; nothing when it is too late at `now`. */
export function howToMove(
  { startsAt, now }: TimeToAct,
  { moveUrl, cancelHours }: PatientLinks,
  question = 'Die Zeit passt Ihnen nicht mehr?',
): readonly Part[] {
  if (!isBeforeCutOff({ start: startsAt, now, cancelHours })) return []
  return [note(question, { label: 'Termin verschieben', url: moveUrl })]
}

/**
 * Renders until when the appointment can be cancelled online, or the phone number when it is too late at
 * `now`.
 */
export function howToCancel(
  { practice, startsAt, now }: TimeToAct & Readonly<{ practice: Practice }>,
  { cancelUrl, cancelHours }: PatientLinks,
): Part {
  const until = cutOffText(cancelHours)
  if (!isBeforeCutOff({ start: startsAt, now, cancelHours }))
    return note(`Sie können nicht kommen? Absagen ist online nur ${until} möglich. ${callUs(practice)}`)
  const latest = fullDayTime(cutOff(startsAt, cancelHours))
  return note(`Sie können nicht kommen? Absagen ist online ${until} möglich, also bis ${latest}.`, {
    label: 'Termin absagen',
    url: cancelUrl,
  })
}

/** Renders the link to all appointments of the patient. */
export function linkToMyBookings({ myBookingsUrl }: PatientLinks): Part {
  return note('Alle Ihre Termine auf einen Blick:', { label: 'Meine Termine', url: myBookingsUrl })
}

/** Returns `Bitte rufen Sie uns an: +43 5572 000 000.` */
export function callUs({ phone }: Practice): string {
  return `Bitte rufen Sie uns an${phone && `: ${phone}`}.`
}

/** Returns `Danach rufen Sie uns bitte an: +43 5572 000 000.`, for the time after the cut-off. */
export function callUsLater({ phone }: Practice): string {
  return `Danach rufen Sie uns bitte an${phone && `: ${phone}`}.`
}
