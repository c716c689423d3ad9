import { useId, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { useServices } from '../services/use-services.ts'
import styles from './absence-dialog.module.css'
import type { AbsenceEntry, BlockEntry, ClosureEntry } from './absence-entry.ts'
import { useAbsenceEntry } from './use-absence-entry.ts'
import type { Conflict } from './use-absences.ts'

const WORDS = {
  block: { title: 'Zeit sperren', save: 'Zeit sperren', anyway: 'Trotzdem sperren' },
  closure: { title: 'Praxis schließen', save: 'Praxis schließen', anyway: 'Trotzdem schließen' },
} as const

type AbsenceDialogProps = {
  /** Undefined: closed. */
  kind: AbsenceEntry['kind'] | undefined
  /** Where the fields begin. */
  day: Day
  onClose: () => void
}

/** Keeps some hours of a day free, or closes the practice for whole days. */
export function AbsenceDialog({ kind, day, onClose }: AbsenceDialogProps) {
  return (
    <Dialog open={kind !== undefined} onClose={onClose} title={WORDS[kind ?? 'block'].title}>
      {kind && <AbsenceForm kind={kind} day={day} onClose={onClose} />}
    </Dialog>
  )
}

type AbsenceFormProps = { kind: AbsenceEntry['kind']; day: Day; onClose: () => void }

function AbsenceForm({ kind, day, onClose }: AbsenceFormProps) {
  const form = useAbsenceEntry(kind, day, onClose)
  const { entry, set, faults, conflicts } = form
  const { save, anyway } = WORDS[kind]
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <Field
        label="Titel"
        fault={faults.title}
        help="Für Ihren Kalender; Patientinnen und Patienten sehen ihn nicht."
      >
        <TextInput
          // The dialog gives the focus to whatever bears this attribute, and React does not write it.
          ref={(input) => input?.setAttribute('autofocus', '')}
          placeholder={kind === 'block' ? 'z. B. Fortbildung' : 'z. B. Urlaub'}
          value={entry.title}
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      {entry.kind === 'block' ? (
        <BlockFields entry={entry} set={set} faults={faults} />
      ) : (
        <ClosureFields entry={entry} set={set} faults={faults} />
      )}
      <ResourceField
        value={entry.resource}
        fault={faults.resource}
        onChoose={(resource) => set({ resource })}
      />
      <Conflicts conflicts={conflicts} />
      {form.failure && (
        <Banner tone="danger" role="alert">
          {form.failure}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Abbrechen</Button>
        <Button type="submit" kind="main" busy={form.busy} busyText="Speichern …">
          {conflicts.length > 0 ? anyway : save}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps<Entry> = {
  entry: Entry
  set: (changes: Readonly<Record<string, string>>) => void
  faults: Readonly<Record<string, string>>
}

function BlockFields({ entry, set, faults }: FieldsProps<BlockEntry>) {
  return (
    <div className={styles.thirds}>
      <Field label="Tag" fault={faults.day}>
        <TextInput type="date" value={entry.day} onChange={({ target }) => set({ day: target.value })} />
      </Field>
      <Field label="Von" fault={faults.from}>
        <TextInput type="time" value={entry.from} onChange={({ target }) => set({ from: target.value })} />
      </Field>
      <Field label="Bis" fault={faults.to}>
        <TextInput type="time" value={entry.to} onChange={({ target }) => set({ to: target.value })} />
      </Field>
    </div>
  )
}

function ClosureFields({ entry, set, faults }: FieldsProps<ClosureEntry>) {
  return (
    <>
      <div className={styles.halves}>
        <Field label="Erster Tag" fault={faults.from}>
          <TextInput type="date" value={entry.from} onChange={({ target }) => set({ from: target.value })} />
        </Field>
        <Field label="Letzter Tag" fault={faults.to}>
          <TextInput type="date" value={entry.to} onChange={({ target }) => set({ to: target.value })} />
        </Field>
      </div>
      <Field
        label="Grund (freiwillig)"
        fault={faults.reason}
        help="Steht in der Buchung bei den geschlossenen Tagen."
      >
        <TextInput
          placeholder="z. B. Betriebsurlaub"
          value={entry.reason}
          onChange={({ target }) => set({ reason: target.value })}
        />
      </Field>
    </>
  )
}

type ResourceFieldProps = { value: string; fault: string | undefined; onChoose: (resource: string) => void }

/** Only where more than one doctor or room has a calendar of its own. */
function ResourceField({ value, fault, onChoose }: ResourceFieldProps) {
  const { services = [] } = useServices()
  const resources = [...new Set(services.map(({ resource_id }) => resource_id))].toSorted()
  if (resources.length < 2 && !fault) return null
  return (
    <Field label="Gilt für" fault={fault}>
      <SelectInput value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">Ganze Praxis</option>
        {resources.map((resource) => (
          <option key={resource}>{resource}</option>
        ))}
      </SelectInput>
    </Field>
  )
}

/** They stay unless somebody calls them off; each opens in a tab of its own, so that the entry is not lost. */
function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const shown = all ? conflicts : conflicts.slice(0, SHOWN)
  if (conflicts.length === 0) return null
  return (
    <Banner
      tone="warning"
      role="alert"
      title={
        <span id={id}>
          {conflicts.length === 1
            ? 'In dieser Zeit steht schon ein Termin.'
            : `In dieser Zeit stehen schon ${conflicts.length} Termine.`}
        </span>
      }
    >
      <p>Sie bleiben bestehen, solange sie niemand storniert.</p>
      <ul className={styles.conflicts} aria-labelledby={id}>
        {shown.map(({ id: booking, name, start, service_name }) => (
          <li key={booking}>
            <a
              href={`/admin/bookings?view=day&date=${start.slice(0, 10)}&booking=${encodeURIComponent(booking)}`}
              target="_blank"
              rel="noopener"
            >
              {name}
            </a>
            , <span className="num">{shortDayTime(start)}</span>, {service_name}
          </li>
        ))}
      </ul>
      {shown.length < conflicts.length && (
        <Button kind="link" onClick={() => setAll(true)}>
          Alle {conflicts.length} zeigen
        </Button>
      )}
    </Banner>
  )
}

const SHOWN = 8
