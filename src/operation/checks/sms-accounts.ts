import type { Ctx } from '../../ctx.ts'
import { findBalance } from '../../messaging/sms/balances.ts'
import { isProviderSetUp } from '../../messaging/sms/providers.ts'
import { formatAmount } from '../../shared/money.ts'
import { PROVIDER_NAMES, SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { alertWithCard, defineCheck, unixSeconds } from './check.ts'
import { goodFinding } from './finding.ts'
import { pastTimeText } from './words.ts'

/** Units of any currency below which a balance is low: about seventy SMS, enough for a few days. */
const LOW_BALANCE = 5

/** Checks which SMS providers are set up, and how much money is left in their accounts. */
export const smsAccountsCheck = defineCheck({
  read: (ctx: Ctx) =>
    SMS_PROVIDERS.map((provider) => {
      const isInUse = isProviderSetUp(ctx, provider)
      return { provider, isInUse, balance: isInUse ? findBalance(ctx, provider) : undefined }
    }),

  alerts: (accounts, now) =>
    accounts.flatMap(({ provider, balance }) => {
      const isLow = balance !== undefined && Number(balance.amount) < LOW_BALANCE
      if (!isLow) return []
      const name = PROVIDER_NAMES[provider]
      const left = formatAmount(balance.amount, balance.currency)
      return [
        alertWithCard({
          kind: 'balance',
          level: 'warning',
          banner: `Guthaben bei ${name} ist niedrig: ${left}.`,
          title: 'Guthaben niedrig',
          detail: `${name} ${left}, Stand ${pastTimeText(balance.at, { now })}`,
          href: '/admin/settings/sms',
        }),
      ]
    }),

  doctor: {
    group: 'operation',
    findings: (accounts) => {
      const names = accounts.flatMap(({ provider, isInUse }) => (isInUse ? [PROVIDER_NAMES[provider]] : []))
      if (names.length === 0)
        return [
          goodFinding('SMS', {
            text: 'no provider set up: none are sent',
            german: 'Kein Provider eingerichtet: Es gehen keine hinaus.',
          }),
        ]
      const providers = names.join(', ')
      return [goodFinding('SMS', { text: `${providers} set up`, german: `${providers} eingerichtet` })]
    },
  },

  metrics: {
    ordi_sms_provider_set_up: {
      help: '1 if the provider has an account.',
      labels: ['provider'],
      values: (accounts) => accounts.map(({ provider, isInUse }) => [{ provider }, Number(isInUse)]),
    },
    ordi_sms_balance: {
      help: 'Last known balance of the account, in its currency.',
      labels: ['provider', 'currency'],
      values: (accounts) =>
        accounts.flatMap(({ provider, balance }) =>
          balance ? [[{ provider, currency: balance.currency }, Number(balance.amount)]] : [],
        ),
    },
    ordi_sms_balance_timestamp_seconds: {
      help: 'When the balance was asked for.',
      labels: ['provider'],
      values: (accounts) => accounts.map(({ provider, balance }) => [{ provider }, unixSeconds(balance?.at)]),
    },
  },
})
