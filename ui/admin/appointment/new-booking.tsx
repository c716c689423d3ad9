import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { FormDay } from '../forms/day-field.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { resourceParam } from '../resources/resource-param.ts'
import { ANYBODY, ResourceWishField, useOffering } from '../services/resource-wish.tsx'
import { ServiceField } from '../services/service-field.tsx'
import { useServices } from '../services/use-services.ts'
import { type ContactForm, FurtherDetails, NameFields } from './contact-fields.tsx'
import { NextFreeTimes } from './free-times.tsx'
import { PatientField } from './patient-field.tsx'
import { patientQuery } from './patient-query.ts'
import { type ChosenSeries, SeriesFields } from './series.tsx'
import { typedPatient } from './typed-patient.ts'
import { UndoBar } from './undo.tsx'
import { type NewBookingOptions, useNewBooking } from './use-new-booking.ts'
import { WhyNotFree } from './why-not-free.tsx'

type NewBookingProps = Omit<NewBookingOptions, 'known'> & {
  /** The id of a booking of the patient. */
  patient?: string | undefined
  /** Blocks the pressed time instead of entering an appointment. */
  onBlock?: (() => void) | undefined
  onClose: () => void
}

/** Enters an appointment for a patient on the telephone. It is confirmed at once, and its details open. */
export function NewBooking(props: NewBookingProps) {
  const { patient: id = '' } = props
  const { data, isPending } = useQuery({ ...patientQuery(id), enabled: id !== '' })
  if (id !== '' && isPending) return null
  return <BookingForm {...props} known={data} />
}

type BookingFormProps = NewBookingOptions & Pick<NewBookingProps, 'onBlock' | 'onClose'>

function BookingForm({ onBlock, onClose, ...options }: BookingFormProps) {
  const today = viennaToday()
  const newBooking = useNewBooking(options)
  const { form, fillIn, patient, bookFor, series, previous } = newBooking
  const { service, email, message, booker } = form.watch()
  const notOffered = useNotOffered(service, options.resource ?? '')
  // The form has all of its fields, which the types of react-hook-form do not express.
  const contact = form as unknown as ContactForm
  const close = () => {
    if (!form.dirty || confirm('Der Termin ist noch nicht eingetragen. Angaben verwerfen?')) onClose()
  }
  return (
    <FormDialog
      title="Termin eintragen"
      form={form}
      button={buttonText(series)}
      busyText="Eintragen …"
      another={{
        label: 'Noch einen',
        title: 'Eintragen, und für dieselbe Person noch einen',
        onPress: () => void newBooking.submitAndGoOn(),
      }}
      onClose={close}
    >
      {previous && <UndoBar booking={previous.id} onUndone={newBooking.forgetPrevious} />}
      <div role="status">
        {previous && (
          <Banner tone="good">
            Eingetragen: <b>{previous.name}</b>, {shortDayTime(previous.start, today)}. Jetzt der nächste.
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
        onChoose={(bookingId) => void newBooking.choosePatient(bookingId)}
        onOther={newBooking.forgetPatient}
        onType={(text) => fillIn(typedPatient(text, today))}
        onNew={() => form.setFocus('mobile')}
        onForChild={booker.relation === '' ? () => bookFor('child') : undefined}
      />
      <div ref={newBooking.serviceArea}>
        <ServiceField form={form} name="service" deps={['time']} help={notOffered} />
      </div>
      <TimeFields newBooking={newBooking} firstDay={options.day ?? today} />
      <NameFields form={contact} />
      <FurtherDetails form={contact} onBooker={bookFor} />
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={email ? 'Steht in der Bestätigung.' : 'Steht in der Bestätigung, wenn es eine E-Mail gibt.'}
        value={message}
        onChange={(text) => fillIn({ message: text })}
      />
    </FormDialog>
  )
}

function buttonText(series: ChosenSeries | undefined): string {
  if (series === undefined) return 'Termin eintragen'
  return series.starts.length < 2 ? 'Serie eintragen' : `Alle ${series.starts.length} eintragen`
}

type TimeFieldsProps = {
  newBooking: ReturnType<typeof useNewBooking>
  /** The day from which free times are shown at first. */
  firstDay: Day
}

/** At whom and when the appointment is, why that time is not free, and the further ones of a series. */
function TimeFields({ newBooking, firstDay }: TimeFieldsProps) {
  const { form, fillIn, series, setSeries, keptStart, setKeptStart } = newBooking
  const today = viennaToday()
  const [from, setFrom] = useState(firstDay)
  const { service, resource, day, time } = form.watch()
  const offering = useOffering(service)
  const start = `${day}T${time}`
  return (
    <>
      {service !== '' && (
        <ResourceWishField
          offering={offering}
          value={resource}
          any={ANYBODY}
          error={form.errorAt('resource')}
          onChoose={(id) => fillIn({ resource: id })}
        />
      )}
      {service !== '' && (
        <NextFreeTimes
          of={`${service} ${resource}`}
          read={(asked, options) =>
            adminRequest(
              admin.slots.next.$get({ query: { service, ...resourceParam(resource), ...asked } }, options),
            )
          }
          from={from}
          isChosen={(each) => each.startsWith(`${start}:`)}
          onChoose={(chosen, on) => fillIn({ day: on, time: timeOfDay(chosen) })}
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
        day={day}
        time={time}
        isKept={keptStart === start}
        onKeep={(isKept) => setKeptStart(isKept ? start : '')}
      />
      <Checkbox
        checked={series !== undefined}
        onChange={({ target }) => setSeries(target.checked ? { starts: [] } : undefined)}
        help="Mehrere Termine in gleichem Abstand, ab dieser Zeit."
      >
        Serie
      </Checkbox>
      {series !== undefined && (
        <SeriesFields service={service} resource={resource} day={day} time={time} onChoose={setSeries} />
      )}
    </>
  )
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
