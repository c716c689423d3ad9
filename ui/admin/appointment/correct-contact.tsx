import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { bookerText } from '../../../src/shared/contact/booker-text.ts'
import { countryName } from '../../../src/shared/contact/countries.ts'
import { type CorrectedContact, correctedContactSchema } from '../../../src/shared/contact/manual-contact.ts'
import { plainDay, shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequestWithEtag, refreshShown } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { Checkbox, FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { NOT_LOADED } from '../../patient/appointment-texts.ts'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { SecretField } from '../forms/form-fields.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { confirmsLoss } from '../forms/use-unsaved.ts'
import { canMove } from './actions-on.ts'
import { CONTACT_LABELS, EMPTY_CONTACT, type ManualContactDraft } from './booking-draft.ts'
import { type ContactForm, FurtherFields, NameFields } from './contact-fields.tsx'
import { type PatientDetail, patientQuery } from './patient-field.tsx'
import type { BookingDetail } from './use-booking-detail.ts'

type Contact = BookingDetail['contact']
/** An empty number keeps the stored one, null removes it. */
type CorrectionDraft = ManualContactDraft & { svn4: string | null }

type CorrectContactProps = {
  booking: BookingDetail
  /** Called with the sentence to show. */
  onSaved: (note: string) => void
  onBack: () => void
}

/** The form by which the practice corrects the contact of an appointment. */
export function CorrectContact({ booking, onSaved, onBack }: CorrectContactProps) {
  const others = useOtherComing(booking)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = others.filter(({ id }) => !left.has(id))
  const form = useContactForm(booking, chosen, onSaved)
  // The form has all of its fields, which the types of react-hook-form do not express.
  const contact = form as unknown as ContactForm
  const back = () => {
    if (!form.dirty || confirmsLoss('Trotzdem schließen?')) onBack()
  }
  return (
    <FormDialog
      title={`${booking.name}: Kontaktdaten`}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      cancel="Zurück"
      onClose={back}
    >
      <Loaded
        query={{ ...form.query, refetch: form.reload }}
        failure={form.loadFailure}
        loading="Lade Kontaktdaten …"
        skeleton={<Skeleton height={420} />}
      >
        {() => (
          <>
            <ConflictBanner form={form} labels={LABELS} fields={readable} />
            <NameFields form={contact} />
            <FurtherFields form={contact} />
            <SvnrField form={form} stored={form.value?.svnr_masked ?? null} />
            {others.length > 0 && (
              <FieldGroup
                legend="Auch bei diesen Terminen"
                help="Übernommen wird, was Sie hier ändern. Vergangene Termine bleiben, wie sie sind."
              >
                <div className="stack gap-3">
                  {others.map(({ id, start, service_name }) => (
                    <Checkbox
                      key={id}
                      checked={!left.has(id)}
                      onChange={({ target }) =>
                        setLeft(
                          new Set(target.checked ? [...left].filter((each) => each !== id) : [...left, id]),
                        )
                      }
                    >
                      {shortDayTime(start, viennaToday())}, {service_name}
                    </Checkbox>
                  ))}
                </div>
              </FieldGroup>
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}

type OtherBooking = PatientDetail['bookings'][number]

/** Loads the other coming appointments of the patient, the next one first. */
function useOtherComing({ id }: BookingDetail): readonly OtherBooking[] {
  const { data } = useQuery(patientQuery(id))
  const now = serverNow()
  return (data?.bookings ?? [])
    .filter((other) => other.id !== id && canMove(other, now) && Date.parse(other.start) > now)
    .toReversed()
}

/**
 * Gives other appointments the changed fields of the contact, and keeps their other fields.
 * @returns the start of each for which it was refused
 */
async function copyTo(
  others: readonly OtherBooking[],
  shown: Contact,
  { svn4, ...sent }: CorrectedContact,
): Promise<string[]> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof typeof sent])
  const changed = Object.fromEntries(Object.entries(sent).filter(isChanged))
  if (Object.keys(changed).length === 0 && svn4 === '') return []
  const failed: string[] = []
  for (const { id, start } of others) {
    const param = { id: encodeURIComponent(id) }
    try {
      const { value, etag } = await adminRequestWithEtag(admin.bookings[':id'].$get({ param }))
      const { svnr_masked: _, ...contact } = value.contact
      const json = { ...contact, ...changed, svn4 } as CorrectedContact
      const headers = etag === undefined ? {} : { 'If-Match': etag }
      await adminRequestWithEtag(admin.bookings[':id'].contact.$put({ param, json }, { headers }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(start)
    }
  }
  return failed
}

const SAVED = 'Kontaktdaten gespeichert.'
const REDIRECTED = `${SAVED} Weitere Nachrichten gehen an die neue Adresse oder Nummer; gesendete können Sie unten noch einmal senden.`

const LABELS = { ...CONTACT_LABELS, svnr_masked: CONTACT_LABELS.svn4 }

/** Returns the values of a conflict in words. */
function readable({ country, birthDate, booker, ...others }: Contact) {
  return {
    ...others,
    booker: bookerText(booker),
    country: countryName(country),
    birthDate: birthDate && plainDay(birthDate),
  }
}

/**
 * The field for the social security number. Only Austrian numbers are stored, so other countries have none.
 */
function SvnrField({ form, stored }: { form: ReturnType<typeof useContactForm>; stored: string | null }) {
  if (form.watch('country') === 'AT')
    return (
      <SecretField
        form={form}
        name="svn4"
        label="Sozialversicherungsnummer"
        help="Die vier Ziffern vor dem Geburtsdatum, oder alle zehn wie auf der e-card."
        stored={stored !== null}
        type="text"
        className="num"
        inputMode="numeric"
        autoComplete="off"
      />
    )
  if (stored === null) return null
  return (
    <p className="muted small">
      Die SVNR wird beim Speichern entfernt: Sie wird nur mit dem Land Österreich gespeichert.
    </p>
  )
}

function useContactForm(
  { id, contact: shown }: BookingDetail,
  others: readonly OtherBooking[],
  onSaved: (note: string) => void,
) {
  const failed = useRef<string[]>([])
  const param = { id: encodeURIComponent(id) }
  const today = viennaToday()
  const schema = useMemo(() => correctedContactSchema({ today }), [today])
  return useEditForm<Contact, CorrectionDraft, CorrectedContact>({
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
      failed.current = await copyTo(others, shown, json)
      return saved
    },
    onSaved: async ({ email, mobile }) => {
      await refreshShown()
      const note = email === shown.email && mobile === shown.mobile ? SAVED : REDIRECTED
      const times = failed.current.map((start) => shortDayTime(start, today))
      onSaved(times.length === 0 ? note : `${note} Nicht übernommen, bitte dort ändern: ${times.join('; ')}.`)
    },
    schema: () => schema,
    empty: { ...EMPTY_CONTACT, svn4: '' },
    valuesOf: ({ svnr_masked: _, booker = EMPTY_CONTACT.booker, ...contact }) => ({
      ...contact,
      booker,
      svn4: '',
    }),
    loadFailure: NOT_LOADED,
    saveFailure: 'Die Kontaktdaten konnten nicht gespeichert werden.',
    success: SAVED,
  })
}
