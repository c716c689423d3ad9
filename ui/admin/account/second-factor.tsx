import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { Section } from '../components/page.tsx'
import { useHiddenStepButtons } from '../forms/step-form.ts'
import { AppSetup } from './app-setup.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { PasskeyRows } from './passkey-rows.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useOwnAccount } from './use-account.ts'

/**
 * The part of the section that is shown: the list of factors, the setup of a new one, or its recovery codes.
 */
type FactorStep = { kind: 'list' | 'app' | 'passkey' } | { kind: 'codes'; codes: readonly string[] }

/** The section in which users switch the authenticator app and passkeys on and off. */
export function SecondFactor() {
  const account = useOwnAccount()
  const [step, setStep] = useState<FactorStep>({ kind: 'list' })
  useHiddenStepButtons(step.kind !== 'list')
  const listRef = useRef<HTMLUListElement>(null)
  const wasOtherStepRef = useRef(false)
  // The focused button is gone after another step, so the list takes the focus.
  useEffect(() => {
    if (step.kind === 'list' && wasOtherStepRef.current) listRef.current?.focus()
    wasOtherStepRef.current = step.kind !== 'list'
  }, [step.kind])

  const showList = () => setStep({ kind: 'list' })
  // The server sends codes only with the first factor.
  const onDone = (codes: readonly string[]) =>
    setStep(codes.length > 0 ? { kind: 'codes', codes } : { kind: 'list' })
  return (
    <Section title="Zweiter Faktor" lead="Ein gestohlenes Passwort allein nützt damit niemandem.">
      {step.kind === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={showList} />
      ) : (
        <Loaded
          query={account}
          failure="Der Zugang konnte nicht geladen werden."
          loading="Lade Zugang …"
          skeleton={
            <div className="padded">
              <Skeleton height={96} />
            </div>
          }
        >
          {({ factors }) => (
            <>
              {step.kind === 'app' && <AppSetup factors={factors} onCancel={showList} onDone={onDone} />}
              {step.kind === 'passkey' && (
                <NewPasskey factors={factors} onCancel={showList} onDone={onDone} />
              )}
              {step.kind === 'list' && (
                <ul ref={listRef} tabIndex={-1} className="rows">
                  <AuthenticatorApp factors={factors} onSetUp={() => setStep({ kind: 'app' })} />
                  <PasskeyRows factors={factors} list={listRef} onNew={() => setStep({ kind: 'passkey' })} />
                </ul>
              )}
            </>
          )}
        </Loaded>
      )}
    </Section>
  )
}
