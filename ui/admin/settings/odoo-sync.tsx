import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { Link } from 'wouter'
import { MINUTE } from '../../../src/shared/day.ts'
import { clockTime, dateTime, fullDayTime, shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'
import { fieldsOf, sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { FieldSection } from '../components/page.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'

type Status = InferResponseType<typeof admin.odoo.$get>

/**
 * Shows the state of the synchronisation with Odoo, its failures, and what the practice can do about them.
 */
export function OdooSync() {
  const status = useQuery({
    ...adminQuery(admin.odoo, {}),
    refetchInterval: MINUTE,
  })
  return (
    <FieldSection title="Abgleich">
      <div className="whole">
        <Loaded
          query={status}
          failure="Der Stand des Abgleichs konnte nicht geladen werden."
          skeleton={<Skeleton height={120} />}
        >
          {(loaded) => <SyncStatus status={loaded} />}
        </Loaded>
      </div>
    </FieldSection>
  )
}

function SyncStatus({ status }: { status: Status }) {
  const pull = useMutation({
    mutationFn: () => adminRequest(admin.odoo.pull.$post({})),
    onSettled: refreshShown,
  })
  const firstSync = useMutation({
    mutationFn: () => adminRequest(admin.odoo['first-sync'].$post({})),
    onSettled: refreshShown,
  })
  if (!status.on)
    return (
      <p className="muted">
        Der Abgleich läuft, sobald die Zugangsdaten gespeichert und er eingeschaltet ist.
      </p>
    )
  const { pulled_at, pull_error, pushed_at, push_error, waiting, unsynced, conflicts, changes } = status
  return (
    <div className="stack">
      {pull_error && (
        <Banner tone="warning" title="Odoo konnte zuletzt nicht gelesen werden">
          <p>
            {pull_error} {pulled_at && 'Die zuletzt gelesenen Zeiten gelten weiter.'}{' '}
            {waiting > 0 && 'Wartende Termine werden danach von selbst übertragen.'}
          </p>
        </Banner>
      )}
      {push_error && push_error !== pull_error && (
        <Banner tone="warning" title="Odoo hat zuletzt keinen Termin angenommen">
          <p>{push_error} Es wird von selbst wieder versucht.</p>
        </Banner>
      )}
      {conflicts.length > 0 && (
        <Banner tone="warning" title="Termine, die sich mit Odoo überschneiden">
          <p>Bitte sagen Sie den Termin ab, oder ändern Sie den Eintrag in Odoo.</p>
          <ul className="stack gap-2 mt-2">
            {conflicts.map(({ booking_id, booking_start, start, end }) => (
              <li key={`${booking_id} ${start}`}>
                <Link href={`/admin/bookings?booking=${encodeURIComponent(booking_id)}`}>
                  {fullDayTime(booking_start)}
                </Link>
                <p>In Odoo belegt: {span(start, end)}</p>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <OdooChanges changes={changes} />
      <DetailList>
        <Detail label="Odoo gelesen">{pulled_at ? dateTime(pulled_at) : 'noch nie'}</Detail>
        <Detail label="Zuletzt übertragen">{pushed_at ? dateTime(pushed_at) : 'noch nie'}</Detail>
        <Detail label="Noch zu übertragen">{waiting}</Detail>
        <Detail label="Fehlgeschlagen">{status.failed}</Detail>
      </DetailList>
      <OutcomeBanner outcome={toOutcome(pull.error ?? firstSync.error, NOT_DONE)} />
      <div className="row">
        <Button busy={pull.isPending} busyText="Wird gelesen …" onClick={() => pull.mutate()}>
          Jetzt lesen
        </Button>
        {unsynced > 0 && (
          <Button busy={firstSync.isPending} onClick={() => firstSync.mutate()}>
            {unsynced === 1 ? '1 bestätigten Termin übertragen' : `${unsynced} bestätigte Termine übertragen`}
          </Button>
        )}
        {(waiting > 0 || status.failed > 0) && (
          <LinkButton kind="link" to="/admin/outbox?tab=odoo">
            Zum Outbox Monitor
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** Returns start and end of a busy time. An end on the same day needs no date. */
function span(start: string, end: string): string {
  const sameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${shortDayTime(start)} bis ${sameDay ? clockTime(end) : shortDayTime(end)}`
}

const NOT_DONE = 'Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.'

type Change = InferResponseType<typeof admin.odoo.$get>['changes'][number]
type Settlement = Pick<Change, 'booking_id' | 'booking_start'> & { move: string | null }

/** Lists how the doctor changed our events in Odoo, each with two ways to settle it (docs/behaviour.md 17.12). */
function OdooChanges({ changes }: { changes: readonly Change[] }) {
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

/** Returns the address that opens the details beside this page. */
function detailsOf(id: string): string {
  return `?booking=${encodeURIComponent(id)}`
}

/** Returns the sentence about the new time if there is one, because the one about all fields says less. */
function reasonOf(error: Error): string {
  return fieldsOf(error).start ?? sentenceOf(error, NOT_DONE)
}
