import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { canOfferBeTaken } from '../../db/offer-rows.ts'
import { type ListedMessage, offers } from '../../db/schema.ts'
import { addressLine } from '../../shared/address-line.ts'
import { HOUR, type Instant } from '../../shared/day.ts'
import {
  fullDay,
  fullDayTime,
  shortDayClock,
  shortDayTime,
  shortWeekday,
  timeOfDay,
} from '../../shared/format.ts'
import type { Texts } from '../../shared/messages/texts.ts'
import { priceText } from '../../shared/service/service.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { dayAt } from '../../time/vienna.ts'
import { type Addressee, addresseeOf, addressValues, NOBODY } from '../addressee.ts'
import type { EmailBooking } from '../email/appointment-parts.ts'
import { button, factTable, note, type Part } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { appointmentFrame, fillFrame } from '../email/own-words.ts'
import type { Kind, MessageSample } from '../kind.ts'
import { composeSms, forWhomOf, smsWords } from '../sms/compose.ts'
import { isOneSms, toGsm7 } from '../sms/gsm7.ts'

type Facts = Readonly<{
  practice: Practice
  texts: Texts
  addressee: Addressee
  serviceName: string
  /** The length as a text; '' if none is shown. */
  duration: string
  /** The price as a text; '' if none is shown. */
  price: string
  /** The doctor or room if the practice has several; else ''. */
  doctor: string
  /** How to prepare for the service; may be empty. */
  hint: string
  /** The appointment that the patient wants earlier, if there is one. */
  booking: EmailBooking | undefined
  /** The free time. */
  startsAt: Instant
  /** The end of the offer, until which the patient can answer. */
  until: Instant
  /** The page on which the offer can be taken or refused. */
  offerUrl: string
  entryUrl: string
  now: Instant
}>

/** Offers a free time to a patient on the waiting list. */
export const offer = {
  to: 'patient',
  validWhile: null,
  findStaleReason: (ctx, message) =>
    canBeTaken(ctx, message) ? undefined : 'Nicht mehr gesendet: Das Angebot gilt nicht mehr.',
  asksRecipient: true,
  waitsForDay: true,
  texts: {
    offer: {
      about: 'Für jemanden auf der Warteliste ist eine Zeit frei geworden.',
      email: {
        opening: '{Anrede} Sie stehen auf unserer Warteliste.',
        closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
      },
      sms: { opening: 'Termin frei: {Termin}.', closing: '' },
    },
  },
  email: (facts) => {
    const { practice, booking, startsAt, until, offerUrl, entryUrl } = facts
    const deadline = shortDayClock(until)
    const withoutAnswer = booking ? ' Ihr Termin bleibt dann, wie er ist.' : ''
    const { opening, closing } = offerFrame(facts, `Bis ${deadline} halten wir diese Zeit für Sie frei:`)
    return composeEmail({
      practice,
      subject: `Frei geworden: ${fullDayTime(startsAt)}`,
      title: booking ? 'Eine andere Zeit ist frei geworden' : 'Ein Termin ist frei geworden',
      preview: `Wir halten die Zeit bis ${deadline} für Sie frei.`,
      parts: [
        ...opening,
        offeredAppointment(facts),
        button({ label: 'Annehmen oder ablehnen', url: offerUrl }),
        note(`Ohne Antwort bieten wir die Zeit jemand anderem an.${withoutAnswer}`),
        note('Sie möchten nicht mehr warten, oder andere Zeiten?', {
          label: 'Eintrag ändern',
          url: entryUrl,
        }),
        ...closing,
      ],
    })
  },
  /**
   * Times have no "Uhr", because the link takes half of the message. Days and the words before the link are
   * shortened further if that saves a second message, or makes room for a name.
   */
  sms: (facts) => {
    const longText = smsOf(facts, { dayTime: shortDayTime, lead: 'Antwort bis' })
    const shortText = smsOf(facts, { dayTime: briefDayTime, lead: 'Bis' })
    const names = [toGsm7(facts.doctor), facts.booking ? forWhomOf(facts.booking) : '']
    const countNames = (text: string) => names.filter((name) => text.includes(name)).length
    const [best = longText] = [longText, shortText]
      .filter(isOneSms)
      .toSorted((a, b) => countNames(b) - countNames(a))
    return best
  },
  samples: {
    offer: sampleOffer,
    'offer-without-appointment': (sample) => ({
      ...sampleOffer(sample),
      booking: undefined,
      addressee: NOBODY,
    }),
  },
} satisfies Kind<Facts>

/**
 * Renders the practice's words about the free time, for a patient with or without an appointment.
 * @param lead a sentence that follows the opening
 */
function offerFrame(
  { practice, texts, addressee, serviceName, doctor, hint, booking, startsAt }: Facts,
  lead: string,
) {
  if (booking)
    return appointmentFrame(
      { practice, texts, hint, booking: { ...booking, startsAt, serviceName, doctor } },
      'offer',
      lead,
    )
  const values = { Termin: fullDayTime(startsAt), Leistung: serviceName, Arzt: doctor, Hinweis: hint }
  return fillFrame(texts.offer.email, { ...addressValues(practice, addressee), ...values }, lead)
}

/** Renders the appointment that the patient would get, and the present one. */
function offeredAppointment(facts: Facts): Part {
  const { practice, serviceName, duration, price, doctor, booking, startsAt } = facts
  return factTable([
    { label: 'Frei geworden', value: fullDayTime(startsAt) },
    { label: 'Leistung', value: serviceName },
    { label: 'Bei', value: doctor },
    { label: 'Dauer', value: duration },
    { label: 'Preis', value: price },
    { label: 'Ort', value: addressLine(practice) },
    { label: 'Ihr Termin bisher', value: booking ? fullDayTime(booking.startsAt) : '' },
  ])
}

/**
 * Writes the SMS of an offer.
 * @param form.dayTime formats a day with a time
 * @param form.lead the words before the end of the offer
 */
function smsOf(
  { practice, texts, addressee, booking, doctor, startsAt, until, offerUrl, now }: Facts,
  { dayTime, lead }: Readonly<{ dayTime: (at: Instant) => string; lead: string }>,
): string {
  const deadline = fullDay(until) === fullDay(now) ? timeOfDay(until) : dayTime(until)
  const values = { Termin: dayTime(startsAt), Arzt: doctor, link: `${lead} ${deadline}: ${offerUrl}` }
  const words = smsWords(texts, 'offer')
  return composeSms({
    practice,
    addressee,
    ...(booking && { booking }),
    words,
    fixedSentence: '{link}',
    values,
  })
}

/** Returns a day with a time in its shortest form: `Di 12.1., 08:30`. */
function briefDayTime(at: Instant): string {
  const [, month, day] = dayAt(at).split('-').map(Number)
  return `${shortWeekday(at)} ${day}.${month}., ${timeOfDay(at)}`
}

/** Returns whether the offer can still be taken. */
function canBeTaken(ctx: Ctx, { offerId }: ListedMessage): boolean {
  if (offerId === null) return false
  const storedOffer = ctx.db.select().from(offers).where(eq(offers.id, offerId)).get()
  return storedOffer !== undefined && canOfferBeTaken(ctx, storedOffer)
}

/** Returns the offer of a time for the patient of the sample, made now and valid for an hour. */
function sampleOffer(sample: MessageSample): Facts {
  const { booking, freedStart, now } = sample
  const addressee = addresseeOf(booking)
  const { serviceName, priceCents } = booking
  const price = priceText(priceCents / 100)
  return { ...sample, addressee, serviceName, price, doctor: '', startsAt: freedStart, until: now + HOUR }
}
