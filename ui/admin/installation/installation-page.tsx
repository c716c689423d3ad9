import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { FIRST_STEPS_PATH, type FirstSteps, useFirstSteps } from '../first-steps/use-first-steps.ts'
import { BackupSection } from './backup-section.tsx'
import styles from './installation.module.css'
import { type Finding, useExamination } from './use-installation.ts'

/** The icon and the spoken name of each level, the worst first. */
const LEVELS = {
  wrong: { icon: CircleAlert, name: 'Fehler' },
  hint: { icon: TriangleAlert, name: 'Hinweis' },
  good: { icon: CircleCheck, name: 'In Ordnung' },
} as const

/** The levels in the order of `LEVELS`. */
const WORST_FIRST = Object.keys(LEVELS)

/**
 * The page for the person who maintains the installation: first steps, backups and the findings of `ordi
 * doctor`.
 */
export function InstallationPage() {
  const steps = useFirstSteps().query.data?.first_steps?.steps
  const examination = useExamination()
  return (
    <>
      <PageHead
        title="Zustand der Anlage"
        lead="Ob alles da ist, was das Portal braucht, und wie es von außen aussieht."
      >
        <Button
          busy={examination.isFetching}
          busyText="Wird geprüft …"
          onClick={() => void examination.refetch()}
        >
          <RefreshCw />
          Noch einmal prüfen
        </Button>
      </PageHead>
      <div className="stack gap-5">
        {steps && <FirstStepsLine steps={steps} />}
        <BackupSection />
        <Section title="Prüfung" lead={<Summary findings={examination.data} />}>
          <Loaded
            query={examination}
            failure="Die Prüfung ließ sich nicht ausführen."
            loading="Prüfung läuft …"
            skeleton={
              <div className="padded">
                <Skeleton height={420} />
              </div>
            }
          >
            {(findings) => <FindingList findings={findings} />}
          </Loaded>
        </Section>
      </div>
    </>
  )
}

/** Says how many of the first steps are done, with a link to them. */
function FirstStepsLine({ steps }: { steps: FirstSteps['steps'] }) {
  return (
    <section className="wide card padded row between" aria-label="Erste Schritte">
      <p>
        <b>Erste Schritte:</b> {steps.filter(({ done }) => done).length} von {steps.length} erledigt
      </p>
      <LinkButton to={FIRST_STEPS_PATH}>Weiter einrichten</LinkButton>
    </section>
  )
}

/** Says in a sentence how many faults and hints there are. */
function Summary({ findings }: { findings: readonly Finding[] | undefined }) {
  if (findings === undefined) return <>Das kann eine halbe Minute dauern.</>
  const countOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const faultCount = countOf('wrong')
  const hintCount = countOf('hint')
  if (faultCount + hintCount === 0) return <>Alles in Ordnung.</>
  const parts = [faultCount > 0 && `${faultCount} Fehler`, hintCount > 0 && hintsText(hintCount)]
  return <>{parts.filter(Boolean).join(' und ')}, der Rest ist in Ordnung.</>
}

/** Returns the number of hints, in words. */
function hintsText(count: number): string {
  return count === 1 ? '1 Hinweis' : `${count} Hinweise`
}

/** The findings with their icons, the worst first. */
function FindingList({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted((a, b) => WORST_FIRST.indexOf(a.level) - WORST_FIRST.indexOf(b.level))
  return (
    <ul className="rows">
      {sorted.map(({ level, title, text }) => {
        const { icon: Icon, name } = LEVELS[level]
        return (
          <li key={`${title} ${text}`} className={`media small ${styles.finding}`} data-level={level}>
            <Icon aria-label={name} role="img" />
            <div>
              <p className="medium">{title}</p>
              <p className="muted break">{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
