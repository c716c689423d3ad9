import { useMemo, useRef } from 'react'
import { type PracticeContact, practiceContactSchema } from '../../../src/shared/contact/manual-contact.ts'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequestWithEtag, refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { APPOINTMENT_NOT_LOADED } from '../../patient/appointment-texts.ts'
import { useEditForm } from '../forms/use-edit-form.ts'
import { EMPTY_CONTACT, type ManualContactDraft } from './contact-draft.ts'
import { correctOtherBookings, type OtherBooking, type StoredContact } from './correct-other-bookings.ts'
import type { BookingDetail } from './use-booking-detail.ts'

/** The fields of a correction. An empty social security number keeps the stored one, null removes it. */
type CorrectionDraft = ManualContactDraft & { svn4: string | null }

/** The sentence after a correction. */
const SAVED = 'Kontaktdaten gespeichert.'
/** The sentence after a correction of the e-mail address or number to which messages go. */
const REDIRECTED = `${SAVED} Weitere Nachrichten gehen an die neue Adresse oder Nummer; gesendete können Sie unten noch einmal senden.`

/** The form by which the practice corrects the contact of an appointment. */
export type CorrectionForm = ReturnType<typeof useCorrectionForm>

type CorrectionFormOptions = {
  booking: BookingDetail
  /** The appointments that saving corrects too. */
  otherBookings: readonly OtherBooking[]
  /** Called with the sentence to show. */
  onSaved: (sentence: string) => void
}

/** Returns the form of a correction of one appointment's contact. */
export function useCorrectionForm({ booking, otherBookings, onSaved }: CorrectionFormOptions) {
  const { id, contact: shownContact } = booking
  /** The starts of the other appointments that could not be corrected, from `save` to `onSaved`. */
  const failedStartsRef = useRef<string[]>([])
  const param = { id: encodeURIComponent(id) }
  const today = viennaToday()
  const schema = useMemo(() => practiceContactSchema({ today }), [today])
  return useEditForm<StoredContact, CorrectionDraft, PracticeContact>({
    name: `contact ${id}`,
    load: async (signal) => {
      const { value, etag } = await adminRequestWithEtag(
        admin.bookings[':id'].$get({ param }, { init: { signal } }),
      )
      return { value: value.contact, etag }
    },
    save: async (json, headers) => {
      const saved = await adminRequestWithEtag(
        admin.bookings[':id'].contact.$put({ param, json }, { headers }),
      )
      failedStartsRef.current = await correctOtherBookings(otherBookings, {
        before: shownContact,
        after: json,
      })
      return saved
    },
    onSaved: async ({ email, mobile }) => {
      await refreshAdminData()
      const sentence = email === shownContact.email && mobile === shownContact.mobile ? SAVED : REDIRECTED
      onSaved(sentence + notCorrectedText(failedStartsRef.current, today))
    },
    schema: () => schema,
    empty: { ...EMPTY_CONTACT, svn4: '' },
    valuesOf: ({ svnr_masked: _, booker = EMPTY_CONTACT.booker, ...contact }) => ({
      ...contact,
      booker,
      svn4: '',
    }),
    loadFailure: APPOINTMENT_NOT_LOADED,
    saveFailure: 'Die Kontaktdaten konnten nicht gespeichert werden.',
    success: SAVED,
  })
}

/** Returns a further sentence about the appointments that were not corrected; '' if there are none. */
function notCorrectedText(starts: readonly string[], today: Day): string {
  if (starts.length === 0) return ''
  const times = starts.map((start) => shortDayTime(start, today))
  return ` Nicht übernommen, bitte dort ändern: ${times.join('; ')}.`
}
