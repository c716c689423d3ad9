import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { BOOKING_STATUSES, displayOfStatus } from '../../../src/shared/booking.ts'
import { admin, adminRequestText } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import { FieldError } from '../../components/field-notes.tsx'
import styles from '../components/admin.module.css'
import { downloadText } from '../components/download.ts'
import { useIsDoctor } from '../components/page-access.ts'
import { DayField } from '../forms/day-field.tsx'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { type BookingFilter, withoutEmpty } from './use-bookings.ts'

type ListFiltersProps = {
  filter: BookingFilter
  /** True when the search field takes the focus. */
  focusesSearch: boolean
  /** Called with the changed parts of the URL. */
  onChange: (changes: Record<string, string>) => void
}

/** The fields that narrow the list of appointments. A doctor can save the appointments as a file too. */
export function ListFilters({ filter, focusesSearch, onChange }: ListFiltersProps) {
  const { busy, failure, saveCsv } = useCsv(filter)
  const isDoctor = useIsDoctor()
  const fields = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focusesSearch) fields.current?.querySelector('input')?.focus()
  }, [focusesSearch])

  return (
    <search ref={fields} className={`no-print ${styles.filters}`}>
      <Field label="Suche">
        <TextInput
          type="search"
          placeholder="Name, E-Mail oder Telefon"
          value={filter.search}
          onChange={({ target }) => onChange({ search: target.value })}
        />
      </Field>
      <Field label="Status">
        <SelectInput value={filter.status} onChange={({ target }) => onChange({ status: target.value })}>
          <option value="">Alle</option>
          {BOOKING_STATUSES.map((status) => (
            <option key={status} value={status}>
              {displayOfStatus(status).label}
            </option>
          ))}
        </SelectInput>
      </Field>
      <ResourceFilter />
      <DayField label="Von" value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label="Bis" value={filter.to} onChange={(to) => onChange({ to })} />
      {isDoctor && (
        <Button busy={busy} onClick={() => void saveCsv()}>
          <Download />
          CSV
        </Button>
      )}
      <div className={styles.past}>
        {failure && (
          <FieldError id="csv-error" alerts>
            {failure}
          </FieldError>
        )}
        <Checkbox
          checked={filter.when === 'past'}
          onChange={({ target }) => onChange({ past: target.checked ? '1' : '' })}
        >
          Vergangene zeigen
        </Checkbox>
      </div>
    </search>
  )
}

/** Returns the function that saves the filtered appointments as a file, and the sentence of its failure. */
function useCsv(filter: BookingFilter) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saveCsv = async () => {
    setBusy(true)
    setFailure(await downloadCsv(filter))
    setBusy(false)
  }
  return { busy, failure, saveCsv }
}

/** Saves the filtered appointments as a file, ignoring the search. Resolves to a sentence after a failure. */
async function downloadCsv(filter: BookingFilter): Promise<string | undefined> {
  const { search: _, ...conditions } = withoutEmpty(filter)
  try {
    const csv = await adminRequestText(admin['bookings.csv'].$get({ query: conditions }))
    downloadText({ fileName: 'termine.csv', type: 'text/csv', text: csv })
    return undefined
  } catch (error) {
    return failureSentence(error as Error, 'Die Datei konnte nicht geladen werden.')
  }
}
