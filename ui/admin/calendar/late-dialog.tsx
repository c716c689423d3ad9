import { useMutation, useQuery } from '@tanstack/react-query'
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
import { TimeInput } from '../forms/time-field.tsx'

const USUAL = ['10', '20', '30', '45'].map((value) => ({ value, label: value }))

/** Tells the patients of the rest of today that the practice runs late, and lists whom to call. */
export function LateDialog({ onClose }: { onClose: () => void }) {
  const [minutes, setMinutes] = useState('20')
  const [until, setUntil] = useState('')
  const hasUntil = wallMinutes(until) !== undefined
  const { data, error } = useQuery(
    adminQuery(admin.late, { query: hasUntil ? { until: `${viennaToday()}T${until}` } : {} }),
  )
  const tell = useMutation({
    mutationFn: (ids: string[]) =>
      adminRequest(
        admin.late.$post({
          json: { minutes: Number(minutes), ids, ...(hasUntil && { until: `${viennaToday()}T${until}` }) },
        }),
      ),
    onSettled: refreshShown,
  })
  const call = useMutation({
    mutationFn: (id: string) =>
      adminRequest(admin.bookings[':id'].called.$post({ param: { id: encodeURIComponent(id) } })),
    onSettled: refreshShown,
  })
  const rows = data ?? []
  const reached = rows.filter(({ way }) => way !== 'call')
  const toCall = rows.filter(({ way }) => way === 'call')
  const failure = tell.error ?? call.error ?? error
  const { least, most } = LATE_MINUTES
  const isPossible = /^\d+$/.test(minutes) && Number(minutes) >= least && Number(minutes) <= most
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
              disabled={!isPossible || reached.length === 0}
              busy={tell.isPending}
              busyText="Wird gesendet …"
              onClick={() => tell.mutate(reached.map(({ id }) => id))}
            >
              {reached.length === 0 ? 'Niemand zu benachrichtigen' : `${countText(reached)} senden`}
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
            {`${countText(tell.data.filter(({ way }) => way !== 'call'))} gesendet. Die Termine bleiben, wie sie sind.`}
          </Banner>
        ) : (
          <>
            <ToggleSegment label="Minuten" options={USUAL} value={minutes} onChange={setMinutes} />
            <div className="columns">
              <Field
                label="Minuten später"
                error={isPossible ? undefined : `Bitte ${least} bis ${most} Minuten angeben.`}
              >
                <TextInput
                  inputMode="numeric"
                  value={minutes}
                  onChange={({ target }) => setMinutes(target.value.trim())}
                />
              </Field>
              <Field label="Termine bis (freiwillig)" help="Sonst alle von heute.">
                <TimeInput value={until} onChange={setUntil} />
              </Field>
            </div>
          </>
        )}
        {!data && !error ? (
          <Skeleton height={160} />
        ) : (
          <>
            {data?.length === 0 && <p className="muted">Heute beginnt bis dahin kein Termin mehr.</p>}
            {reached.length > 0 && (
              <section>
                <h3 className="mb-3">{tell.isSuccess ? 'Benachrichtigt' : 'Bekommen eine Nachricht'}</h3>
                <ul className="stack gap-2">
                  {reached.map(({ id, name, start, way, mobile, email }) => (
                    <li key={id}>
                      <span className="num">{timeOfDay(start)}</span> {name}{' '}
                      <span className="muted small break">
                        {way === 'sms' ? `SMS an ${mobile}` : `E-Mail an ${email}`}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {toCall.length > 0 && (
              <section>
                <h3 className="mb-3">Bitte anrufen</h3>
                <ul className="stack gap-2">
                  {toCall.map(({ id, name, start, mobile, called }) => (
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
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Returns `3 SMS und 1 E-Mail`. */
function countText(rows: readonly { way: string }[]): string {
  const sms = rows.filter(({ way }) => way === 'sms').length
  const emails = rows.filter(({ way }) => way === 'email').length
  return [sms > 0 && `${sms} SMS`, emails > 0 && `${emails} ${emails === 1 ? 'E-Mail' : 'E-Mails'}`]
    .filter(Boolean)
    .join(' und ')
}
