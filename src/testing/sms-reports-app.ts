import { pollDeliveryReports } from '../messaging/sms/delivery-reports.ts'
import type { SmsProvider } from '../shared/sms-providers.ts'
import type { AcceptedSms } from './simulators/clicksend-receipts.ts'
import { openSmsApp } from './sms-app.ts'

/** ClickSend's codes for an SMS that has reached the phone, and for one that never will. */
export const CLICKSEND_CODES = { delivered: 201, lost: 301 }

/** The same of seven.io. */
const SEVENIO_CODES = { delivered: 'DELIVERED', lost: 'EXPIRED' }

/** Opens an SMS app whose providers report on the messages that they have accepted. */
export function openSmsReportsApp() {
  const app = openSmsApp()
  return {
    ...app,
    /** Sends a message through this provider. A fault may break the call. */
    send: async (provider: SmsProvider, { fault }: { fault?: string } = {}): Promise<AcceptedSms> => {
      if (provider === 'clicksend') app.setUpClicksend()
      else app.setUpSevenio()
      app[provider].faults.plan(fault)
      app.queue()
      await app.deliver()
      const message = app[provider].taken.at(-1)
      if (message === undefined) throw new Error('nothing was accepted')
      return message
    },
    /**
     * Lets a provider make a report on a message, which polling then finds.
     * @returns the report in the form in which the provider pushes it
     */
    makeReport: (provider: SmsProvider, message: AcceptedSms, report: 'delivered' | 'lost'): unknown =>
      provider === 'clicksend'
        ? app.clicksend.report(message, CLICKSEND_CODES[report])
        : app.sevenio.report(message, SEVENIO_CODES[report]),
    /** Asks the providers for reports. @returns the calls that this took, each as method and URL */
    poll: async (): Promise<string[]> => {
      const calls: string[] = []
      const recordingFetch: typeof fetch = (url, init) => {
        calls.push(`${init?.method} ${url}`)
        return app.httpFetch(url, init)
      }
      await pollDeliveryReports(app.ctx, { httpFetch: recordingFetch, log: app.log })
      return calls
    },
  }
}

export type SmsReportsApp = ReturnType<typeof openSmsReportsApp>
