import { ArrowLeft } from 'lucide-react'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { FIRST_STEP_IDS, FIRST_STEPS, type FirstStep } from '../../../src/shared/first-steps.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { HolidayList } from '../absences/holiday-list.tsx'
import { SecondFactor } from '../account/second-factor.tsx'
import styles from '../components/admin.module.css'
import { PageHead, PageSkeleton } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { StepContext, type StepForm } from '../forms/step-form.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/use-submit-form.ts'
import { confirmsLoss } from '../forms/use-unsaved.ts'
import { ServicesPage } from '../services/services-page.tsx'
import { PracticePage } from '../settings/practice-page.tsx'
import { BackupPage, SmtpPage, UrlsPage } from '../settings/settings-pages.tsx'
import { WorkingHoursPage } from '../settings/working-hours-page.tsx'
import { AllDone, StepsSummary } from './first-steps-end.tsx'
import { type FirstSteps, noteFirstStepsShown, useFirstSteps } from './use-first-steps.ts'

/** The pages of the steps. Each has its own heading. */
const PAGES: Readonly<Record<FirstStep, ComponentType>> = {
  practice: PracticePage,
  hours: WorkingHoursPage,
  holidays: HolidaysStep,
  services: ServicesPage,
  urls: UrlsPage,
  smtp: SmtpPage,
  backup: BackupPage,
  'second-factor': SecondFactorStep,
}

const END = 'end' as const

/** Leads a new practice through its first settings one by one, with the same pages as the admin area. */
export function FirstStepsPage() {
  const { query } = useFirstSteps()
  useEffect(noteFirstStepsShown, [])
  return (
    <Loaded
      query={query}
      failure="Erste Schritte konnten nicht geladen werden."
      skeleton={<PageSkeleton heights={['max(640px, 1280px - 50vw)']} />}
    >
      {({ first_steps }) => <Steps steps={first_steps?.steps} />}
    </Loaded>
  )
}

/** Stays at the last step when that is done, because its page may still show recovery codes. */
function Steps({ steps }: { steps: FirstSteps['steps'] | undefined }) {
  const [address, change] = useSearchState('step')
  const { mark, reload } = useFirstSteps()
  // The first open step is chosen once, so that the page does not jump on when that step is done.
  const [first] = useState<FirstStep | typeof END>(
    () => steps?.find(({ done, skipped }) => !(done || skipped))?.id ?? END,
  )
  const current = address.step === END ? END : (FIRST_STEP_IDS.find((id) => id === address.step) ?? first)
  const form = useRef<StepForm>(undefined)
  const [areHidden, hideButtons] = useState(false)
  const frame = useMemo(() => ({ form, hideButtons }), [])

  if (current === END) return steps ? <StepsSummary steps={steps} /> : <AllDone />
  const at = FIRST_STEP_IDS.indexOf(current)
  const isDone = !steps?.some(({ id, done }) => id === current && !done)
  const Page = PAGES[current]

  const go = (to: number) => {
    mark.reset()
    void reload()
    change({ step: FIRST_STEP_IDS[to] ?? END }, { push: true })
  }
  const leave = (to: number) => {
    if (!form.current?.dirty || confirmsLoss('Trotzdem weitergehen?')) go(to)
  }
  const skip = () => {
    if (form.current?.dirty && !confirmsLoss('Trotzdem überspringen?')) return
    mark.mutate({ step: current, as: 'skipped' }, { onSuccess: () => go(at + 1) })
  }
  const next = async () => {
    if (form.current?.dirty && !(await form.current.submit())) return
    if (current === 'holidays' && !isDone)
      mark.mutate({ step: current, as: 'confirmed' }, { onSuccess: () => go(at + 1) })
    else go(at + 1)
  }

  return (
    <>
      <p className="muted small mb-3">
        Erste Schritte: {at + 1} von {FIRST_STEP_IDS.length}
      </p>
      <ol className={styles.progress} aria-hidden>
        {FIRST_STEP_IDS.map((id, i) => (
          <li key={id} data-done={i <= at || undefined} />
        ))}
      </ol>
      <StepContext value={frame}>
        <Page key={current} />
      </StepContext>
      {!areHidden && (
        <div className={`row wide mt-5 line-above ${styles.stepButtons}`}>
          {at > 0 && (
            <IconButton label="Zurück" title="Zurück" icon={<ArrowLeft />} onClick={() => leave(at - 1)} />
          )}
          {!isDone && (
            <Button busy={mark.isPending} onClick={skip}>
              Überspringen
            </Button>
          )}
          <Button kind="primary" busy={mark.isPending} onClick={() => void next()}>
            Weiter
          </Button>
        </div>
      )}
      <OutcomeBanner outcome={toOutcome(mark.error, SAVE_FAILURE)} />
    </>
  )
}

function HolidaysStep() {
  return (
    <>
      <PageHead
        title={FIRST_STEPS.holidays}
        lead="An Österreichs Feiertagen ist die Ordination geschlossen. Haken Sie die Tage an, an denen Sie doch öffnen. Passt alles, drücken Sie „Weiter“."
      />
      <div className="wide">
        <div className="card">
          <HolidayList />
        </div>
      </div>
    </>
  )
}

function SecondFactorStep() {
  return (
    <>
      <PageHead
        title="Ihr Zugang"
        lead="Sie öffnen hier Gesundheitsdaten. Schützen Sie den Zugang doppelt."
      />
      <SecondFactor />
    </>
  )
}
