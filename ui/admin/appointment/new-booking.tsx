import { useQuery } from '@tanstack/react-query'
import { shortDayTime } from '../../../src/shared/format.ts'
import { SERIES_TIMES } from '../../../src/shared/series.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useUnsaved } from '../forms/use-unsaved.ts'
import { ServiceField } from '../services/service-field.tsx'
import type { ContactForm } from './contact-draft.ts'
import { CollapsibleFurtherFields, MainContactFields } from './contact-fields.tsx'
import type { EnteredBooking } from './enter-booking.ts'
import { NewBookingTime } from './new-booking-time.tsx'
import { PatientField } from './patient-field.tsx'
import { patientQuery } from './patient-query.ts'
import type { ChosenSeries } from './series-fields.tsx'
import { readTypedPatient } from './typed-patient.ts'
import { UndoBar } from './undo-bar.tsx'
import { type NewBookingOptions, useNewBooking } from './use-new-booking.ts'
import { useNotOfferedText } from './use-not-offered-text.ts'

const LOSS_QUESTION = 'Der Termin ist noch nicht eingetragen. Angaben verwerfen?'

type NewBookingProps = Omit<NewBookingOptions, 'knownPatient' | 'loadError'> & {
  /** The id of any booking of the patient. */
  patientBookingId?: string | undefined
  /** Blocks the pressed time instead of entering an appointment. */
  onBlock?: (() => void) | undefined
  onClose: () => void
}

/** Enters an appointment for a patient on the telephone. It is confirmed at once, and its details open. */
export function NewBooking(props: NewBookingProps) {
  const { patientBookingId = '' } = props
  const { data, isPending, error } = useQuery({
    ...patientQuery(patientBookingId),
    enabled: patientBookingId !== '',
  })
  // The initial values of the form include the contact, so the patient has to be loaded first.
  if (patientBookingId !== '' && isPending) return null
  return <BookingForm {...props} knownPatient={data} loadError={data ? null : error} />
}

type BookingFormProps = NewBookingOptions & Pick<NewBookingProps, 'onBlock' | 'onClose'>

/** The form in its dialog, shown once the patient is loaded. */
function BookingForm({ onBlock, onClose, ...options }: BookingFormProps) {
  const today = viennaToday()
  const newBooking = useNewBooking(options)
  const { form, fillIn, patient, bookFor, series, previous } = newBooking
  const { service: serviceId, email, message, booker } = form.watch()
  const notOfferedText = useNotOfferedText({ serviceId, pressedResourceId: options.resourceId ?? '' })
  // The form has all fields of a contact and more, which the types of react-hook-form do not accept.
  const contactForm = form as unknown as ContactForm
  useUnsaved(form.dirty, LOSS_QUESTION)
  return (
    <FormDialog
      title="Termin eintragen"
      form={form}
      button={buttonText(series)}
      busyText="Eintragen …"
      insteadOfCancel={{
        label: 'Noch einen',
        title: 'Eintragen, und für dieselbe Person noch einen',
        onPress: () => void newBooking.submitAndGoOn(),
      }}
      confirmLoss={() => confirm(LOSS_QUESTION)}
      onClose={onClose}
    >
      <PreviousBooking previous={previous} onUndone={newBooking.forgetPrevious} />
      {onBlock && (
        <Button kind="link" onClick={onBlock}>
          Keinen Termin eintragen, nur die Zeit sperren
        </Button>
      )}
      <PatientField
        patient={patient}
        onChoose={(bookingId) => newBooking.choosePatient(bookingId)}
        onOther={newBooking.forgetPatient}
        onType={(text) => fillIn(readTypedPatient(text, today))}
        onNew={() => form.setFocus('mobile')}
        onForChild={booker.relation === '' ? () => bookFor('child') : undefined}
      />
      <OutcomeBanner outcome={newBooking.choiceOutcome} />
      <div ref={newBooking.serviceArea}>
        <ServiceField form={form} name="service" deps={['time']} help={notOfferedText} />
      </div>
      <NewBookingTime newBooking={newBooking} firstDay={options.day ?? today} />
      <MainContactFields form={contactForm} />
      <CollapsibleFurtherFields form={contactForm} onBooker={bookFor} />
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={email ? 'Steht in der Bestätigung.' : 'Steht in der Bestätigung, wenn es eine E-Mail gibt.'}
        value={message}
        onChange={(text) => fillIn({ message: text })}
      />
    </FormDialog>
  )
}

type PreviousBookingProps = { previous: EnteredBooking | undefined; onUndone: () => void }

/** Says that the previous appointment of the patient is entered, and offers to undo that. */
function PreviousBooking({ previous, onUndone }: PreviousBookingProps) {
  return (
    <>
      {previous && <UndoBar bookingId={previous.id} onUndone={onUndone} />}
      <div role="status">
        {previous && (
          <Banner tone="good">
            Eingetragen: <b>{previous.name}</b>, {shortDayTime(previous.start, viennaToday())}. Jetzt der
            nächste.
          </Banner>
        )}
      </div>
    </>
  )
}

/** Returns the text of the button, with the number of appointments in a series. */
function buttonText(series: ChosenSeries | undefined): string {
  if (series === undefined) return 'Termin eintragen'
  return series.starts.length < SERIES_TIMES.least
    ? 'Serie eintragen'
    : `Alle ${series.starts.length} eintragen`
}
