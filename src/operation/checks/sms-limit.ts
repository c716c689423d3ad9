import { smsOfMonth } from '../../messaging/sms/limits.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { GENERAL_PAGE } from './words.ts'

/** The share of the monthly SMS at which the practice is warned. */
const WARNING_SHARE = 0.8

/** Checks how many of the SMS of this month are used up. */
export const smsLimitCheck = defineCheck({
  read: smsOfMonth,

  alerts: ({ count, cap }) => {
    if (cap === 0 || count < cap * WARNING_SHARE) return []
    const used = `${count} von ${cap}`
    const about = { kind: 'sms-cap', detail: `${used} in diesem Monat`, href: GENERAL_PAGE }
    if (count < cap) {
      const banner = `Diesen Monat sind ${used} SMS verbraucht.`
      return [alertWithCard({ ...about, level: 'warning', banner, title: 'SMS bald verbraucht' })]
    }
    const banner = `Die Grenze von ${cap} SMS im Monat ist erreicht: Es gehen keine SMS mehr hinaus.`
    return [alertWithCard({ ...about, level: 'danger', banner, title: 'Keine SMS mehr' })]
  },

  metrics: {
    ordi_sms_month_messages: { help: 'SMS of this month.', value: ({ count }) => count },
    ordi_sms_month_limit: {
      help: 'How many SMS a month may have; 0 is no limit.',
      value: ({ cap }) => cap,
    },
  },
})
