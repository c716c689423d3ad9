import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { Link } from 'wouter'
import { fullDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { ApiError, sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'

export const NOT_DONE = 'Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.'

type Change = InferResponseType<typeof admin.odoo.$get>['changes'][number]
type Settlement = Pick<Change, 'booking_id' | 'booking_start'> & { move: string | null }

/** What the doctor has done with our events in Odoo, each change with two ways out (docs/behaviour.md 17.12). */
export function OdooChanges({ changes }: { changes: readonly Change[] }) {
  const settle = useMutation({
    mutationFn: async ({ booking_id, booking_start: from, move }: Settlement) => {
      const param = { id: encodeURIComponent(booking_id) }
      if (move === null) return adminRequest(admin.odoo.bookings[':id'].restore.$post({ param }))
      const json = { start: move, from, message: '', notify: true }
      const { note } = await adminRequest(admin.bookings[':id'].move.$post({ param, json }))
      return { note }
    },
    onSettled: refreshShown,
  })
  return (
    <>
      <div role="status">{settle.data && <Banner tone="good">{settle.data.note}</Banner>}</div>
      {settle.error && (
        <Banner tone="danger" role="alert">
          {reasonOf(settle.error)}
        </Banner>
      )}
      {changes.length > 0 && (
        <Banner tone="warning" title="In Odoo geändert">
          <p>Hier gelten diese Termine weiter wie vereinbart, bis Sie entscheiden.</p>
          <ul className="stack mt-2">
            {changes.map(({ booking_id, booking_start, name, change, start }) => {
              const moved = start !== null && start !== booking_start
              const act = (move: string | null) => () => settle.mutate({ booking_id, booking_start, move })
              const busy = settle.isPending && settle.variables.booking_id === booking_id
              return (
                <li key={booking_id}>
                  <Link href={detailsOf(booking_id)}>
                    {name}, {fullDayTime(booking_start)}
                  </Link>
                  <p>
                    {change === 'removed'
                      ? 'In Odoo gelöscht.'
                      : moved
                        ? `In Odoo jetzt: ${fullDayTime(start)}.`
                        : 'In Odoo mit anderer Dauer oder ganztägig.'}
                  </p>
                  <div className="row mt-2">
                    {moved && (
                      <Button size="small" busy={busy} onClick={act(start)}>
                        Termin verschieben und verständigen
                      </Button>
                    )}
                    {change === 'removed' && (
                      <LinkButton size="small" to={`${detailsOf(booking_id)}&ask=cancel`}>
                        Termin stornieren
                      </LinkButton>
                    )}
                    <Button size="small" busy={busy} onClick={act(null)}>
                      {change === 'removed' ? 'In Odoo wieder anlegen' : 'In Odoo zurücksetzen'}
                    </Button>
                  </div>
                </li>
              )
            })}
          </ul>
        </Banner>
      )}
    </>
  )
}

/** Opens the details beside this page. */
function detailsOf(id: string): string {
  return `?booking=${encodeURIComponent(id)}`
}

/** The sentence about the new time says more than the one about all fields. */
function reasonOf(error: Error): string {
  const start = error instanceof ApiError ? error.fields.start : undefined
  return start ?? sentenceOf(error, NOT_DONE)
}
