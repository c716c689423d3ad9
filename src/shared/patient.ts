import * as v from 'valibot'
import { mailboxKey } from './contact/email.ts'
import { normalEmailSchema } from './contact/normal-email.ts'

/** The e-mail address of the patient whose data an admin requests. */
export const mailboxSchema = v.strictObject({ email: normalEmailSchema })

const bookingIdSchema = v.pipe(v.string('Bitte eine Person wählen.'), v.nonEmpty('Bitte eine Person wählen.'))

/** Returns the schema for a body that names the patient by `booking_id` or by e-mail address. */
const byBookingOr = <const Other extends v.GenericSchema, const ByBooking extends v.GenericSchema>(
  byBooking: ByBooking,
  other: Other,
) =>
  v.lazy((input) =>
    typeof input === 'object' && input !== null && 'booking_id' in input ? byBooking : other,
  ) as v.GenericSchema<unknown, v.InferOutput<ByBooking> | v.InferOutput<Other>>

/** The patient whose data an admin requests: an e-mail address, or a booking of the patient. */
export const patientSchema = byBookingOr(v.strictObject({ booking_id: bookingIdSchema }), mailboxSchema)

/**
 * The e-mail address of the patient whose data are erased. It is typed twice, because an erasure cannot be
 * undone.
 */
const erasureByAddressSchema = v.pipe(
  v.strictObject({ email: normalEmailSchema, confirm: v.string('Bitte die Adresse noch einmal eingeben.') }),
  v.forward(
    v.check(
      ({ email, confirm }) => mailboxKey(email) === mailboxKey(confirm.trim()),
      'Das ist nicht dieselbe Adresse.',
    ),
    ['confirm'],
  ),
)

/** The patient whose data are erased. With a booking the name is typed again, and the server compares it. */
export const erasureSchema = byBookingOr(
  v.strictObject({ booking_id: bookingIdSchema, confirm: v.string('Bitte den Namen eingeben.') }),
  erasureByAddressSchema,
)
