import { type ReactNode, useEffect, useRef, useState } from 'react'
import { passkeyFault } from '../../../src/shared/passkeys.ts'
import { type Confirmation, confirmationSchema } from '../../../src/shared/password.ts'
import { admin } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { listTime } from '../components/list-time.ts'
import { Section } from '../components/page.tsx'
import { useHiddenStepButtons } from '../forms/step-form.ts'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { ConfirmationFields, NOT_CONFIRMED, NOTHING_CONFIRMED, withPasskey } from './confirmation.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { HAS_PASSKEYS } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { changeAccounts, type Factors, type Passkey, useOwnAccount, usePasskeys } from './use-account.ts'

type FactorStep = { at: 'state' | 'app' | 'passkey' } | { at: 'codes'; codes: readonly string[] }

/** Switches the authenticator app and the passkeys on and off. */
export function SecondFactor() {
  const account = useOwnAccount()
  const [step, setStep] = useState<FactorStep>({ at: 'state' })
  useHiddenStepButtons(step.at !== 'state')
  const list = useRef<HTMLUListElement>(null)
  const isBack = useRef(false)
  // The button that led to another step is gone, and so would be the focus.
  useEffect(() => {
    if (step.at === 'state' && isBack.current) list.current?.focus()
    isBack.current = step.at !== 'state'
  }, [step.at])

  const showState = () => setStep({ at: 'state' })
  const onDone = (codes: readonly string[]) =>
    setStep(codes.length > 0 ? { at: 'codes', codes } : { at: 'state' })
  return (
    <Section title="Zweiter Faktor" lead="Ein gestohlenes Passwort allein nützt damit niemandem.">
      {step.at === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={showState} />
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
          {({ factors }) =>
            step.at === 'app' ? (
              <SecondFactorSetup factors={factors} onCancel={showState} onDone={onDone} />
            ) : step.at === 'passkey' ? (
              <NewPasskey factors={factors} onCancel={showState} onDone={onDone} />
            ) : (
              <ul ref={list} tabIndex={-1} className="rows">
                <AuthenticatorApp factors={factors} onSetUp={() => setStep({ at: 'app' })} />
                <Passkeys factors={factors} onNew={() => setStep({ at: 'passkey' })} />
              </ul>
            )
          }
        </Loaded>
      )}
    </Section>
  )
}

function AuthenticatorApp({ factors, onSetUp }: { factors: Factors; onSetUp: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const isOn = factors.includes('app')
  return (
    <FactorRow
      title="Authenticator-App"
      detail="Beim Anmelden wird zum Passwort ein Code verlangt, den eine App auf Ihrem Telefon anzeigt."
    >
      {isOn && <Badge size="small" tone="good" label="eingeschaltet" />}
      {isOn ? (
        <Button size="small" onClick={() => setAsked(true)} aria-label="Authenticator-App ausschalten">
          Ausschalten
        </Button>
      ) : (
        <Button size="small" onClick={onSetUp} aria-label="Authenticator-App einrichten">
          Einrichten
        </Button>
      )}
      {isAsked && (
        <EndDialog
          object="Authenticator-App"
          verb="ausschalten"
          factors={factors}
          isLast={factors.length === 1}
          end={(json) => admin['second-factor'].disable.$post({ json })}
          onClose={() => setAsked(false)}
        />
      )}
    </FactorRow>
  )
}

function Passkeys({ factors, onNew }: { factors: Factors; onNew: () => void }) {
  const [toRemove, setToRemove] = useState<Passkey>()
  const now = serverNow()
  const { data: { origins, passkeys } = { origins: [location.origin], passkeys: [] } } = usePasskeys()
  const fault =
    passkeyFault(location.origin, origins) ??
    (HAS_PASSKEYS ? undefined : 'Dieser Browser hat keine Passkeys.')
  return (
    <>
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          title={passkey.name}
          detail={`Passkey, angelegt ${listTime(passkey.created_at, now)}, ${passkey.used_at === null ? 'noch nie verwendet' : `zuletzt verwendet ${listTime(passkey.used_at, now)}`}`}
        >
          <Button
            size="small"
            aria-label={`Passkey „${passkey.name}“ entfernen`}
            onClick={() => setToRemove(passkey)}
          >
            Entfernen
          </Button>
        </FactorRow>
      ))}
      <FactorRow
        title={passkeys.length === 0 ? 'Passkey' : 'Weiterer Passkey'}
        detail={
          fault ?? 'Sie melden sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Passwort.'
        }
      >
        {!fault && (
          <Button size="small" aria-label="Passkey anlegen" onClick={onNew}>
            Anlegen
          </Button>
        )}
      </FactorRow>
      {toRemove && (
        <EndDialog
          object={`Passkey „${toRemove.name}“`}
          verb="entfernen"
          factors={factors}
          isLast={factors.length === 1 && passkeys.length === 1}
          end={(json) =>
            admin.account.passkeys[':id'].remove.$post({ param: { id: String(toRemove.id) }, json })
          }
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  )
}

function FactorRow({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <li className="row between">
      <div>
        <p className="medium break">{title}</p>
        <p className="muted small">{detail}</p>
      </div>
      <div className="row">{children}</div>
    </li>
  )
}

type EndDialogProps = {
  object: string
  verb: string
  factors: Factors
  /** True when no other second factor is on. */
  isLast: boolean
  end: (confirmation: Confirmation) => ReturnType<(typeof admin)['second-factor']['disable']['$post']>
  onClose: () => void
}

function EndDialog({ object, verb, factors, isLast, end, onClose }: EndDialogProps) {
  const form = useSubmitForm({
    schema: confirmationSchema,
    defaultValues: NOTHING_CONFIRMED,
    send: async (given) => changeAccounts(end(await withPasskey(given, factors))),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={`${object} ${verb}?`}
      button={`${object} ${verb}`}
      busy={form.busy}
      error={form.error}
      failure={NOT_CONFIRMED}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <p>
        {isLast && 'Zum Anmelden genügt dann wieder das Passwort. Die Ersatzcodes gelten nicht mehr. '}
        Alle anderen Geräte werden abgemeldet.
      </p>
      <ConfirmationFields form={form} factors={factors} />
    </ConfirmDialog>
  )
}
