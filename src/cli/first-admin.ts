import { writeFileSync } from 'node:fs'
import { addFirstAdminIfWanted, DEFAULT_EMAIL, type NewAdmin, wantsFirstAdmin } from '../access/admins.ts'
import { hashPassword, randomPassword } from '../access/passwords.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { passwordRefusal } from '../password-refusal.ts'
import { readSetting } from '../practice/settings.ts'
import { CommandError } from './command.ts'

/** The file descriptor of standard output. */
const STDOUT = 1

/** The admin to store, and the generated password to print; undefined if it comes from ADMIN_PASSWORD. */
type FirstAdmin = Readonly<{ admin: NewAdmin; generatedPassword: string | undefined }>

/**
 * Prepares the first admin from ADMIN_EMAIL and ADMIN_PASSWORD, or with a generated password. Hashes the
 * password before the port opens, but stores nothing, so that a failed start leaves no admin with an unknown
 * password.
 * @returns undefined when there already is an admin, other than the one from a start without ADMIN_EMAIL
 * @throws CommandError when ADMIN_PASSWORD is easily guessed
 */
export async function prepareFirstAdmin(ctx: Ctx): Promise<FirstAdmin | undefined> {
  const { adminEmail = DEFAULT_EMAIL, adminPassword } = ctx.config
  if (!wantsFirstAdmin(ctx, adminEmail)) return undefined
  if (adminPassword !== undefined) assertAllowed(ctx, adminPassword, adminEmail)
  const password = adminPassword ?? randomPassword()
  const admin = { email: adminEmail, name: '', passwordHash: await hashPassword(password) }
  return { admin, generatedPassword: adminPassword === undefined ? password : undefined }
}

/**
 * Checks ADMIN_PASSWORD. The configuration has done so too, but without the practice's name and the default
 * e-mail address.
 * @throws CommandError
 */
function assertAllowed(ctx: Ctx, password: string, email: string): void {
  const refusal = passwordRefusal(password, email, readSetting(ctx, 'practice', 'name'))
  if (refusal !== undefined) throw new CommandError(`ADMIN_PASSWORD is refused: ${refusal}.`)
}

/**
 * Stores the first admin and prints a generated password once, as plain lines that stand out from the JSON
 * log. Container runtimes keep this output, so the text asks the admin to change the password.
 * @throws CommandError when the password cannot be printed; nothing is stored then
 */
export function createFirstAdmin(ctx: Ctx, { admin, generatedPassword }: FirstAdmin): void {
  inTx(ctx, () => {
    const created = addFirstAdminIfWanted(ctx, admin)
    if (created === undefined || generatedPassword === undefined) return
    printAtOnce(
      [
        '',
        'This portal has its first admin:',
        `  E-mail:   ${created.email}`,
        `  Password: ${generatedPassword}`,
        `It is shown this once. Sign in at ${ctx.config.baseUrl}/admin/login and change it there.`,
        '',
        '',
      ].join('\n'),
    )
  })
}

/** Writes to standard output, which `console.log` does later and without a failure. @throws CommandError */
function printAtOnce(text: string): void {
  try {
    writeFileSync(STDOUT, text)
  } catch (error) {
    throw new CommandError(
      `The password of the first admin cannot be printed (${(error as NodeJS.ErrnoException).code}), so there is none yet. Set ADMIN_PASSWORD, or let standard output be written.`,
    )
  }
}
