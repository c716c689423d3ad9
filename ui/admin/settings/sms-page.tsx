import { SETTINGS } from '../../../src/shared/settings/settings.ts'
import { PROVIDER_NAMES, SMS_PROVIDERS, type SmsProvider } from '../../../src/shared/sms-providers.ts'
import { Button } from '../../components/button.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { BalanceCard } from './balance-card.tsx'
import { DeliveryReports } from './delivery-reports.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsSections } from './settings-sections.tsx'
import { useBalance } from './use-balance.ts'
import { useSettingsForm } from './use-settings-form.ts'
import { type SmsAccount, useSmsSaving } from './use-sms-saving.ts'

const [FIRST_PROVIDER = '', ...OTHER_PROVIDERS] = SMS_PROVIDERS.map((id) => PROVIDER_NAMES[id])

const LEAD = `Gesendet wird über ${FIRST_PROVIDER}, und über ${OTHER_PROVIDERS.join(' oder ')}, wenn ${FIRST_PROVIDER} nicht eingerichtet ist oder ablehnt.`

/** Shows the settings of all SMS providers on one page, saved by one button. */
export function SmsPage() {
  const accounts = useAccounts()
  const saving = useSmsSaving(accounts)
  const { savableAlone, save } = saving
  return (
    <EditPage
      title="SMS Provider"
      lead={LEAD}
      form={commonForm(accounts, saving)}
      above={
        <div className="columns">
          {accounts.map(({ id, name, balance }) => (
            <BalanceCard key={id} name={name} balanceState={balance} />
          ))}
        </div>
      }
      outcomeHelp={
        savableAlone.length > 0 && (
          <div className="row mt-4">
            {savableAlone.map((account) => (
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
                onKeepMine={() => save([account], { overwrites: true })}
              />
            </>
          }
        />
      ))}
    </EditPage>
  )
}

/** Returns all forms as one. The page is shown once the settings of all providers are loaded. */
function commonForm(
  accounts: readonly SmsAccount[],
  { outcome, save, reload }: ReturnType<typeof useSmsSaving>,
) {
  const forms = accounts.map(({ form }) => form)
  return {
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
    submit: async (event?: { preventDefault(): void }) => {
      event?.preventDefault()
      return save(accounts)
    },
  }
}

/** Returns the form and the balance of each provider, in the order in which the providers are tried. */
function useAccounts(): SmsAccount[] {
  return SMS_PROVIDERS.map((id) => ({
    id,
    name: PROVIDER_NAMES[id],
    // biome-ignore-start lint/correctness/useHookAtTopLevel: the list of providers is the same in every
    // render
    form: useSettingsForm<SmsProvider>(id),
    balance: useBalance(id),
    // biome-ignore-end lint/correctness/useHookAtTopLevel: the list ends here
  }))
}
