import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useId, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow, viennaDay } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field } from '../../components/field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from '../admin.module.css'
import { SAVE_FAILURE } from '../forms/use-submit-form.ts'
import { useHolidays } from './use-absences.ts'

type Holiday = InferResponseType<typeof admin.holidays.$get>[number]

/** The Austrian holidays of a year; the practice is closed on those that are ticked. */
export function HolidayList() {
  const thisYear = Number(viennaDay(serverNow()).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  return (
    <div className="stack padded">
      <div style={{ maxWidth: 160 }}>
        <Field label="Jahr">
          <SelectInput value={year} onChange={({ target }) => setYear(Number(target.value))}>
            {[thisYear, thisYear + 1, thisYear + 2].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectInput>
        </Field>
      </div>
      <Loaded
        query={useHolidays(year)}
        failure="Feiertage konnten nicht geladen werden."
        loading="Lade Feiertage …"
        skeleton={<Skeleton height={320} />}
      >
        {(holidays) => <Checklist key={year} year={year} holidays={holidays} />}
      </Loaded>
    </div>
  )
}

/** The days on which the practice is closed. */
function closedDays(holidays: readonly Holiday[]): Day[] {
  return holidays.filter(({ absence_id }) => absence_id !== null).map(({ date }) => date)
}

function Checklist({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  const legend = useId()
  const [dates, setDates] = useState(() => new Set(closedDays(holidays)))
  const saving = useMutation({
    mutationFn: () => adminRequest(admin.holidays.$put({ json: { year, dates: [...dates] } })),
    onSuccess: refreshShown,
  })
  const tick = (date: Day, on: boolean) => {
    saving.reset()
    setDates((before) => new Set(on ? [...before, date] : [...before].filter((each) => each !== date)))
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <fieldset aria-labelledby={legend}>
        <legend id={legend} className="visually-hidden">
          Feiertage {year}
        </legend>
        <div className={styles.holidays}>
          {holidays.map(({ date, name, regional }) => (
            <Checkbox
              key={date}
              checked={dates.has(date)}
              onChange={({ target }) => tick(date, target.checked)}
              help={regional && 'Nur in Vorarlberg, kein gesetzlicher Feiertag.'}
            >
              <span className="muted num">{shortDay(date)}</span> {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className="row gap-2">
        <Button type="submit" busy={saving.isPending} busyText="Speichern …">
          Feiertage {year} speichern
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            saving.reset()
            setDates(new Set(holidays.filter(({ regional }) => !regional).map(({ date }) => date)))
          }}
        >
          Alle gesetzlichen anhaken
        </Button>
      </div>
      <div role="status">
        {saving.isSuccess && <Banner tone="good">Feiertage {year} gespeichert.</Banner>}
      </div>
      {saving.error && (
        <Banner tone="danger" role="alert">
          {saving.error instanceof ApiError ? saving.error.message : SAVE_FAILURE}
        </Banner>
      )}
    </form>
  )
}
