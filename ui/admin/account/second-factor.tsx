import { useState } from 'react'
import { switchOffSchema } from '../../../src/shared/password.ts'
import { admin } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CodeField } from '../components/code-field.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { Section } from '../components/section.tsx'
import { useHiddenStepButtons } from '../forms/step-form.ts'
import { SAVE_FAILURE, useSubmitForm } from '../forms/use-submit-form.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { changeAccount, useOwnAccount } from './use-account.ts'

type Step = { at: 'state' } | { at: 'setup' } | { at: 'codes'; codes: readonly string[] }

/** Whether an authenticator app's code is asked for beside the password, and how to switch that on and off. */
export function SecondFactor() {
  const account = useOwnAccount()
  const [step, setStep] = useState<Step>({ at: 'state' })
  useHiddenStepButtons(step.at !== 'state')
  const showState = () => setStep({ at: 'state' })
  return (
    <Section
      title="Zweiter Faktor"
      lead="Beim Anmelden wird dann zusätzlich ein Code verlangt, den eine Authenticator-App auf Ihrem Telefon anzeigt. Ein gestohlenes Passwort allein nützt so niemandem."
    >
      {step.at === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={showState} />
      ) : step.at === 'setup' ? (
        <SecondFactorSetup onCancel={showState} onDone={(codes) => setStep({ at: 'codes', codes })} />
      ) : (
        <div className="row padded">
          <Loaded
            query={account}
            failure="Der Zugang konnte nicht geladen werden."
            loading="Lade Zugang …"
            skeleton={<Skeleton height={40} width={320} />}
          >
            {({ second_factor }) => <State isOn={second_factor} onSetUp={() => setStep({ at: 'setup' })} />}
          </Loaded>
        </div>
      )}
    </Section>
  )
}

function State({ isOn, onSetUp }: { isOn: boolean; onSetUp: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Badge tone={isOn ? 'good' : 'neutral'} label={isOn ? 'eingeschaltet' : 'ausgeschaltet'} />
      {isOn ? (
        <Button kind="danger" onClick={() => setAsked(true)}>
          Zweiten Faktor ausschalten
        </Button>
      ) : (
        <Button onClick={onSetUp}>Zweiten Faktor einrichten</Button>
      )}
      {isAsked && <SwitchOffDialog onClose={() => setAsked(false)} />}
    </>
  )
}

function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const form = useSubmitForm({
    schema: switchOffSchema,
    defaultValues: { password: '', code: '' },
    send: (json) => changeAccount(admin['second-factor'].disable.$post({ json })),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title="Zweiten Faktor ausschalten?"
      button="Zweiten Faktor ausschalten"
      busy={form.busy}
      error={form.error}
      failure={SAVE_FAILURE}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <p>
        Zum Anmelden genügt dann wieder das Passwort. Die Ersatzcodes gelten nicht mehr, und alle anderen
        Geräte werden abgemeldet.
      </p>
      <PasswordField form={form} name="password" label="Ihr Passwort" autoComplete="current-password" />
      <CodeField form={form} name="code" />
    </ConfirmDialog>
  )
}
