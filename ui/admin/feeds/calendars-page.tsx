import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, adminQuery, adminRequest, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { ListWithDialog } from '../components/list-with-dialog.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { ChangeCalendar, NewCalendar } from './calendar-forms.tsx'
import { type CalendarDialog, CalendarRow } from './calendar-row.tsx'
import type { OtherCalendar } from './calendar-text.ts'

/** How often the list is loaded again while a calendar waits for its first reading. */
const WATCH_EVERY_MS = 2_000

/** The page of the doctor's other calendars, whose busy times cannot be booked. */
export function CalendarsPage() {
  return (
    <>
      <PageHead
        title="Andere Kalender"
        lead="Was in Ihrem Kalender bei Google, Apple, Outlook oder Nextcloud belegt ist, kann hier niemand buchen."
      />
      <div className="stack gap-6">
        <Section
          title="Bestehende Kalender"
          lead="Sie werden alle zehn Minuten gelesen. Gespeichert wird nur, wann etwas belegt ist, nie was."
        >
          <CalendarList />
        </Section>
        <Section
          title="Neuer Kalender"
          lead="Die Adresse zum Abonnieren steht in den Einstellungen Ihres Kalenders, etwa als „Privatadresse im iCal-Format“."
        >
          <NewCalendar />
        </Section>
      </div>
    </>
  )
}

/** The calendars that are read, with the dialogs that change or remove one. */
function CalendarList() {
  /** The dialog that opens for the chosen calendar. */
  const [dialogKind, setDialogKind] = useState<CalendarDialog>('change')
  return (
    <ListWithDialog
      query={useCalendars()}
      failure="Kalender konnten nicht geladen werden."
      loading="Lade Kalender …"
      skeleton={<Skeleton height={120} />}
      empty="Hier stehen die Kalender, die gelesen werden. Noch gibt es keinen."
      renderRow={(calendar, openDialog) => (
        <CalendarRow
          calendar={calendar}
          onOpen={(kind) => {
            setDialogKind(kind)
            openDialog()
          }}
        />
      )}
      renderDialog={(calendar, close) =>
        dialogKind === 'change' ? (
          <ChangeCalendar calendar={calendar} onClose={close} />
        ) : (
          <RemoveCalendar calendar={calendar} onClose={close} />
        )
      }
    />
  )
}

/** Loads the calendars, and follows one that is being read for the first time. */
function useCalendars() {
  return useQuery({
    ...adminQuery(admin.calendars, {}),
    refetchInterval: ({ state }) =>
      state.data?.some(({ read_at, fault }) => read_at === null && fault === null)
        ? WATCH_EVERY_MS
        : RELOAD_EVERY_MINUTE.refetchInterval,
  })
}

/** Asks for confirmation before a calendar is removed. */
function RemoveCalendar({ calendar, onClose }: { calendar: OtherCalendar; onClose: () => void }) {
  const { id, name } = calendar
  return (
    <ConfirmAction
      title={`Kalender „${name}“ entfernen?`}
      button={`„${name}“ entfernen`}
      busyText="Entfernen …"
      failure="Entfernen fehlgeschlagen."
      action={() => adminRequest(admin.calendars[':id'].$delete({ param: { id: String(id) } }))}
      onClose={onClose}
    >
      <p>Was darin belegt ist, kann dann wieder gebucht werden. Ihr Kalender selbst bleibt, wie er ist.</p>
    </ConfirmAction>
  )
}
