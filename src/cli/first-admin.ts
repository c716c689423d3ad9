import { addFirstAdmin, DEFAULT_EMAIL, type NewAdmin, wantsFirstAdmin } from '../access/admins.ts'
import { hashPassword, randomPassword } from '../access/passwords.ts'
import { passwordRefusal } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { readSetting } from '../practice/settings.ts'
import { CommandError } from './command.ts'

/** `password` is set when it was generated here. */
type FirstAdmin = Readonly<{ admin: NewAdmin; password: string | undefined }>

/**
 * Prepares the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, or with a generated password. Hashes before the port opens,
 * but stores nothing, so that a failed start leaves no admin with an unknown password.
 * @returns undefined when there is an admin already, except the one of a start without ADMIN_EMAIL
 * @throws CommandError when ADMIN_PASSWORD is easily guessed
 */
export async function prepareFirstAdmin(ctx: Ctx): Promise<FirstAdmin | undefined> {
  const { adminEmail = DEFAULT_EMAIL, adminPassword } = ctx.config
  if (!wantsFirstAdmin(ctx, adminEmail)) return undefined
  // The configuration has checked it without the practice's name and the default address.
  const refusal =
    adminPassword && passwordRefusal(adminPassword, adminEmail, readSetting(ctx, 'practice', 'name'))
  if (refusal) throw new CommandError(`ADMIN_PASSWORD is refused: ${refusal}.`)
  const password = adminPassword ?? randomPassword()
  const admin = { email: adminEmail, name: '', passwordHash: await hashPassword(password) }
  return { admin, password: adminPassword === undefined ? password : undefined }
}

/**
 * Stores the first admin and prints a generated password once, in plain lines that stand out in the JSON log. Container
 * runtimes keep this output, so the text asks the admin to change the password.
 */
export function createFirstAdmin(ctx: Ctx, { admin, password }: FirstAdmin): void {
  const created = addFirstAdmin(ctx, admin)
  if (created === undefined || password === undefined) return
  console.log(
    [
      '',
      'This portal has its first admin:',
      `  E-mail:   ${created.email}`,
      `  Password: ${password}`,
      `It is shown this once. Sign in at ${ctx.config.baseUrl}/admin/login and change it there.`,
      '',
    ].join('\n'),
  )
}
