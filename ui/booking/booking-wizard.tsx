import { useEffect, useRef } from 'react'
import { STEP_LABELS } from '../../src/shared/booking.ts'
import { usePractice } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { PatientInfo } from '../components/patient-info.tsx'
import styles from './booking-wizard.module.css'
import type { ContactEntry } from './contact/contact-entry.ts'
import { useNextStepAhead, useStepCode } from './step-code.ts'
import { StepSkeleton } from './step-skeleton.tsx'
import { StepTrail } from './step-trail.tsx'
import { useWizard } from './use-wizard.ts'
import type { Step } from './wizard.ts'

/** From the first question to the reservation, in six steps (specification section 2). */
export function BookingWizard() {
  const { wizard, send } = useWizard()
  const contact = useRef<ContactEntry>(undefined)
  const { step, notice } = wizard
  const { StepView, failed, retry } = useStepCode(step)
  useNextStepAhead(step)
  useStepTitle(step)

  return (
    <PageFrame steps={<StepTrail step={step} send={send} />} aside={<PatientInfo />} narrow={step > 3}>
      {notice && (
        <div className={styles.notice}>
          <Banner tone={notice.tone} role={notice.tone === 'danger' ? 'alert' : 'status'}>
            {notice.text}
          </Banner>
        </div>
      )}
      {StepView ? (
        <StepView key={step} wizard={wizard} send={send} contact={contact} />
      ) : failed ? (
        <Banner tone="danger" role="alert" title="Dieser Schritt konnte nicht geladen werden.">
          <p>Bitte prüfen Sie Ihr Internet. Ihre Angaben bleiben erhalten.</p>
          <Button kind="link" onClick={retry}>
            Erneut versuchen
          </Button>
        </Banner>
      ) : (
        <StepSkeleton />
      )}
    </PageFrame>
  )
}

/** `Schritt 3 von 6 – Termin – Ordination Dr. …` */
function useStepTitle(step: Step) {
  const { name } = usePractice()
  useEffect(() => {
    document.title = `Schritt ${step} von ${STEP_LABELS.length} – ${STEP_LABELS[step - 1]} – ${name}`
  }, [step, name])
}
