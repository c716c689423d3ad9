import { useEffect, useMemo, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox, Field, TextInput } from '../../components/field.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { draftSchema } from '../forms/draft-schema.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormInput } from '../forms/form-fields.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { ServiceField } from '../services/service-field.tsx'
import {
  type BookingDraft,
  type BookingRequest,
  draftErrors,
  EMPTY_BOOKING_DRAFT,
  readDraft,
} from './booking-draft.ts'
import { type ContactForm, FurtherDetails, NameFields } from './contact-fields.tsx'
import { enterSeries } from './enter-series.ts'
import { atTime, FreeTimes } from './free-times.tsx'
import { SeriesFields } from './series.tsx'

type NewBookingProps = {
  /** The day and time that were pressed in the calendar. */
  day?: Day | undefined
  time?: string | undefined
  onEntered: (booking: string) => void
  /** Blocks the pressed time instead of entering an appointment. */
  onBlock?: (() => void) | undefined
  onClose: () => void
}

/** Enters an appointment for a patient on the telephone. It is confirmed at once, and its details open. */
export function NewBooking({ day, time = '', onEntered, onBlock, onClose }: NewBookingProps) {
  const today = viennaToday()
  /** The starts of a series; undefined for a single appointment. */
  const [series, setSeries] = useState<readonly string[]>()
  const schema = useMemo(() => draftSchema((draft: BookingDraft) => readDraft(draft, today)), [today])
  const form = useSubmitForm({
    schema,
    defaultValues: { ...EMPTY_BOOKING_DRAFT, day: day ?? today, time },
    toFields: draftErrors,
    send: (json) => (series === undefined ? enter(json) : enterSeries(json, series)),
    failure:
      series === undefined
        ? 'Der Termin konnte nicht eingetragen werden.'
        : 'Die Serie konnte nicht eingetragen werden.',
    onSuccess: async ({ id: booking }) => {
      await refreshShown()
      onEntered(booking)
    },
  })
  useFocusOnError(form.formState.submitCount)
  const { service, day: chosenDay, time: chosenTime, email, message } = form.watch()

  // The form has all of its fields, which the types of react-hook-form do not express.
  const contact = form as unknown as ContactForm

  const close = () => {
    if (!form.dirty || confirm('Der Termin ist noch nicht eingetragen. Angaben verwerfen?')) onClose()
  }
  const set = (name: 'day' | 'time' | 'message', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })

  return (
    <FormDialog
      title="Termin eintragen"
      form={form}
      button={
        series === undefined
          ? 'Termin eintragen'
          : series.length < 2
            ? 'Serie eintragen'
            : `Alle ${series.length} eintragen`
      }
      busyText="Eintragen …"
      onClose={close}
    >
      {onBlock && (
        <Button kind="link" onClick={onBlock}>
          Keinen Termin eintragen, nur die Zeit sperren
        </Button>
      )}
      <ServiceField form={form} name="service" deps={['time']} />
      <div className="columns">
        <Field label="Datum" error={form.errorAt('day')} help={chosenDay && longDay(chosenDay)}>
          <TextInput type="date" {...form.register('day', { deps: ['time'] })} />
        </Field>
        <FormInput form={form} name="time" label="Uhrzeit" type="time" />
      </div>
      <FreeTimes
        service={service}
        day={chosenDay}
        value={chosenTime}
        onChoose={(chosen) => set('time', chosen)}
        onChooseDay={(chosen) => set('day', chosen)}
      />
      <Checkbox
        checked={series !== undefined}
        onChange={({ target }) => setSeries(target.checked ? [] : undefined)}
        help="Mehrere Termine in gleichem Abstand, ab dieser Zeit."
      >
        Serie
      </Checkbox>
      {series !== undefined && (
        <SeriesFields service={service} day={chosenDay} time={chosenTime} onStarts={setSeries} />
      )}
      <NameFields form={contact} />
      <FurtherDetails form={contact} />
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={email ? 'Steht in der Bestätigung.' : 'Steht in der Bestätigung, wenn es eine E-Mail gibt.'}
        value={message}
        onChange={(text) => set('message', text)}
      />
    </FormDialog>
  )
}

/** @throws ApiError; for a time that somebody else has just taken with its sentence at the time */
async function enter(json: BookingRequest) {
  try {
    return await adminRequest(admin.bookings.$post({ json }))
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
