import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useState } from 'react'
import { wallMinutes } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { LATE_MINUTES } from '../../../src/shared/late.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox, Field, TextInput } from '../../components/field.tsx'
import { telLink } from '../../components/links.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { countMessages } from '../components/reach.ts'
import { TimeInput } from '../forms/time-field.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceSelect } from '../resources/resource-filter.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import { useShownResource } from './use-shown-resource.ts'

const USUAL = ['10', '20', '30', '45'].map((value) => ({ value, label: value }))

type LateRow = InferResponseType<typeof admin.late.$get, 200>[number]

/** Tells the patients of the rest of today that the practice runs late, and lists whom to call. */
export function LateDialog({ onClose }: { onClose: () => void }) {
  const [minutes, setMinutes] = useState('20')
  const [until, setUntil] = useState('')
  const { choices } = useResourceChoice()
  const shown = useShownResource('day')
  const [resource, setResource] = useState(shown)
  const untilToday = wallMinutes(until) === undefined ? undefined : `${viennaToday()}T${until}`
  const { data, error } = useQuery(
    adminQuery(admin.late, {
      query: { ...(untilToday !== undefined && { until: untilToday }), ...resourceParam(resource) },
    }),
  )
  const tell = useMutation({
    mutationFn: (ids: string[]) =>
      adminRequest(admin.late.$post({ json: { minutes: Number(minutes), ids, until: untilToday } })),
    onSettled: refreshShown,
  })
  const rows = data ?? []
  const reached = rows.filter(({ way }) => way !== 'call')
  const toCall = rows.filter(({ way }) => way === 'call')
  const failure = tell.error ?? error
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title="Verspätung ansagen"
      actions={
        <>
          <Button onClick={onClose}>{tell.isSuccess ? 'Fertig' : 'Abbrechen'}</Button>
          {!tell.isSuccess && (
            <Button
              kind="primary"
              disabled={!isPossible(minutes) || reached.length === 0}
              busy={tell.isPending}
              busyText="Wird gesendet …"
              onClick={() => tell.mutate(reached.map(({ id }) => id))}
            >
              {reached.length === 0 ? 'Niemand zu benachrichtigen' : `${messagesTo(reached)} senden`}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {failure && (
          <Banner tone="danger" role="alert">
            {sentenceOf(failure, 'Die Verspätung konnte nicht angesagt werden.')}
          </Banner>
        )}
        {tell.isSuccess ? (
          <Banner tone="good" role="status">
            {`${messagesTo(tell.data)} gesendet. Die Termine bleiben, wie sie sind.`}
          </Banner>
        ) : (
          <>
            <ResourceSelect
              label="Wer verspätet sich?"
              choices={choices}
              chosen={resource}
              onChoose={setResource}
            />
            <HowLate minutes={minutes} onMinutes={setMinutes} until={until} onUntil={setUntil} />
          </>
        )}
        {!data && !error && <Skeleton height={160} />}
        {data?.length === 0 && <p className="muted">Heute beginnt bis dahin kein Termin mehr.</p>}
        {reached.length > 0 && (
          <Reached title={tell.isSuccess ? 'Benachrichtigt' : 'Bekommen eine Nachricht'} rows={reached} />
        )}
        {toCall.length > 0 && <ToCall rows={toCall} />}
      </div>
    </Dialog>
  )
}

/** Writes what goes out, `3 SMS (rund € 0,24) und 1 E-Mail`. */
function messagesTo(rows: readonly LateRow[]): string {
  return countMessages(rows.map(({ way, sms_price }) => ({ by: way === 'call' ? [] : [way], sms_price })))
}

function isPossible(minutes: string): boolean {
  return (
    /^\d+$/.test(minutes) && Number(minutes) >= LATE_MINUTES.least && Number(minutes) <= LATE_MINUTES.most
  )
}

type HowLateProps = {
  minutes: string
  onMinutes: (minutes: string) => void
  until: string
  onUntil: (until: string) => void
}

/** Asks by how many minutes it gets later, and for which appointments. */
function HowLate({ minutes, onMinutes, until, onUntil }: HowLateProps) {
  const { least, most } = LATE_MINUTES
  return (
    <>
      <ToggleSegment label="Minuten" options={USUAL} value={minutes} onChange={onMinutes} />
      <div className="columns">
        <Field
          label="Minuten später"
          error={isPossible(minutes) ? undefined : `Bitte ${least} bis ${most} Minuten angeben.`}
        >
          <TextInput
            inputMode="numeric"
            value={minutes}
            onChange={({ target }) => onMinutes(target.value.trim())}
          />
        </Field>
        <Field label="Termine bis (freiwillig)" help="Sonst alle von heute.">
          <TimeInput value={until} onChange={onUntil} />
        </Field>
      </div>
    </>
  )
}

/** The patients whom a message reaches, and where it goes. */
function Reached({ title, rows }: { title: string; rows: readonly LateRow[] }) {
  return (
    <section>
      <h3 className="mb-3">{title}</h3>
      <ul className="stack gap-2">
        {rows.map(({ id, name, start, way, mobile, email }) => (
          <li key={id}>
            <span className="num">{timeOfDay(start)}</span> {name}{' '}
            <span className="muted small break">
              {way === 'sms' ? `SMS an ${mobile}` : `E-Mail an ${email}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The patients whom no message reaches, to be called and ticked off. */
function ToCall({ rows }: { rows: readonly LateRow[] }) {
  const call = useMutation({
    mutationFn: (id: string) =>
      adminRequest(admin.bookings[':id'].called.$post({ param: { id: encodeURIComponent(id) } })),
    onSettled: refreshShown,
  })
  return (
    <section>
      <h3 className="mb-3">Bitte anrufen</h3>
      {call.error && (
        <Banner tone="danger" role="alert">
          {sentenceOf(call.error, 'Das ließ sich nicht vermerken.')}
        </Banner>
      )}
      <ul className="stack gap-2">
        {rows.map(({ id, name, start, mobile, called }) => (
          <li key={id}>
            <Checkbox
              checked={called}
              disabled={called || call.isPending}
              onChange={() => call.mutate(id)}
              help={mobile && <a href={telLink(mobile)}>{mobile}</a>}
            >
              {timeOfDay(start)} {name}
              {called && ', angerufen'}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}
