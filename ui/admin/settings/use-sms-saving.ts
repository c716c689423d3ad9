import { useState } from 'react'
import { SMS_SAVED } from '../../../src/shared/messages.de.ts'
import type { Outcome } from '../forms/use-submit-form.ts'
import { PROVIDER_NAMES, type ProviderId, type SmsAccount } from './sms-providers.ts'

type Result =
  /** Nothing was sent; `faultless` is the provider whose own check found nothing. */
  { faults: string; faultless: ProviderId | undefined } | { saved: readonly ProviderId[] }

/**
 * Saves the settings of both providers (specification sections 5 and 7): the faults of the two checks are joined, and then
 * nothing is saved; otherwise both are sent in parallel, and after that settings and balances are loaded anew.
 */
export function useSmsSaving(
  accounts: readonly SmsAccount[],
  refreshBalance: Readonly<Record<ProviderId, () => void>>,
) {
  const [result, setResult] = useState<Result>()

  const save = async (chosen: readonly SmsAccount[], force = false) => {
    setResult(undefined)
    const checked = await checkAll(chosen)
    const faults = checked.flatMap(({ faults }) => faults)
    if (faults.length > 0) {
      const faultless = checked.find(({ faults }) => faults.length === 0)?.id
      setResult({ faults: faults.join(' '), faultless })
      return
    }
    const answers = await Promise.all(checked.map(({ save }) => save(force)))
    const saved = chosen.filter((_, at) => answers[at])
    setResult({ saved: saved.map(({ id }) => id) })
    await reloadAll(saved)
  }

  const only = (id: ProviderId) => accounts.filter((account) => account.id === id)
  const reloadAll = async (chosen: readonly SmsAccount[]) => {
    for (const { id } of chosen) refreshBalance[id]()
    await Promise.all(chosen.map(({ reload }) => reload()))
  }

  return {
    outcome: outcomeOf(result, accounts),
    /** The provider that can be saved alone, because only the other one has faults. */
    alone: result && 'faults' in result ? result.faultless : undefined,
    saveAll: () => save(accounts),
    saveOnly: (id: ProviderId) => save(only(id)),
    /** Over what somebody else has saved meanwhile. */
    saveAnyway: (id: ProviderId) => save(only(id), true),
    reloadAll: async () => {
      setResult(undefined)
      await reloadAll(accounts)
    },
  }
}

/** From the last one up: the first faulty field of the page takes the focus in the end. */
async function checkAll(accounts: readonly SmsAccount[]) {
  const checked = []
  for (const { id, check } of accounts.toReversed()) checked.unshift({ id, ...(await check()) })
  return checked
}

function outcomeOf(result: Result | undefined, accounts: readonly SmsAccount[]): Outcome | undefined {
  if (result === undefined) return undefined
  if ('faults' in result) return { tone: 'danger', text: result.faults }
  const done = accounts.filter(({ id }) => result.saved.includes(id))
  // "Gespeichert" is true no longer once somebody types on.
  const told = done.some(({ dirty }) => dirty) ? '' : savedText(result.saved, accounts)
  const failures = accounts.flatMap(({ id, failure }) =>
    failure ? [`${PROVIDER_NAMES[id]}: ${failure}`] : [],
  )
  if (failures.length > 0) return { tone: 'danger', text: failures.join(' '), more: told }
  return told ? { tone: 'good', text: told } : undefined
}

function savedText(saved: readonly ProviderId[], accounts: readonly SmsAccount[]): string {
  if (saved.length === accounts.length) return SMS_SAVED
  return saved.map((id) => `${PROVIDER_NAMES[id]}: ${SMS_SAVED}`).join(' ')
}
