import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { MINUTE } from '../../../src/shared/day.ts'
import { fullDayTime, stamp } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { FieldSection, WholeRow } from '../forms/field-section.tsx'
import { STATUS_KEY } from '../use-admin-status.ts'

type Status = InferResponseType<typeof admin.odoo.$get>

const KEY = ['admin', 'odoo']

/** How the synchronisation with Odoo stands, what went wrong, and what a person can do about it. */
export function OdooSync() {
  const status = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminRequest(admin.odoo.$get({}, { init: { signal } })),
    refetchInterval: MINUTE,
  })
  return (
    <FieldSection title="Abgleich">
      <WholeRow>
        <Loaded
          query={status}
          failure="Der Stand des Abgleichs konnte nicht geladen werden."
          skeleton={<Skeleton height={120} />}
        >
          {(loaded) => <SyncStatus status={loaded} />}
        </Loaded>
      </WholeRow>
    </FieldSection>
  )
}

function SyncStatus({ status }: { status: Status }) {
  const client = useQueryClient()
  const settled = () =>
    Promise.all([KEY, STATUS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
  const pull = useMutation({
    mutationFn: () => adminRequest(admin.odoo.pull.$post({})),
    onSettled: settled,
  })
  const firstSync = useMutation({
    mutationFn: () => adminRequest(admin.odoo['first-sync'].$post({})),
    onSettled: settled,
  })
  const restore = useMutation({
    mutationFn: (id: string) => adminRequest(admin.odoo.bookings[':id'].restore.$post({ param: { id } })),
    onSettled: settled,
  })
  const failed = pull.isError || firstSync.isError || restore.isError
  if (!status.on)
    return (
      <p className="muted">
        Der Abgleich läuft, sobald die Zugangsdaten gespeichert und er eingeschaltet ist.
      </p>
    )
  const { pulled_at, pull_error, pushed_at, waiting, failed: given, unsynced, conflicts, changes } = status
  return (
    <div className="stack">
      {pull_error && (
        <Banner tone="warning" title="Odoo konnte zuletzt nicht gelesen werden">
          <p>{pull_error} Die zuletzt gelesenen Zeiten gelten weiter.</p>
        </Banner>
      )}
      {conflicts.length > 0 && (
        <Banner tone="warning" title="Termine, die sich mit Odoo überschneiden">
          <ul>
            {conflicts.map(({ booking_id, booking_start, start }) => (
              <li key={`${booking_id} ${start}`}>
                <LinkButton kind="link" href={`/admin/bookings?booking=${booking_id}`}>
                  {fullDayTime(booking_start)}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {changes.length > 0 && (
        <Banner tone="warning" title="In Odoo geändert">
          <p>
            Hier gelten diese Termine weiter wie vereinbart. Sagen Sie sie ab, oder stellen Sie Odoo wieder
            her.
          </p>
          <ul className="stack gap-2">
            {changes.map(({ booking_id, booking_start, name, change, start }) => (
              <li key={booking_id} className="row">
                <span>
                  {name}, {fullDayTime(booking_start)}:{' '}
                  {change === 'removed' || start === null
                    ? 'in Odoo gelöscht'
                    : `in Odoo auf ${fullDayTime(start)} verschoben`}
                </span>
                <LinkButton kind="link" href={`/admin/bookings?booking=${booking_id}`}>
                  Termin öffnen
                </LinkButton>
                <Button kind="link" busy={restore.isPending} onClick={() => restore.mutate(booking_id)}>
                  In Odoo wiederherstellen
                </Button>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <DetailList>
        <Detail label="Odoo gelesen">{pulled_at ? stamp(pulled_at) : 'noch nie'}</Detail>
        <Detail label="Zuletzt übertragen">{pushed_at ? stamp(pushed_at) : 'noch nie'}</Detail>
        <Detail label="Warten">{waiting}</Detail>
        <Detail label="Fehlgeschlagen">{given}</Detail>
      </DetailList>
      {failed && (
        <Banner tone="danger" role="alert">
          Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.
        </Banner>
      )}
      <div className="row">
        <Button busy={pull.isPending} busyText="Wird gelesen …" onClick={() => pull.mutate()}>
          Jetzt lesen
        </Button>
        {unsynced > 0 && (
          <Button busy={firstSync.isPending} onClick={() => firstSync.mutate()}>
            {unsynced === 1 ? '1 bestätigten Termin übertragen' : `${unsynced} bestätigte Termine übertragen`}
          </Button>
        )}
        {(waiting > 0 || given > 0) && (
          <LinkButton kind="link" href="/admin/outbox?tab=odoo">
            Zum Outbox Monitor
          </LinkButton>
        )}
      </div>
    </div>
  )
}
