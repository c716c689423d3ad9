import type { SmsResult } from '../messaging/sms/provider.ts'
import type { SmsProvider } from '../shared/sms-providers.ts'
import { providerAnswering, TEXT_MESSAGE } from './answering-provider.ts'
import { openSmsApp } from './sms-app.ts'

/** Opens an SMS app in which TEXT_MESSAGE can be sent through each provider, without the outbox. */
export function openAnsweringApp() {
  const app = openSmsApp()
  app.setUpBoth()
  const send = (provider: SmsProvider, httpFetch = app.httpFetch): Promise<SmsResult> =>
    app.openClient(provider, httpFetch).send(TEXT_MESSAGE)
  return {
    ...app,
    /** Sends TEXT_MESSAGE, to the simulator of the provider unless another `fetch` is given. */
    send,
    /** Sends TEXT_MESSAGE to a provider that gives this answer. */
    sendAnswered: (provider: SmsProvider, { status = 200, body }: { status?: number; body: unknown }) =>
      send(provider, providerAnswering(status, body).httpFetch),
  }
}

export type AnsweringApp = ReturnType<typeof openAnsweringApp>
