import { Trash2, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { useStatus } from '../../api/status.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { telLink } from '../../components/links.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { PatientLink } from '../appointment/patient-link.tsx'
import styles from '../components/admin.module.css'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { PageHead } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { useServices } from '../services/use-services.ts'
import { OfferTime } from './offer-time.tsx'
import { useWaitingList, waitsFor } from './use-waiting-list.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

type OpenDialog = { kind: 'offer' | 'remove'; entry: AdminWaitingEntry } | { kind: 'add' }

/** The page about the waiting list, oldest entry first. */
export function WaitingListPage() {
  const { data: status } = useStatus()
  const isOff = status !== undefined && !status.waiting_list
  const [dialog, open] = useState<OpenDialog>()
  const close = () => open(undefined)
  const { choices, chosen, nameOf } = useResourceChoice()
  const { services } = useServices({ enabled: chosen !== undefined })
  const isShown = (entry: AdminWaitingEntry) => {
    const offeredBy = services?.find(({ id }) => id === entry.service.id)?.resource_ids ?? []
    return chosen === undefined || waitsFor(entry, chosen, offeredBy)
  }
  return (
    <>
      <PageHead
        title="Warteliste"
        lead="Wird eine Zeit frei, bekommt sie zuerst angeboten, wer am längsten wartet und wem sie passt."
      >
        {!isOff && (
          <Button kind="primary" onClick={() => open({ kind: 'add' })}>
            <UserRoundPlus />
            Eintragen
          </Button>
        )}
      </PageHead>
      {isOff && (
        <div className="mb-4 wide">
          <Banner tone="warning" title="Die Warteliste ist ausgeschaltet.">
            Niemand kann sich eintragen, und nichts wird von selbst angeboten. Einschalten: Einstellungen,
            Allgemein.
          </Banner>
        </div>
      )}
      <Loaded
        query={useWaitingList()}
        failure="Die Warteliste konnte nicht geladen werden."
        loading="Lade Warteliste …"
        skeleton={<Skeleton height={320} />}
      >
        {({ entries }) => (
          <div className="wide">
            {choices.length > 0 && (
              <div className="row mb-4">
                <ResourceFilter />
              </div>
            )}
            <div className="card">
              {!entries.some(isShown) ? (
                <p className="padded muted small">
                  Hier steht, wer auf eine frühere Zeit wartet. Derzeit wartet niemand
                  {chosen && entries.length > 0 && ` auf eine Zeit bei ${nameOf(chosen)}`}.
                </p>
              ) : (
                <ul className="rows">
                  {entries.filter(isShown).map((entry) => (
                    <Row key={entry.id} entry={entry} onOpen={(kind) => open({ kind, entry })} />
                  ))}
                </ul>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {dialog?.kind === 'add' && <WaitingDialog onClose={close} />}
      {dialog?.kind === 'offer' && <OfferTime entry={dialog.entry} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveDialog entry={dialog.entry} onClose={close} />}
    </>
  )
}

function Row({ entry, onOpen }: { entry: AdminWaitingEntry; onOpen: (kind: 'offer' | 'remove') => void }) {
  const { email, mobile, service, booking, offer, reachable, created_at } = entry
  const [, change] = useSearchState('booking')
  const today = viennaToday()
  const title = titleOf(entry)
  return (
    <li className={styles.waiting}>
      <div className="break">
        {booking ? (
          <b className="medium">
            <PatientLink booking={booking.id}>{title}</PatientLink>
          </b>
        ) : (
          <b className="medium">{title}</b>
        )}
        <p className="small">
          {service.name}, {wishesText(entry, today)}
        </p>
        <p className="muted small">
          {booking ? (
            <>
              Termin bisher:{' '}
              <Button kind="link" onClick={() => change({ booking: booking.id }, { push: true })}>
                {shortDayTime(booking.start, today)}
              </Button>
            </>
          ) : (
            'Noch ohne Termin'
          )}
          . Wartet seit <span className="nowrap">{shortDay(created_at, today)}.</span>
        </p>
        <p className="row gap-2 small">
          {mobile && (
            <a className="nowrap" href={telLink(mobile)}>
              {mobile}
            </a>
          )}
          {!booking && email && (
            <a href={`mailto:${email}`}>
              <EmailText>{email}</EmailText>
            </a>
          )}
        </p>
        {!reachable && (
          <p className="small medium">
            Weder E-Mail noch SMS kommt an: Bitte anrufen, von selbst wird nichts angeboten.
          </p>
        )}
      </div>
      <div>
        {offer ? (
          <Badge tone="waiting" size="small" label={offerText(offer, today)} />
        ) : (
          <Button size="small" aria-label={`Zeit anbieten: ${title}`} onClick={() => onOpen('offer')}>
            Zeit anbieten
          </Button>
        )}
      </div>
      <IconButton
        label={`${title} von der Warteliste nehmen`}
        icon={<Trash2 />}
        onClick={() => onOpen('remove')}
      />
    </li>
  )
}

function offerText({ start, until, resource }: NonNullable<AdminWaitingEntry['offer']>, today: Day): string {
  const who = resource ? ` bei ${resource.name}` : ''
  return `Angeboten: ${shortDayTime(start, today)}${who}, bis ${timeOfDay(until)}`
}

function RemoveDialog({ entry, onClose }: { entry: AdminWaitingEntry; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`${titleOf(entry)} von der Warteliste nehmen?`}
      button="Von der Warteliste nehmen"
      busyText="Einen Moment …"
      failure="Das hat nicht geklappt."
      action={() =>
        adminRequest(admin['waiting-list'][':id'].$delete({ param: { id: encodeURIComponent(entry.id) } }))
      }
      onClose={onClose}
    >
      <p>
        {entry.offer
          ? 'Das Angebot gilt dann nicht mehr. Eine Nachricht geht nicht hinaus.'
          : 'Eine Nachricht geht nicht hinaus.'}
        {entry.booking && ' Der Termin bleibt.'}
      </p>
    </ConfirmAction>
  )
}

/** Returns the first that is known of name, e-mail and phone. */
function titleOf({ name, email, mobile }: AdminWaitingEntry): string {
  return name || email || mobile
}
