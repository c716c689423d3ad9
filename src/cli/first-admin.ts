import { addFirstAdmin, hasAdmins, type NewAdmin } from '../access/admins.ts'
import { hashPassword, randomPassword } from '../access/passwords.ts'
import type { Ctx } from '../ctx.ts'

const DEFAULT_EMAIL = 'admin@localhost'

/** `password` only where it was made here, and nobody knows it yet. */
export type FirstAdmin = Readonly<{ admin: NewAdmin; password: string | undefined }>

/**
 * The admin that a database without any is to have: ADMIN_EMAIL and ADMIN_PASSWORD, or what stands in for them
 * (decisions, section 1). Undefined when there is an admin. Hashing takes its time, so it is done before the port opens, and
 * nothing is stored: a start that fails leaves no admin behind whose password nobody has read.
 */
export async function prepareFirstAdmin(ctx: Ctx): Promise<FirstAdmin | undefined> {
  if (hasAdmins(ctx)) return undefined
  const { adminEmail = DEFAULT_EMAIL, adminPassword } = ctx.config
  const password = adminPassword ?? randomPassword()
  const admin = { email: adminEmail, name: '', passwordHash: await hashPassword(password) }
  return { admin, password: adminPassword === undefined ? password : undefined }
}

/**
 * Lets the first admin in, and tells the password if it was made here: once, in plain lines on standard output, so that
 * whoever starts Ordi for the first time sees it among the log's JSON. A runtime that keeps what is printed
 * (`docker compose logs`) keeps this too, hence the advice to change it, which makes the printed one worthless.
 */
export function admitFirstAdmin(ctx: Ctx, { admin, password }: FirstAdmin): void {
  const admitted = addFirstAdmin(ctx, admin)
  if (admitted === undefined || password === undefined) return
  console.log(
    [
      '',
      'This portal has its first admin:',
      `  E-mail:   ${admitted.email}`,
      `  Password: ${password}`,
      `It is shown this once. Sign in at ${ctx.config.baseUrl}/admin/login and change it there.`,
      '',
    ].join('\n'),
  )
}
