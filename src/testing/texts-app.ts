import { decideBooking } from '../booking/decisions.ts'
import { book } from './factory.ts'
import { openTestApp } from './test-app.ts'

/** Opens an app with an admin who reads and writes the practice's own texts. */
export function openTextsApp() {
  const app = openTestApp()
  const admin = app.admin()
  const path = (kind: string) => `/api/admin/texts/${kind}`
  return {
    ...app,
    listTexts: async () => (await admin.get('/api/admin/texts')).json,
    getText: (kind: string) => admin.get(path(kind)),
    putText: (kind: string, words: object, headers?: Record<string, string>) =>
      admin.put(path(kind), words, headers),
    reset: (kind: string) => admin.send('DELETE', path(kind)),
    preview: (kind: string, words: object) => admin.post(`${path(kind)}/preview`, words),
    lastSms: () => app.rows<{ text: string }>(`select text from messages where channel = 'sms'`).at(-1)?.text,
    /** Books and confirms an appointment, by which the patient gets the messages. */
    async confirm(start = '2027-01-12T08:30:00+01:00') {
      const { id } = (await book(app, app.browser(), start)).json
      decideBooking(app.ctx(), id, { decision: 'confirm' })
    },
  }
}
