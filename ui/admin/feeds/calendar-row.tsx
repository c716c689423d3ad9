import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { dateTime, fullDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useActiveResources } from '../resources/resource-field.tsx'

export type OtherCalendar = InferResponseType<typeof admin.calendars.$get>[number]
export type CalendarQuestion = 'change' | 'removal'

type CalendarRowProps = { calendar: OtherCalendar; onAsk: (about: CalendarQuestion) => void }

/** One calendar: what was read of it, a reading at once, and the buttons that change or remove it. */
export function CalendarRow({ calendar, onAsk }: CalendarRowProps) {
  const { id, name, host, fault, read_at } = calendar
  const whose = useActiveResources(calendar.resource_id).find((one) => one.id === calendar.resource_id)
  const reading = useMutation({
    mutationFn: () => adminRequest(admin.calendars[':id'].read.$post({ param: { id: String(id) } })),
    onSettled: refreshShown,
  })
  const age = read_at === null ? 'noch nie gelesen' : `zuletzt gelesen ${dateTime(read_at)}`
  return (
    <li className="stack gap-2">
      <div className="row between">
        <div className="break">
          <b>{name}</b>
          <p className="muted small">
            {host}, {whose && `gilt für ${whose.name}, `}
            {age}
          </p>
          {read_at !== null && <p className="muted small">{countText(calendar)}</p>}
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
          <Button size="small" aria-label={`„${name}“ ändern`} onClick={() => onAsk('change')}>
            Ändern
          </Button>
          <Button size="small" aria-label={`„${name}“ entfernen`} onClick={() => onAsk('removal')}>
            Entfernen
          </Button>
        </div>
      </div>
      <div role="status">
        {reading.data && <Found {...reading.data} />}
        {reading.error && (
          <Banner tone="danger">{sentenceOf(reading.error, 'Das Lesen ist fehlgeschlagen.')}</Banner>
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

type FoundProps = InferResponseType<(typeof admin.calendars)[':id']['read']['$post'], 200>

/** Shows what a reading has found, so that the doctor sees whether it is the right calendar. */
function Found({ found, next }: FoundProps) {
  if (found === 0) return <Banner tone="good">Gelesen. In den nächsten zwei Jahren ist nichts belegt.</Banner>
  return (
    <Banner tone="good" title={`Gelesen: ${timesText(found)}. Die nächsten:`}>
      <ul>
        {next.map(({ start, end }) => (
          <li key={`${start} ${end}`}>
            {fullDayTime(start)} bis {untilText(start, end)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function untilText(start: string, end: string): string {
  return start.slice(0, 10) === end.slice(0, 10) ? timeOfDay(end) : fullDayTime(end)
}

function timesText(count: number): string {
  return count === 1 ? '1 belegte Zeit' : `${count} belegte Zeiten`
}

function countText({ found, unread, unknown_zone, cut }: OtherCalendar): string {
  return [
    timesText(found),
    cut && 'es gibt noch mehr, gelesen werden die ersten 5.000',
    unread > 0 && `${entriesText(unread)} nicht lesbar`,
    unknown_zone > 0 && `${entriesText(unknown_zone)} mit unbekannter Zeitzone, gelesen wie in Wien`,
  ]
    .filter(Boolean)
    .join('; ')
}

function entriesText(count: number): string {
  return count === 1 ? '1 Eintrag' : `${count} Einträge`
}
