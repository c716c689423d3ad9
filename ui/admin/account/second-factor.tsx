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
import { type Factors, useOwnAccount } from './use-account.ts'

/** The part of the section that is shown. */
type FactorStep =
  /** The list of factors. It takes the focus after another step, whose focused button is gone. */
  | { kind: 'list'; takesFocus: boolean }
  /** The setup of a new factor. */
  | { kind: 'app' | 'passkey' }
  /** The recovery codes, after the first factor is set up. */
  | { kind: 'codes'; codes: readonly string[] }

/** The section in which users switch the authenticator app and passkeys on and off. */
export function SecondFactor() {
  const account = useOwnAccount()
  const [step, setStep] = useState<FactorStep>({ kind: 'list', takesFocus: false })
  useHiddenStepButtons(step.kind !== 'list')
  const returnToList = () => setStep({ kind: 'list', takesFocus: true })
  // The server sends codes only with the first factor.
  const onDone = (codes: readonly string[]) =>
    codes.length > 0 ? setStep({ kind: 'codes', codes }) : returnToList()
  return (
    <Section title="Zweiter Faktor" lead="Ein gestohlenes Passwort allein nützt damit niemandem.">
      {step.kind === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={returnToList} />
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
              {step.kind === 'app' && <AppSetup factors={factors} onCancel={returnToList} onDone={onDone} />}
              {step.kind === 'passkey' && (
                <NewPasskey factors={factors} onCancel={returnToList} onDone={onDone} />
              )}
              {step.kind === 'list' && (
                <FactorList
                  factors={factors}
                  takesFocus={step.takesFocus}
                  onSetUp={(kind) => setStep({ kind })}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </Section>
  )
}

type FactorListProps = {
  factors: Factors
  /** True to focus the list when it appears. */
  takesFocus: boolean
  onSetUp: (kind: 'app' | 'passkey') => void
}

/** The authenticator app and the passkeys, each with the button that sets up or ends it. */
function FactorList({ factors, takesFocus, onSetUp }: FactorListProps) {
  const listRef = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (takesFocus) listRef.current?.focus()
  }, [takesFocus])
  return (
    <ul ref={listRef} tabIndex={-1} className="rows">
      <AuthenticatorApp factors={factors} onSetUp={() => onSetUp('app')} />
      <PasskeyRows factors={factors} list={listRef} onNew={() => onSetUp('passkey')} />
    </ul>
  )
}
