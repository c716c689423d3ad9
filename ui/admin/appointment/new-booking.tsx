import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Relation } from '../../../src/shared/contact/booker.ts'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { FormDay } from '../forms/day-field.tsx'
import { draftSchema } from '../forms/draft-schema.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { resourceQuery } from '../resources/resource-query.ts'
import { ANYBODY, ResourceWishField, useOffering } from '../services/resource-wish.tsx'
import { ServiceField } from '../services/service-field.tsx'
import { useServices } from '../services/use-services.ts'
import {
  type BookingDraft,
  type BookingRequest,
  draftErrors,
  EMPTY_BOOKING_DRAFT,
  EMPTY_CONTACT,
  readDraft,
} from './booking-draft.ts'
import { type ContactForm, FurtherDetails, NameFields } from './contact-fields.tsx'
import { enterSeries } from './enter-series.ts'
import { atTime, NextFreeTimes } from './free-times.tsx'
import { type PatientDetail, PatientField, patientQuery, readPatient } from './patient-field.tsx'
import { type ChosenSeries, SeriesFields } from './series.tsx'
import { typedPatient } from './typed-patient.ts'
import { offerUndo, UndoBar } from './undo.tsx'
import { WhyNotFree } from './why-not-free.tsx'

type NewBookingProps = {
  /** The day and time that were pressed in the calendar. */
  day?: Day | undefined
  time?: string | undefined
  /** The id of a booking of the patient. */
  patient?: string | undefined
  service?: string | undefined
  /** The id of the doctor or room whose time was pressed. */
  resource?: string | undefined
  onEntered: (booking: string) => void
  /** Blocks the pressed time instead of entering an appointment. */
  onBlock?: (() => void) | undefined
  onClose: () => void
}

/** An appointment, or the first one of a series, that was just entered. */
type Entered = { id: string; name: string; start: string }

/** Enters an appointment for a patient on the telephone. It is confirmed at once, and its details open. */
export function NewBooking(props: NewBookingProps) {
  const { patient: id = '' } = props
  const { data, isPending } = useQuery({ ...patientQuery(id), enabled: id !== '' })
  if (id !== '' && isPending) return null
  return <BookingForm {...props} known={data} />
}

function BookingForm({
  day,
  time = '',
  service: wanted = '',
  resource: pressed = '',
  known,
  onEntered,
  onBlock,
  onClose,
}: NewBookingProps & { known: PatientDetail | undefined }) {
  const today = viennaToday()
  const [patient, setPatient] = useState(known)
  /** Undefined for a single appointment. */
  const [series, setSeries] = useState<ChosenSeries>()
  const [from, setFrom] = useState(day ?? today)
  /** The start that is kept although paddings are in the way. */
  const [kept, setKept] = useState('')
  /** The appointment after which another one of the same patient is entered. */
  const [before, setBefore] = useState<Entered>()
  const goesOn = useRef(false)
  const fields = useRef<HTMLDivElement>(null)
  const { services = [] } = useServices()
  const schema = useMemo(() => draftSchema((draft: BookingDraft) => readDraft(draft, today)), [today])
  const form = useSubmitForm({
    schema,
    defaultValues: {
      ...EMPTY_BOOKING_DRAFT,
      ...(known && contactDraft(known)),
      service: wanted || (known ? lastService(known) : ''),
      resource: pressed,
      day: day ?? today,
      time,
    },
    toFields: draftErrors,
    send: (json) =>
      series === undefined
        ? enter({ ...json, ...(kept === json.start && { without_paddings: true }) })
        : enterSeries(json, series),
    valuesAfter: (_entered, sent) => ({ ...sent, time: '', message: '' }),
    failure:
      series === undefined
        ? 'Der Termin konnte nicht eingetragen werden.'
        : 'Die Serie konnte nicht eingetragen werden.',
    onSuccess: async (entered) => {
      await refreshShown()
      if (!goesOn.current) return onEntered(entered.id)
      setSeries(undefined)
      setBefore(entered)
      fields.current?.querySelector('select')?.focus()
    },
  })
  useFocusOnError(form.formState.submitCount)
  const { service, resource, day: chosenDay, time: chosenTime, email, message, booker } = form.watch()

  const offering = useOffering(service)
  const notOffered = useNotOffered(service, pressed)
  const wish = resourceQuery(resource)
  // The form has all of its fields, which the types of react-hook-form do not express.
  const contact = form as unknown as ContactForm

  const close = () => {
    if (!form.dirty || confirm('Der Termin ist noch nicht eingetragen. Angaben verwerfen?')) onClose()
  }
  const set = (values: Partial<BookingDraft>) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof BookingDraft, value as string, options)
  }
  const choosePatient = async (bookingId: string) => {
    const chosen = await readPatient(bookingId)
    setPatient(chosen)
    const last = lastService(chosen)
    const isOffered = services.some(({ id, active }) => active && id === last)
    set({ ...contactDraft(chosen), ...(service === '' && isOffered && { service: last }) })
    // The list of the patients, which had the focus, is gone.
    requestAnimationFrame(() => fields.current?.querySelector('select')?.focus())
  }
  /** The person on the telephone books for another one, who may have the same last name. */
  const bookFor = (relation: Relation) => {
    const { firstName, lastName, booker } = form.getValues()
    if (booker.firstName !== '' || booker.lastName !== '') return
    set({ booker: { relation, firstName, lastName }, firstName: '', salutation: '', birthDate: '' })
    if (relation !== 'child') set({ lastName: '' })
    requestAnimationFrame(() => form.setFocus('firstName'))
  }

  return (
    <FormDialog
      title="Termin eintragen"
      form={{
        ...form,
        submit: (event) => {
          goesOn.current = false
          return form.submit(event)
        },
      }}
      button={
        series === undefined
          ? 'Termin eintragen'
          : series.starts.length < 2
            ? 'Serie eintragen'
            : `Alle ${series.starts.length} eintragen`
      }
      busyText="Eintragen …"
      another={{
        label: 'Noch einen',
        title: 'Eintragen, und für dieselbe Person noch einen',
        onPress: () => {
          goesOn.current = true
          void form.submit()
        },
      }}
      onClose={close}
    >
      {before && <UndoBar booking={before.id} onUndone={() => setBefore(undefined)} />}
      <div role="status">
        {before && (
          <Banner tone="good">
            Eingetragen: <b>{before.name}</b>, {shortDayTime(before.start, today)}. Jetzt der nächste.
          </Banner>
        )}
      </div>
      {onBlock && (
        <Button kind="link" onClick={onBlock}>
          Keinen Termin eintragen, nur die Zeit sperren
        </Button>
      )}
      <PatientField
        patient={patient}
        onChoose={(bookingId) => void choosePatient(bookingId)}
        onOther={() => {
          setPatient(undefined)
          set(EMPTY_CONTACT)
        }}
        onType={(text) => set(typedPatient(text, today))}
        onNew={() => form.setFocus('mobile')}
        onForChild={booker.relation === '' ? () => bookFor('child') : undefined}
      />
      <div ref={fields}>
        <ServiceField form={form} name="service" deps={['time']} help={notOffered} />
      </div>
      {service !== '' && (
        <ResourceWishField
          offering={offering}
          value={resource}
          any={ANYBODY}
          error={form.errorAt('resource')}
          onChoose={(id) => set({ resource: id })}
        />
      )}
      {service !== '' && (
        <NextFreeTimes
          of={`${service} ${resource}`}
          read={(query, options) =>
            adminRequest(admin.slots.next.$get({ query: { service, ...wish, ...query } }, options))
          }
          from={from}
          isChosen={(start) => start.startsWith(`${chosenDay}T${chosenTime}:`)}
          onChoose={(start, on) => set({ day: on, time: timeOfDay(start) })}
          instead="Sie können trotzdem eine Uhrzeit eintippen."
        />
      )}
      <div className="columns">
        <FormDay
          form={form}
          name="day"
          label="Datum"
          min={today}
          deps={['time']}
          onDay={(typed) => setFrom(typed < today ? today : typed)}
        />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <WhyNotFree
        service={service}
        resource={resource}
        day={chosenDay}
        time={chosenTime}
        isKept={kept === `${chosenDay}T${chosenTime}`}
        onKeep={(isKept) => setKept(isKept ? `${chosenDay}T${chosenTime}` : '')}
      />
      <Checkbox
        checked={series !== undefined}
        onChange={({ target }) => setSeries(target.checked ? { starts: [] } : undefined)}
        help="Mehrere Termine in gleichem Abstand, ab dieser Zeit."
      >
        Serie
      </Checkbox>
      {series !== undefined && (
        <SeriesFields
          service={service}
          resource={resource}
          day={chosenDay}
          time={chosenTime}
          onChoose={setSeries}
        />
      )}
      <NameFields form={contact} />
      <FurtherDetails form={contact} onBooker={bookFor} />
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={email ? 'Steht in der Bestätigung.' : 'Steht in der Bestätigung, wenn es eine E-Mail gibt.'}
        value={message}
        onChange={(text) => set({ message: text })}
      />
    </FormDialog>
  )
}

