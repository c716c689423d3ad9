import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { PageHead } from '../components/page.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { useServices } from '../services/use-services.ts'
import { OfferTime } from './offer-time.tsx'
import { useWaitingList } from './use-waiting-list.ts'
import { WaitingDialog } from './waiting-dialog.tsx'
import { WaitingRow, waitingTitle } from './waiting-row.tsx'
import { waitsFor } from './waits-for.ts'

/** The dialog that is open, and the entry that it is about. */
type OpenDialog = { kind: 'offer' | 'remove'; entry: AdminWaitingEntry } | { kind: 'add' }

/** The page of the waiting list, for all doctors and rooms or the chosen one, the oldest entry first. */
export function WaitingListPage() {
  const status = useStatusData()
  const isOff = status !== undefined && !status.waiting_list
  const [dialog, setDialog] = useState<OpenDialog>()
  const closeDialog = () => setDialog(undefined)
  return (
    <>
      <PageHead
        title="Warteliste"
        lead="Wird eine Zeit frei, bekommt sie zuerst angeboten, wer am längsten wartet und wem sie passt."
      >
        {!isOff && (
          <Button kind="primary" onClick={() => setDialog({ kind: 'add' })}>
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
          <EntryList entries={entries} onOpen={(kind, entry) => setDialog({ kind, entry })} />
        )}
      </Loaded>
      {dialog?.kind === 'add' && <WaitingDialog onClose={closeDialog} />}
      {dialog?.kind === 'offer' && <OfferTime entry={dialog.entry} onClose={closeDialog} />}
      {dialog?.kind === 'remove' && <RemoveDialog entry={dialog.entry} onClose={closeDialog} />}
    </>
  )
}

type EntryListProps = {
  entries: readonly AdminWaitingEntry[]
  /** Opens a dialog of this kind about an entry. */
  onOpen: (kind: 'offer' | 'remove', entry: AdminWaitingEntry) => void
}

/** The patients who wait for time of the chosen doctor or room, or of any. */
function EntryList({ entries, onOpen }: EntryListProps) {
  const { choices, chosen, nameOf } = useResourceChoice()
  const { services } = useServices({ enabled: chosen !== undefined })
  const shown = entries.filter((entry) => {
    const offeredBy = services?.find(({ id }) => id === entry.service.id)?.resource_ids ?? []
    return chosen === undefined || waitsFor(entry, chosen, offeredBy)
  })
  return (
    <div className="wide">
      {choices.length > 0 && (
        <div className="row mb-4">
          <ResourceFilter />
        </div>
      )}
      <div className="card">
        {shown.length === 0 ? (
          <p className="padded muted small">
            Hier steht, wer auf eine frühere Zeit wartet. Derzeit wartet niemand
            {chosen && entries.length > 0 && ` auf eine Zeit bei ${nameOf(chosen)}`}.
          </p>
        ) : (
          <ul className="rows">
            {shown.map((entry) => (
              <WaitingRow key={entry.id} entry={entry} onOpen={(kind) => onOpen(kind, entry)} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Asks whether to take a patient off the waiting list. */
function RemoveDialog({ entry, onClose }: { entry: AdminWaitingEntry; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`${waitingTitle(entry)} von der Warteliste nehmen?`}
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
