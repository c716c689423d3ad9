import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { dateTime, fullDayTime } from '../../../src/shared/format.ts'
import { busyTimesText } from '../../../src/shared/other-calendar.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useResourceChoices } from '../resources/resource-field.tsx'
import { busyUntilText, type OtherCalendar, readingText } from './calendar-text.ts'

/** The dialogs about a calendar. */
export type CalendarDialog = 'change' | 'remove'

type CalendarRowProps = { calendar: OtherCalendar; onOpen: (dialog: CalendarDialog) => void }

/** A calendar with the result of its last reading, and buttons to read it now, change it and remove it. */
export function CalendarRow({ calendar, onOpen }: CalendarRowProps) {
  const { id, name, host, fault, read_at } = calendar
  const resource = useResourceChoices(calendar.resource_id).find((each) => each.id === calendar.resource_id)
  const reading = useMutation({
    mutationFn: () => adminRequest(admin.calendars[':id'].read.$post({ param: { id: String(id) } })),
    onSettled: refreshAdminData,
  })
  const lastReading = read_at === null ? 'noch nie gelesen' : `zuletzt gelesen ${dateTime(read_at)}`
  return (
    <li className="stack gap-2">
      <div className="row between">
        <div className="break">
          <b>{name}</b>
          <p className="muted small">
            {host}, {resource && `gilt für ${resource.name}, `}
            {lastReading}
          </p>
          {read_at !== null && <p className="muted small">{readingText(calendar)}</p>}
        </div>
        <div className="row gap-2">
          <Button
            size="small"
            busy={reading.isPending}
            busyText="Lesen …"
            aria-label={`„${name}“ jetzt lesen`}
            onClick={() => reading.mutate()}
          >
            Jetzt lesen
          </Button>
          <Button size="small" aria-label={`„${name}“ ändern`} onClick={() => onOpen('change')}>
            Ändern
          </Button>
          <Button size="small" aria-label={`„${name}“ entfernen`} onClick={() => onOpen('remove')}>
            Entfernen
          </Button>
        </div>
      </div>
      <div role="status">
        {reading.data && <ReadingResult result={reading.data} />}
        {reading.error && (
          <Banner tone="danger">{failureSentence(reading.error, 'Das Lesen ist fehlgeschlagen.')}</Banner>
        )}
      </div>
      {fault !== null && !reading.error && (
        <Banner tone="warning">
          {fault} {read_at !== null && 'Was zuletzt gelesen wurde, gilt weiter.'}
        </Banner>
      )}
    </li>
  )
}

type Reading = InferResponseType<(typeof admin.calendars)[':id']['read']['$post'], 200>

/** Shows the result of a reading, so that the doctor sees whether it is the right calendar. */
function ReadingResult({ result: { found, next } }: { result: Reading }) {
  if (found === 0) return <Banner tone="good">Gelesen. In den nächsten zwei Jahren ist nichts belegt.</Banner>
  return (
    <Banner tone="good" title={`Gelesen: ${busyTimesText(found)}. Die nächsten:`}>
      <ul>
        {next.map(({ start, end }) => (
          <li key={`${start} ${end}`}>
            {fullDayTime(start)} bis {busyUntilText(start, end)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
