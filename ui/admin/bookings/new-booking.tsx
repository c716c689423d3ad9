import { useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Day } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { servicesFor } from '../../../src/shared/service.ts'
import { serverNow } from '../../api/server-clock.ts'
import { MessageField } from '../../appointment/message-field.tsx'
import { viennaDay } from '../../booking/time/vienna-day.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { SERVICES_NOT_LOADED } from '../services/use-service.ts'
import { useServices } from '../services/use-services.ts'
import type { BookingEntry } from './booking-entry.ts'
import { FreeTimes } from './free-times.tsx'
import { FurtherDetails } from './further-details.tsx'
import styles from './new-booking.module.css'
import { type EntryForm, useBookingEntry } from './use-booking-entry.ts'
import { useFreeTimes } from './use-free-times.ts'

type NewBookingProps = {
  open: boolean
  onClose: () => void
  /** It stands; its details open. */
  onDone: () => void
  /** What was pressed in the calendar. */
  day?: Day
  time?: string
}

/** Enters an appointment for somebody on the telephone; it is confirmed at once. */
export function NewBooking({ open, onClose, onDone, day, time = '' }: NewBookingProps) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [touched, setTouched] = useState(false)
  const close = () => {
    if (touched && !confirm('Der Termin ist noch nicht eingetragen. Angaben verwerfen?')) return
    setTouched(false)
    onClose()
  }
  return (
    <Dialog
      look="sheet"
      open={open}
      onClose={close}
      title="Termin eintragen"
      actions={
        <>
          <Button onClick={close}>Abbrechen</Button>
          <Button type="submit" form={form} kind="main" busy={busy} busyText="Eintragen …">
            Termin eintragen
          </Button>
        </>
      }
    >
      <EntryFields
        id={form}
        day={day ?? viennaDay(serverNow())}
        time={time}
        onBusy={setBusy}
        onTouched={setTouched}
        onDone={onDone}
      />
    </Dialog>
  )
}

type EntryFieldsProps = {
  id: string
  day: Day
  time: string
  onBusy: (busy: boolean) => void
  /** Something stands there that a slip beside the sheet shall not lose. */
  onTouched: (touched: boolean) => void
  onDone: () => void
}

function EntryFields({ id, day, time, onBusy, onTouched, onDone }: EntryFieldsProps) {
  const [, setSearch] = useSearchParams()
  const form = useBookingEntry({ day, time }, (booking) => {
    onTouched(false)
    onDone()
    setSearch((before) => {
      before.set('booking', booking)
      return before
    })
  })
  const { entry, set, faults } = form
  const text = (name: keyof BookingEntry) => ({
    name,
    value: entry[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })

  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      autoComplete="off"
      onChange={() => onTouched(true)}
      onSubmit={async (event) => {
        event.preventDefault()
        onBusy(true)
        await form.submit()
        onBusy(false)
      }}
    >
      <ServiceField form={form} />
      <div className={styles.dates}>
        <Field label="Datum" fault={faults.day} help={entry.day && longDay(entry.day)}>
          <TextInput type="date" {...text('day')} />
        </Field>
        <Field label="Uhrzeit" fault={faults.time}>
          <TextInput type="time" {...text('time')} />
        </Field>
      </div>
      <Times form={form} />
      <div className={styles.halves}>
        <Field label="Vorname" fault={faults.firstName}>
          <TextInput spellCheck={false} {...text('firstName')} />
        </Field>
        <Field label="Nachname" fault={faults.lastName}>
          <TextInput spellCheck={false} {...text('lastName')} />
        </Field>
      </div>
      <Field label="Telefon" fault={faults.mobile}>
        <TextInput type="tel" inputMode="tel" className="num" {...text('mobile')} />
      </Field>
      <FurtherDetails form={form} />
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        help={
          entry.email ? 'Steht in der Bestätigung.' : 'Steht in der Bestätigung, wenn es eine E-Mail gibt.'
        }
        value={entry.message}
        onChange={(message) => set({ message })}
      />
      {form.failure && (
        <Banner tone="danger" role="alert">
          {form.failure}
        </Banner>
      )}
    </form>
  )
}

function ServiceField({ form: { entry, set, faults } }: { form: EntryForm }) {
  const { services = [], fault } = useServices()
  const offered = services.filter(({ active }) => active)
  return (
    <Field label="Leistung" fault={faults.service ?? (fault ? SERVICES_NOT_LOADED : undefined)}>
      <SelectInput
        // The dialog gives the focus to whatever bears this attribute, and React does not write it.
        ref={(select) => select?.setAttribute('autofocus', '')}
        name="service"
        value={entry.service}
        onChange={({ target }) => set({ service: target.value })}
      >
        <option value="">Bitte wählen</option>
        {(['first', 'return'] as const).map((visit) => (
          <optgroup key={visit} label={visit === 'first' ? 'Erstbesuch' : 'Folgebesuch'}>
            {servicesFor(visit, offered).map(({ id, name, duration_min }) => (
              <option key={id} value={id}>
                {name}, {duration_min} Min
              </option>
            ))}
          </optgroup>
        ))}
      </SelectInput>
    </Field>
  )
}

function Times({ form: { entry, set } }: { form: EntryForm }) {
  const { times, failed } = useFreeTimes(entry.service, entry.day)
  if (entry.service === '' || entry.day === '') return null
  return <FreeTimes times={times} failed={failed} value={entry.time} onChoose={(time) => set({ time })} />
}
