import { useState } from 'react'
import { bookerText } from '../../../src/shared/contact/booker-text.ts'
import { countryName } from '../../../src/shared/contact/countries.ts'
import { plainDay, shortDayTime } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { CONTACT_LABELS, type ContactForm } from './contact-draft.ts'
import { FurtherFields, MainContactFields } from './contact-fields.tsx'
import { type OtherBooking, type StoredContact, useOtherComingBookings } from './correct-other-bookings.ts'
import { SvnrField } from './svnr-field.tsx'
import type { BookingDetail } from './use-booking-detail.ts'
import { useCorrectionForm } from './use-correction-form.ts'

/** The labels of the fields that a conflict shows, among them the masked social security number. */
const LABELS = { ...CONTACT_LABELS, svnr_masked: CONTACT_LABELS.svn4 }

type CorrectContactProps = {
  booking: BookingDetail
  /** Called with the sentence to show. */
  onSaved: (sentence: string) => void
  onBack: () => void
}

/** The form by which the practice corrects the contact of an appointment. */
export function CorrectContact({ booking, onSaved, onBack }: CorrectContactProps) {
  const otherBookings = useOtherComingBookings(booking)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const alsoCorrected = otherBookings.filter(({ id }) => !excluded.has(id))
  const form = useCorrectionForm({ booking, otherBookings: alsoCorrected, onSaved })
  // The form has all fields of a contact and more, which the types of react-hook-form do not accept.
  const contactForm = form as unknown as ContactForm
  return (
    <FormDialog
      title={`${booking.name}: Kontaktdaten`}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      cancel="Zurück"
      onClose={onBack}
    >
      <Loaded
        query={{ ...form.query, refetch: form.reload }}
        failure={form.loadFailure}
        loading="Lade Kontaktdaten …"
        skeleton={<Skeleton height={420} />}
      >
        {() => (
          <>
            <EditConflictBanner form={form} labels={LABELS} fields={conflictInWords} />
            <MainContactFields form={contactForm} />
            <FurtherFields form={contactForm} />
            <SvnrField form={form} stored={form.value?.svnr_masked ?? null} />
            <OtherAppointments bookings={otherBookings} excluded={excluded} onChange={setExcluded} />
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}

type OtherAppointmentsProps = {
  bookings: readonly OtherBooking[]
  /** The ids of the appointments that are not corrected. */
  excluded: ReadonlySet<string>
  onChange: (excluded: ReadonlySet<string>) => void
}

/** Offers to correct the patient's other coming appointments too. */
function OtherAppointments({ bookings, excluded, onChange }: OtherAppointmentsProps) {
  if (bookings.length === 0) return null
  const choose = (id: string, isChosen: boolean) => {
    const otherExcluded = [...excluded].filter((each) => each !== id)
    onChange(new Set(isChosen ? otherExcluded : [...otherExcluded, id]))
  }
  return (
    <FieldGroup
      legend="Auch bei diesen Terminen"
      help="Übernommen wird, was Sie hier ändern. Vergangene Termine bleiben, wie sie sind."
    >
      <div className="stack gap-3">
        {bookings.map(({ id, start, service_name }) => (
          <Checkbox
            key={id}
            checked={!excluded.has(id)}
            onChange={({ target }) => choose(id, target.checked)}
          >
            {shortDayTime(start, viennaToday())}, {service_name}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  )
}

/** Returns the values that somebody else has saved in the meantime, in words. */
function conflictInWords({ country, birthDate, booker, ...others }: StoredContact) {
  return {
    ...others,
    booker: bookerText(booker),
    country: countryName(country),
    birthDate: birthDate && plainDay(birthDate),
  }
}
