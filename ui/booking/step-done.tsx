import { CalendarCheck, CalendarPlus, Check, Download, Hourglass, Plus, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { CONFIRMED_BY_HAND, NOTIFIED_SOON, RESERVATION_RECEIVED } from '../../src/shared/messages.de.ts'
import { HINT_HEADING } from '../../src/shared/service/service.ts'
import { usePractice } from '../api/status.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { ActionList, ActionRow } from '../components/action-list.tsx'
import { LinkButton } from '../components/button.tsx'
import { Fact, FactList } from '../components/fact-list.tsx'
import { EmailText } from '../components/line-breaks.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { placeText } from '../page/place-text.ts'
import { overviewUrl } from '../patient/addresses.ts'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import styles from './step-done.module.css'
import type { StepProps } from './use-wizard.ts'

/** Step 6: shows the reserved appointment, what happens next, and what the patient can do now. */
export function StepDone({ wizard: { booked } }: StepProps) {
  const practice = usePractice()
  if (!booked) return null
  const { id, start, serviceName, resource, duration, hint, email, patient } = booked
  const address = placeText(practice)

  return (
    <>
      <PageHeading lead={`${CONFIRMED_BY_HAND} ${NOTIFIED_SOON}`}>{RESERVATION_RECEIVED}</PageHeading>
      <div className="card">
        <DateTile start={start}>{[serviceName, duration, resource].filter(Boolean).join(', ')}</DateTile>
        {hint && (
          <FactList>
            <Fact label={HINT_HEADING}>{hint}</Fact>
          </FactList>
        )}
      </div>
      <section className="section">
        <h2>So geht es weiter</h2>
        <ol>
          <Stage state="done" icon={<Check />} title={`Termin ist für ${patient ?? 'Sie'} reserviert`}>
            Die Reservierungsbestätigung ist unterwegs an{' '}
            <span className="break">
              <EmailText>{email}</EmailText>
            </span>
            .
          </Stage>
          <Stage state="now" icon={<Hourglass />} title="Die Ordination bestätigt">
            Das geschieht ehestmöglich und von Hand. Sie müssen nichts tun.
          </Stage>
          <Stage state="next" title="Wir sehen uns">
            {address && `${address}. `}Bitte bringen Sie Ihre <span className="nowrap">e-card</span> und
            vorhandene Befunde mit.
          </Stage>
        </ol>
      </section>
      <div className="section">
        <ActionList>
          <ActionRow
            icon={<CalendarPlus />}
            note="Datei termin.ics"
            end={<Download />}
            href={`/api/bookings/${encodeURIComponent(id)}/termin.ics`}
            download="termin.ics"
          >
            In den Kalender übernehmen
          </ActionRow>
          <ActionRow icon={<Printer />} onPress={() => print()}>
            Drucken
          </ActionRow>
          <ActionRow icon={<Plus />} onPress={startOver}>
            Weitere Buchung
          </ActionRow>
        </ActionList>
      </div>
      <ActionBar
        icon={<CalendarCheck />}
        chosen={<SelectionSummary label={serviceName} start={start} />}
        main={
          <LinkButton kind="primary" to={overviewUrl(id)}>
            Terminübersicht öffnen
          </LinkButton>
        }
      />
    </>
  )
}

/**
 * Starts another booking: the page, reloaded without a hash in its URL, opens the wizard at the first
 * step.
 */
function startOver() {
  history.replaceState(null, '', location.pathname)
  location.reload()
}

type StageProps = { state: 'done' | 'now' | 'next'; icon?: ReactNode; title: string; children: ReactNode }

/** Shows one stage of what happens next, marked by its state. */
function Stage({ state, icon, title, children }: StageProps) {
  return (
    <li
      className={`media ${styles.stage}`}
      data-state={state}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className={`tiny ${styles.mark}`} aria-hidden="true">
        {icon}
      </span>
      <div>
        <h3>{title}</h3>
        <p className="muted small">{children}</p>
      </div>
    </li>
  )
}
