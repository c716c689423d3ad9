import { fstatSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { randomPassword } from '../access/passwords.ts'
import type { Ctx } from '../ctx.ts'
import { passwordRefusal } from '../password-refusal.ts'
import { readSetting } from '../practice/settings.ts'
import { CommandError } from './command.ts'

/** Milliseconds without input after which a hint is printed, because somebody may not know what to type. */
const HINT_AFTER_MS = 2_000
/** Milliseconds after which a pipe that stays open is no longer waited for, as scripts may inherit one. */
const INPUT_LIMIT_MS = 60_000
const INPUT_STILL_OPEN = `Nothing was changed. Standard input did not end within ${INPUT_LIMIT_MS / 1000} seconds: pipe the password in, or have one made with </dev/null`

/**
 * Returns the password from standard input, or undefined if nothing is piped in. Needs no database, so that
 * a password that is refused leaves none behind.
 * @throws CommandError
 */
export async function readPipedPassword(email: string): Promise<string | undefined> {
  const password = isPiped() ? await readPassword() : ''
  if (password === '') return undefined
  if (/\p{Cc}/u.test(password))
    throw new CommandError('Nothing was changed. The password must be one line of text.')
  assertAllowed({ password, email })
  return password
}

/** Returns the piped password, or a random one if there is none. @throws CommandError */
export function passwordOrGenerated(
  ctx: Ctx,
  { email, piped }: Readonly<{ email: string; piped: string | undefined }>,
): { password: string; isGenerated: boolean } {
  if (piped === undefined) return { password: randomPassword(), isGenerated: true }
  assertAllowed({ password: piped, email, practice: readSetting(ctx, 'practice', 'name') })
  return { password: piped, isGenerated: false }
}

/**
 * Asserts that the password is not easily guessed from the address and the practice's name.
 * @throws CommandError
 */
function assertAllowed({
  password,
  email,
  practice,
}: Readonly<{ password: string; email: string; practice?: string }>): void {
  const refusal = passwordRefusal(password, email, practice)
  if (refusal !== undefined)
    throw new CommandError(`Nothing was changed. The password is refused: ${refusal}.`)
}

/** Reads the password from standard input, without a final line break. @throws CommandError */
async function readPassword(): Promise<string> {
  const { stdin } = process
  const hintTimer = setTimeout(
    () => console.error('Waiting for the password on standard input …'),
    HINT_AFTER_MS,
  )
  const limitTimer = setTimeout(() => stdin.destroy(new CommandError(INPUT_STILL_OPEN)), INPUT_LIMIT_MS)
  try {
    return (await text(stdin)).replace(/\r?\n$/, '')
  } finally {
    clearTimeout(hintTimer)
    clearTimeout(limitTimer)
  }
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
