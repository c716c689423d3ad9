import { getService, saveService } from '../schedule/services.ts'
import type { Question } from '../shared/service/questions.ts'
import { aHold, aRequest, verifyEmailAddress } from './factory.ts'
import { openTestApp, type TestAppOptions } from './test-app.ts'

/** The questions of the service that the holds of `aHold` are for. */
export const QUESTIONS: readonly Question[] = [
  { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
  { id: 'anliegen', label: 'Was ist Ihnen wichtig?', kind: 'text', required: false },
]
/** A word that occurs nowhere else in the portal. */
export const PLANTED_WORD = 'Quirlstichfieber'
/** The patient's answers. */
export const ANSWERS = { allergien: true, anliegen: `Seit Mai ${PLANTED_WORD}` }
/** The answers with their questions, as they are shown. */
export const SHOWN_ANSWERS = [
  { id: 'allergien', label: 'Haben Sie Allergien?', value: 'Ja' },
  { id: 'anliegen', label: 'Was ist Ihnen wichtig?', value: `Seit Mai ${PLANTED_WORD}` },
]

export type AppWithQuestions = Awaited<ReturnType<typeof openWithQuestions>>

/**
 * Opens the app with a service that has QUESTIONS, and a browser with a verified e-mail address. `hold` and
 * `confirm` send ANSWERS, and `readDetails` returns what the practice sees of a booking.
 */
export async function openWithQuestions(options: TestAppOptions = {}) {
  const app = openTestApp(options)
  const setQuestions = (questions: readonly Question[]) =>
    saveService(app.ctx(), { ...getService(app.ctx(), 'erstordination'), questions })
  setQuestions(QUESTIONS)
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const hold = (changes: object = {}) => browser.post('/api/hold', aHold({ answers: ANSWERS, ...changes }))
  const confirm = async (holdId: string, changes: object = {}) =>
    browser.post('/api/booking/confirm', await aRequest(app, holdId, { answers: ANSWERS, ...changes }))
  const readDetails = async (id: string) => (await app.admin().get(`/api/admin/bookings/${id}`)).json
  return { ...app, browser, setQuestions, hold, confirm, readDetails }
}
