import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { MINUTE } from '../../../src/shared/day.ts'
import { dateTime } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { OdooTasks } from '../components/odoo-tasks.tsx'
import { FieldSection } from '../components/page.tsx'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

type OdooStatus = InferResponseType<typeof admin.odoo.$get>

const CALL_FAILED = 'Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.'

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

/** The failures, the tasks and the counts of the synchronisation, and buttons that start it. */
function SyncStatus({ status }: { status: OdooStatus }) {
  const pull = useMutation({
    mutationFn: () => adminRequest(admin.odoo.pull.$post({})),
    onSettled: refreshAdminData,
  })
  const firstSync = useMutation({
    mutationFn: () => adminRequest(admin.odoo['first-sync'].$post({})),
    onSettled: refreshAdminData,
  })
  if (!status.on)
    return (
      <p className="muted">
        Der Abgleich läuft, sobald die Zugangsdaten gespeichert und er eingeschaltet ist.
      </p>
    )
  const { pulled_at, pushed_at, waiting, unsynced, conflicts, changes } = status
  return (
    <div className="stack">
      <SyncFailures status={status} />
      <OdooTasks conflicts={conflicts} changes={changes} />
      <DetailList>
        <Detail label="Odoo gelesen">{pulled_at ? dateTime(pulled_at) : 'noch nie'}</Detail>
        <Detail label="Zuletzt übertragen">{pushed_at ? dateTime(pushed_at) : 'noch nie'}</Detail>
        <Detail label="Noch zu übertragen">{waiting}</Detail>
        <Detail label="Fehlgeschlagen">{status.failed}</Detail>
      </DetailList>
      <OutcomeBanner outcome={toOutcome(pull.error ?? firstSync.error, CALL_FAILED)} />
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

/** Says why Odoo could not be read and why it accepted no appointment. A common reason is said once. */
function SyncFailures({ status }: { status: OdooStatus }) {
  const { pulled_at, pull_error, push_error, waiting } = status
  return (
    <>
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
    </>
  )
}
