import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { BOOKING_STATUSES, displayOfStatus } from '../../../src/shared/booking.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import { FieldError } from '../../components/field-notes.tsx'
import styles from '../components/admin.module.css'
import { useIsDoctor } from '../components/page-access.ts'
import { DayField } from '../forms/day-field.tsx'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import type { BookingFilter } from './use-bookings.ts'
import { useCsvDownload } from './use-csv-download.ts'

type BookingFiltersProps = {
  filter: BookingFilter
  /** True when the search field takes the focus. */
  focusesSearch: boolean
  /** Called with the changed parameters of the URL, from which `filterInUrl` reads the filter. */
  onChange: (changes: Record<string, string>) => void
}

/** The fields that narrow the list of appointments. A doctor can save the appointments as a file too. */
export function BookingFilters({ filter, focusesSearch, onChange }: BookingFiltersProps) {
  const { busy, failure, saveCsv } = useCsvDownload(filter)
  const isDoctor = useIsDoctor()
  const searchRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusesSearch) searchRef.current?.focus()
  }, [focusesSearch])

  return (
    <search className={`no-print ${styles.filters}`}>
      <Field label="Suche">
        <TextInput
          ref={searchRef}
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
