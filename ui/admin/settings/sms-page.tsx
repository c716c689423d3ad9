import { useState } from 'react'
import { SMS_SAVED } from '../../../src/shared/admin-messages.de.ts'
import { SETTINGS } from '../../../src/shared/settings/settings.ts'
import { PROVIDER_NAMES, SMS_PROVIDERS, type SmsProvider } from '../../../src/shared/sms-providers.ts'
import { Button } from '../../components/button.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import type { FormOutcome } from '../forms/use-submit-form.ts'
import { SettingsConflict, SettingsSections } from './settings-sections.tsx'
import { BalanceCard, DeliveryReports, useBalance } from './sms-account.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const [FIRST = '', ...OTHERS] = SMS_PROVIDERS.map((id) => PROVIDER_NAMES[id])
const LEAD = `Gesendet wird über ${FIRST}, und über ${OTHERS.join(' oder ')}, wenn ${FIRST} nicht eingerichtet ist oder ablehnt.`

type Account = {
  id: SmsProvider
  name: string
  form: SettingsForm<SmsProvider>
  balance: ReturnType<typeof useBalance>
}

/** Shows the settings of all SMS providers on one page, with one button that saves them. */
export function SmsPage() {
  const accounts = useAccounts()
  const { outcome, valid, save, reload } = useSaving(accounts)
  const forms = accounts.map(({ form }) => form)
  const saveAll = async (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    return save(accounts)
  }

  return (
    <EditPage
      title="SMS Provider"
      lead={LEAD}
      form={{
        query: {
          data: forms.every(({ value }) => value !== undefined) || undefined,
          error: forms.find(({ query }) => query.error)?.query.error ?? null,
          isFetching: forms.some(({ query }) => query.isFetching),
        },
        loadFailure: SETTINGS[SMS_PROVIDERS[0]].loadFailure,
        busy: forms.some(({ busy }) => busy),
        dirty: forms.some(({ dirty }) => dirty),
        outcome,
        reload: () => reload(accounts),
        submit: saveAll,
      }}
      before={
        <div className="columns">
          {accounts.map(({ id, name, balance }) => (
            <BalanceCard key={id} name={name} account={balance} />
          ))}
        </div>
      }
      outcomeHelp={
        valid.length > 0 && (
          <div className="row mt-4">
            {valid.map((account) => (
              <Button key={account.id} size="small" onClick={() => void save([account])}>
                Nur {account.name} speichern
              </Button>
            ))}
          </div>
        )
      }
    >
      {accounts.map((account, i) => (
        <SettingsSections
          key={account.id}
          group={account.id}
          form={account.form}
          onSave={() => save([account])}
          lead={i === 0 ? 'Wird zuerst versucht.' : 'Springt ein, wenn der erste Anbieter nicht kann.'}
          foot={
            <>
              <DeliveryReports provider={account.id} account={account.balance} />
              <SettingsConflict
                group={account.id}
                form={account.form}
                onKeepMine={() => save([account], true)}
              />
            </>
          }
        />
      ))}
    </EditPage>
  )
}

function useAccounts(): Account[] {
  return SMS_PROVIDERS.map((id) => ({
    id,
    name: PROVIDER_NAMES[id],
    // biome-ignore-start lint/correctness/useHookAtTopLevel: the list of providers is the same in every
    // render
    form: useSettingsForm<SmsProvider>(id),
    balance: useBalance(id),
    // biome-ignore-end lint/correctness/useHookAtTopLevel: as above
  }))
}

type TestResult =
  /** Set when faulty fields kept everything from being sent. */
  { errors: readonly string[]; valid: readonly SmsProvider[] } | { saved: readonly SmsProvider[] }

/** Saves several providers at once (docs/behaviour.md 12.15). */
function useSaving(accounts: readonly Account[]) {
  const [result, setResult] = useState<TestResult>()

  const reloadAccounts = async (chosen: readonly Account[]) => {
    for (const { balance } of chosen) balance.refresh()
    await Promise.all(chosen.map(({ form }) => form.reload()))
  }

  const save = async (chosen: readonly Account[], force = false): Promise<boolean> => {
    setResult(undefined)
    const checked: { id: SmsProvider; errors: string[] }[] = []
    // Each check moves the focus to its first faulty field. The topmost form must keep it, so it comes last.
    for (const { id, form } of chosen.toReversed()) checked.unshift({ id, errors: await errorsIn(form) })
    const errors = checked.flatMap((one) => one.errors)
    if (errors.length > 0) {
      setResult({ errors, valid: checked.filter((one) => one.errors.length === 0).map(({ id }) => id) })
      return false
    }
    const taken = await Promise.all(chosen.map(({ form }) => (force ? form.submitAnyway() : form.submit())))
    const saved = chosen.filter((_, i) => taken[i])
    setResult({ saved: saved.map(({ id }) => id) })
    await reloadAccounts(saved)
    return saved.length === chosen.length
  }

  return {
    outcome: outcomeOf(result, accounts),
    /** The accounts that can be saved alone, because only others have errors. */
    valid: accounts.filter(({ id }) => result && 'valid' in result && result.valid.includes(id)),
    save,
    reload: (chosen: readonly Account[]) => {
      setResult(undefined)
      return reloadAccounts(chosen)
    },
  }
}

/** Returns the sentences of the faulty fields, and shows each at its field too. */
async function errorsIn(form: Account['form']): Promise<string[]> {
  let errors: string[] = []
  const check = form.handleSubmit(
    () => undefined,
    (found) => {
      errors = Object.values(found).flatMap((error) =>
        typeof error?.message === 'string' ? [error.message] : [],
      )
    },
  )
  await check()
  return errors
}

function outcomeOf(result: TestResult | undefined, accounts: readonly Account[]): FormOutcome | undefined {
  if (result === undefined) return undefined
  if ('errors' in result) return { tone: 'danger', text: result.errors.join(' ') }
  const saved = accounts.filter(({ id }) => result.saved.includes(id))
  // A success is shown only until something else is typed.
  const success = saved.some(({ form }) => form.dirty) ? '' : savedText(saved, accounts)
  const failures = accounts.flatMap(({ name, form: { outcome } }) =>
    outcome?.tone === 'danger' ? [`${name}: ${outcome.text}`] : [],
  )
  if (failures.length > 0) return { tone: 'danger', text: failures.join(' '), more: success }
  return success ? { tone: 'good', text: success } : undefined
}

function savedText(saved: readonly Account[], accounts: readonly Account[]): string {
  if (saved.length === accounts.length) return SMS_SAVED
  return saved.map(({ name }) => `${name}: ${SMS_SAVED}`).join(' ')
}
