import { insertAdmin, signIn } from './admins.ts'
import { tokenIn } from './links.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The e-mail address of Gerda, a second staff member. */
export const GERDA_EMAIL = 'gerda@ordination.example'
/** The body of the call that invites Gerda. */
export const INVITATION = { email: GERDA_EMAIL, name: 'Gerda Testner', role: 'assistant' }
/** The password that Gerda chooses with the link of an invitation. */
export const CHOSEN_PASSWORD = 'sieben Igel rollen bergab'

/** Opens a practice that can send e-mails, with a doctor who is signed in. */
export async function openStaffApp() {
  const app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
  const doctorId = insertAdmin(app, { name: 'Dr. Muster' })
  return { app, doctor: await signIn(app), doctorId }
}

/** Opens the same practice where Gerda is invited. */
export async function openInvitedApp(changes: Record<string, unknown> = {}) {
  const practice = await openStaffApp()
  const answer = await practice.doctor.post('/api/admin/people', { ...INVITATION, ...changes })
  return { ...practice, answer, id: answer.json.id as number, token: invitationToken(practice.app) }
}

/** Opens the same practice where Gerda has an access, and is signed in. */
export async function openAppWithGerda(role: 'doctor' | 'assistant' = 'assistant') {
  const practice = await openStaffApp()
  const gerdaId = insertAdmin(practice.app, { email: GERDA_EMAIL, name: 'Gerda', role })
  return { ...practice, gerdaId, gerda: await signIn(practice.app, { email: GERDA_EMAIL }) }
}

/** Returns the token of the last invitation that was queued. */
export function invitationToken(app: TestApp): string {
  const [{ text } = { text: '' }] = app.rows<{ text: string }>(
    `select text from messages where kind = 'invitation' order by id desc limit 1`,
  )
  return tokenIn(text)
}

/** Accepts an invitation on its page, with CHOSEN_PASSWORD. */
export function acceptInvitation(
  app: TestApp,
  token: string,
  changes: Record<string, unknown> = {},
  address?: string,
) {
  const acceptance = { token, name: 'Gerda Testner', password: CHOSEN_PASSWORD, ...changes }
  return app.browser(address).post('/api/admin/people/accept', acceptance)
}
