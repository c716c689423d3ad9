import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useState } from 'react'
import { fullDay } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field, SelectInput } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { yearPart } from '../components/month-sheet.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

/** A public holiday, and whether the practice is open on that day. */
type Holiday = InferResponseType<typeof admin.holidays.$get>[number]

/** Austria's holidays of this year or one of the next two. The practice is open on those that are ticked. */
export function HolidayList() {
  const thisYear = Number(yearPart(viennaToday()))
  const [year, setYear] = useState(thisYear)
  const query = useQuery(adminQuery(admin.holidays, { query: { year: String(year) } }))
  return (
    <>
      <div className="padded" style={{ maxWidth: 200 }}>
        <Field label="Jahr">
          <SelectInput value={year} onChange={({ target }) => setYear(Number(target.value))}>
            {[thisYear, thisYear + 1, thisYear + 2].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </SelectInput>
        </Field>
      </div>
      <Loaded
        query={query}
        failure="Feiertage konnten nicht geladen werden."
        loading="Lade Feiertage …"
        skeleton={<Skeleton height={320} />}
      >
        {(holidays) => (
          <ul className="rows line-above">
            {holidays.map((holiday) => (
              <HolidayRow key={holiday.date} holiday={holiday} />
            ))}
            {holidays.length === 0 && <li className="muted small">In diesem Jahr kommt keiner mehr.</li>}
          </ul>
        )}
      </Loaded>
    </>
  )
}

/** A holiday with the tick by which the practice is open. */
function HolidayRow({ holiday: { date, name, open } }: { holiday: Holiday }) {
  /** The chosen state of the tick, shown until the stored state is loaded. */
  const [chosenOpen, setChosenOpen] = useState<boolean>()
  const saving = useMutation({
    mutationFn: (json: { open: boolean }) =>
      adminRequest(admin.holidays[':date'].$put({ param: { date }, json })),
    onSuccess: refreshAdminData,
    onSettled: () => setChosenOpen(undefined),
  })
  return (
    <li>
      <div className="row between">
        <div>
          <b className="semibold">{name}</b>
          <p className="muted small num">{fullDay(date)}</p>
        </div>
        <Checkbox
          checked={chosenOpen ?? open}
          onChange={({ target }) => {
            setChosenOpen(target.checked)
            saving.mutate({ open: target.checked })
          }}
        >
          An diesem Tag ist geöffnet<span className="visually-hidden">: {name}</span>
        </Checkbox>
      </div>
      <OutcomeBanner outcome={toOutcome(saving.error, SAVE_FAILURE)} />
    </li>
  )
}
