import { useState } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Section } from '../components/section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'
import { SecondFactorOff } from './second-factor-off.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { useOwnAccess } from './use-access.ts'

type Step = { at: 'rest' } | { at: 'setup' } | { at: 'codes'; codes: readonly string[] }

/** The code of an authenticator app beside the password: whether it is on, and the way there and back. */
export function SecondFactor() {
  const own = useOwnAccess()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const rest = () => setStep({ at: 'rest' })
  return (
    <Section
      title="Zweiter Faktor"
      lead="Beim Anmelden wird dann zusätzlich ein Code verlangt, den eine Authenticator-App auf Ihrem Telefon anzeigt. Ein gestohlenes Passwort allein nützt so niemandem."
    >
      {step.at === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={rest} />
      ) : step.at === 'setup' ? (
        <SecondFactorSetup onCancel={rest} onDone={(codes) => setStep({ at: 'codes', codes })} />
      ) : (
        <Loaded
          query={own}
          failure="Der Zugang konnte nicht geladen werden."
          loading="Lade Zugang …"
          skeleton={
            <div className={styles.state}>
              <Skeleton height={40} width={320} />
            </div>
          }
        >
          {({ second_factor }) => <State isOn={second_factor} onSetUp={() => setStep({ at: 'setup' })} />}
        </Loaded>
      )}
    </Section>
  )
}

function State({ isOn, onSetUp }: { isOn: boolean; onSetUp: () => void }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <div className={styles.state}>
      <Badge tone={isOn ? 'good' : 'quiet'} label={isOn ? 'eingeschaltet' : 'ausgeschaltet'} />
      {isOn ? (
        <Button kind="loss" onClick={() => setLeaving(true)}>
          Zweiten Faktor ausschalten
        </Button>
      ) : (
        <Button onClick={onSetUp}>Zweiten Faktor einrichten</Button>
      )}
      {leaving && <SecondFactorOff onClose={() => setLeaving(false)} />}
    </div>
  )
}
