import { useState } from 'react'
import { SMS_SAVED } from '../../../src/shared/admin-messages.de.ts'
import type { SmsProvider } from '../../../src/shared/sms-providers.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { type BalanceState, refusalText } from './use-balance.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** The account at an SMS provider: the form of its settings, and its balance. */
export type SmsAccount = {
  id: SmsProvider
  name: string
  form: SettingsForm<SmsProvider>
  balance: BalanceState
}

/** The errors that stopped the saving, with the providers that have none; or else the saved providers. */
type SavingResult =
  | { kind: 'faulty'; errors: readonly string[]; validIds: readonly SmsProvider[] }
  | { kind: 'sent'; savedIds: readonly SmsProvider[] }

/**
 * Saves the settings of several providers at once (docs/behaviour.md 12.15). If one field is faulty, none of
 * them is sent.
 */
export function useSmsSaving(accounts: readonly SmsAccount[]) {
  const [result, setResult] = useState<SavingResult>()

  const reloadAccounts = async (chosen: readonly SmsAccount[]) => {
    // The saved settings may belong to another account, which has another balance.
    for (const { balance } of chosen) balance.refresh()
    await Promise.all(chosen.map(({ form }) => form.reload()))
  }

  /**
   * Saves these accounts, and returns whether all were saved.
   * @param overwrites true to replace what another user has saved meanwhile
   */
  const save = async (chosen: readonly SmsAccount[], { overwrites = false } = {}): Promise<boolean> => {
    setResult(undefined)
    const checked = await checkForms(chosen)
    const errors = checked.flatMap((account) => account.errors)
    if (errors.length > 0) {
      const valid = checked.filter((account) => account.errors.length === 0)
      setResult({ kind: 'faulty', errors, validIds: valid.map(({ id }) => id) })
      return false
    }
    const successes = await Promise.all(
      chosen.map(({ form }) => (overwrites ? form.submitAnyway() : form.submit())),
    )
    const saved = chosen.filter((_, index) => successes[index])
    setResult({ kind: 'sent', savedIds: saved.map(({ id }) => id) })
    await reloadAccounts(saved)
    return saved.length === chosen.length
  }

  const validIds = result?.kind === 'faulty' ? result.validIds : []
  return {
    outcome: outcomeOf(result, accounts),
    /** The accounts without errors, which can be saved alone when others have errors. */
    savableAlone: accounts.filter(({ id }) => validIds.includes(id)),
    save,
    reload: (chosen: readonly SmsAccount[]) => {
      setResult(undefined)
      return reloadAccounts(chosen)
    },
  }
}

/** Validates the forms of these accounts. Resolves for each, in their order, to the errors of its fields. */
async function checkForms(accounts: readonly SmsAccount[]) {
  const checked: { id: SmsProvider; errors: readonly string[] }[] = []
  // Each check moves the focus to the form's first faulty field. The topmost form must keep it, so it is
  // checked last.
  for (const { id, form } of accounts.toReversed()) checked.push({ id, errors: await errorsIn(form) })
  return checked.toReversed()
}

/**
 * Validates the form, without submitting it. Resolves to the messages of its faulty fields, each of which is
 * shown at its field too.
 */
async function errorsIn(form: SmsAccount['form']): Promise<string[]> {
  const messages: string[] = []
  const validate = form.handleSubmit(
    () => undefined,
    (errorsByField) => {
      for (const error of Object.values(errorsByField))
        if (typeof error?.message === 'string') messages.push(error.message)
    },
  )
  await validate()
  return messages
}

/**
 * Returns what the banner says: the errors, or else which settings were refused by the server or do not work
 * at their provider, and which are saved.
 */
function outcomeOf(
  result: SavingResult | undefined,
  accounts: readonly SmsAccount[],
): FormOutcome | undefined {
  if (result === undefined) return undefined
  if (result.kind === 'faulty') return { tone: 'danger', text: result.errors.join(' ') }
  const saved = accounts.filter(({ id }) => result.savedIds.includes(id))
  // A success is shown only until something else is typed.
  const success = saved.some(({ form }) => form.dirty) ? '' : savedText(saved, accounts)
  const refusals = accounts.flatMap(({ name, form: { outcome } }) =>
    outcome?.tone === 'danger' ? [`${name}: ${outcome.text}`] : [],
  )
  const wrongCredentials = saved.flatMap(({ name, balance: { balance } }) =>
    balance?.isRefused ? [refusalText(name)] : [],
  )
  const failures = [...refusals, ...wrongCredentials]
  if (failures.length > 0) return { tone: 'danger', text: failures.join(' '), more: success }
  return success ? { tone: 'good', text: success } : undefined
}

function savedText(saved: readonly SmsAccount[], accounts: readonly SmsAccount[]): string {
  if (saved.length === accounts.length) return SMS_SAVED
  return saved.map(({ name }) => `${name}: ${SMS_SAVED}`).join(' ')
}
