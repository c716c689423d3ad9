import { fstatSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { randomPassword } from '../access/passwords.ts'
import type { Ctx } from '../ctx.ts'
import { passwordRefusal } from '../password-refusal.ts'
import { readSetting } from '../practice/settings.ts'
import { CommandError } from './command.ts'

/** Milliseconds without input after which a hint is printed, because somebody may not know what to type. */
const HINT_AFTER_MS = 2_000

/** Returns the password from standard input, or a random one if nothing is piped in. @throws CommandError */
export async function readOrGeneratePassword(
  ctx: Ctx,
  email: string,
): Promise<{ password: string; isGenerated: boolean }> {
  const password = isPiped() ? await readPassword() : ''
  if (password === '') return { password: randomPassword(), isGenerated: true }
  if (/\p{Cc}/u.test(password))
    throw new CommandError('Nothing was changed. The password must be one line of text.')
  const refusal = passwordRefusal(password, email, readSetting(ctx, 'practice', 'name'))
  if (refusal !== undefined)
    throw new CommandError(`Nothing was changed. The password is refused: ${refusal}.`)
  return { password, isGenerated: false }
}

/** Reads the password from standard input, without a final line break. */
async function readPassword(): Promise<string> {
  const hint = setTimeout(() => console.error('Waiting for the password on standard input …'), HINT_AFTER_MS)
  const piped = await text(process.stdin)
  clearTimeout(hint)
  return piped.replace(/\r?\n$/, '')
}

/**
 * Returns whether standard input may contain a password. Terminals and /dev/null do not; both are character
 * devices.
 */
function isPiped(): boolean {
  try {
    return !fstatSync(process.stdin.fd).isCharacterDevice()
  } catch {
    // Standard input is closed.
    return false
  }
}