/** Returns the fields of the contact that the newest booking of the patient has. */
function contactDraft({ contact: { svnr_masked: _, booker, ...contact } }: PatientDetail) {
  return { ...EMPTY_CONTACT, ...contact, booker: booker ?? EMPTY_CONTACT.booker }
}

/** Returns the service of the last appointment; '' for one that is for first visits only. */
function lastService({ bookings }: PatientDetail): string {
  const last = bookings.find(({ first_visit }) => !first_visit)
  return last?.service_id ?? ''
}

/**
 * Enters the appointment, and offers to take it back before the patient is told.
 * @throws ApiError; for a time that somebody else has just taken with its sentence at the time
 */
async function enter(json: BookingRequest & { without_paddings?: true }): Promise<Entered> {
  try {
    const entered = await adminRequest(admin.bookings.$post({ json: { ...json, undoable: true } }))
    const { id, name, start, notified: tells = false, undo_until: until } = entered
    if (until) offerUndo({ id, name, start, isMove: false, entered: 1, tells, until })
    return entered
  } catch (error) {
    throw atTime(error)
  }
}

/** Fields in "Weitere Angaben" can take the focus only a frame later, when those have opened. */
function useFocusOnError(submitCount: number) {
  useEffect(() => {
    if (submitCount === 0) return
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [submitCount])
}

/**
 * Returns a sentence where somebody has pressed free time of a doctor or a room that does not offer the
 * chosen service, because the appointment then goes elsewhere.
 * @param pressed the id whose time was pressed; '' for none
 */
function useNotOffered(service: string, pressed: string): string | undefined {
  const { services } = useServices()
  const { nameOf } = useResourceChoice()
  const offeredBy = services?.find(({ id }) => id === service)?.resource_ids
  const name = pressed === '' ? undefined : nameOf(pressed)
  if (offeredBy === undefined || name === undefined || offeredBy.includes(pressed)) return undefined
  const [only, ...others] = offeredBy.flatMap((id) => nameOf(id) ?? [])
  const goesTo = others.length > 0 ? 'Bitte unten wählen, bei wem.' : only && `Der Termin kommt zu ${only}.`
  return [`${name} bietet das nicht an.`, goesTo].filter(Boolean).join(' ')
}
