import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { Link } from 'wouter'
import { MINUTE } from '../../../src/shared/day.ts'
import { clockTime, fullDayTime, shortDayTime, stamp } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { FieldSection } from '../forms/field-section.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { NOT_DONE, OdooChanges } from './odoo-changes.tsx'

type Status = InferResponseType<typeof admin.odoo.$get>

const KEY = ['admin', 'odoo']

/** How the synchronisation with Odoo stands, what went wrong, and what a person can do about it. */
export function OdooSync() {
  const status = useQuery({
    ...adminQuery(KEY, (options) => admin.odoo.$get({}, options)),
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
        <Detail label="Odoo gelesen">{pulled_at ? stamp(pulled_at) : 'noch nie'}</Detail>
        <Detail label="Zuletzt übertragen">{pushed_at ? stamp(pushed_at) : 'noch nie'}</Detail>
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

/** The end of a busy time on the same day needs no date. */
function span(start: string, end: string): string {
  const sameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${shortDayTime(start)} bis ${sameDay ? clockTime(end) : shortDayTime(end)}`
}
