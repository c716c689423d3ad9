import { shortDayTime } from '../../../src/shared/format.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { Section } from '../components/page.tsx'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type Backup, useInstallation, useStartBackup } from './use-installation.ts'

/** The sentence for a failure without one from the server. */
const START_FAILURE = 'Die Sicherung konnte nicht gestartet werden.'

/** The section about the last backup, with the button that makes one now. */
export function BackupSection() {
  return (
    <Section title="Sicherung" lead="Jede Nacht sichert das Portal alle Daten in den Datenordner.">
      <div className="padded">
        <Loaded
          query={useInstallation()}
          failure="Der Stand der Sicherungen konnte nicht geladen werden."
          skeleton={<Skeleton height={60} />}
        >
          {({ backup }) =>
            backup === null ? (
              <p>Diese Anlage hat keinen Datenordner, in dem gesichert wird.</p>
            ) : (
              <BackupState backup={backup} />
            )
          }
        </Loaded>
      </div>
    </Section>
  )
}

/** The last backup, the button, and the result of the last manual backup. */
function BackupState({ backup }: { backup: Backup }) {
  const start = useStartBackup()
  return (
    <div className="stack gap-3">
      <div className="row between">
        <div>
          <p className="medium">{lastBackupText(backup)}</p>
          {backup.at !== null && <p className="muted small num">{detailText(backup)}</p>}
        </div>
        <Button
          busy={backup.running || start.isPending}
          busyText="Wird gesichert …"
          onClick={() => start.mutate()}
        >
          Jetzt sichern
        </Button>
      </div>
      <div role="status">
        <ManualResult backup={backup} />
      </div>
      <OutcomeBanner outcome={toOutcome(start.error, START_FAILURE)} />
    </div>
  )
}

/** Says when the last backup was made. A late one is older than it should be. */
function lastBackupText({ at, late }: Backup): string {
  if (at === null) return 'Noch keine Sicherung'
  return `Letzte Sicherung: ${shortDayTime(at)}${late ? ' (veraltet)' : ''}`
}

/** Returns size and encryption: `12,3 MB, verschlüsselt`. */
function detailText({ bytes, encrypted }: Backup): string {
  const size = bytes === null ? [] : [`${megabytes(bytes)} MB`]
  return [...size, encrypted ? 'verschlüsselt' : 'unverschlüsselt'].join(', ')
}

/** Writes bytes as megabytes with one decimal. */
function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString('de-AT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** Shows the result of the last manual backup; nothing before the first one, and while one is made. */
function ManualResult({ backup: { request: manual, running } }: { backup: Backup }) {
  if (running || manual === null || manual.ended_at === null) return null
  if (manual.error === null)
    return <p className="muted small">Von Hand gesichert: {shortDayTime(manual.ended_at)}, geprüft.</p>
  return (
    <Banner tone="danger" title={`Die Sicherung um ${shortDayTime(manual.ended_at)} ist gescheitert`}>
      <p className="break">{manual.error}</p>
      <p>Mehr steht im Protokoll des Servers.</p>
    </Banner>
  )
}
