import { useState } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import { dayOfIso } from '../components/iso-day.ts'
import type { Conflict } from './conflict.ts'

/** The number of appointments that are listed before a press shows all. */
const CONFLICTS_SHOWN = 8

/** Links to the appointments. Each opens a new tab, so that nothing typed in the form is lost. */
export function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }) {
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? conflicts : conflicts.slice(0, CONFLICTS_SHOWN)
  return (
    <>
      <ul>
        {shown.map(({ id, name, start, service_name }) => (
          <li key={id}>
            <a
              href={`/admin/bookings?view=day&date=${dayOfIso(start)}&booking=${encodeURIComponent(id)}`}
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
        <Button kind="link" onClick={() => setAllShown(true)}>
          Alle {conflicts.length} zeigen
        </Button>
      )}
    </>
  )
}
