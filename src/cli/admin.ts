import * as v from 'valibot'
import { accountAddress } from '../access/account-address.ts'
import {
  addAdminIfNew,
  changeAdmin,
  findAdmin,
  isInvited,
  listAdmins,
  replacePassword,
} from '../access/admins.ts'
import { disableAllFactors } from '../access/factor-changes.ts'
import { hashPassword } from '../access/passwords.ts'
import { hasSecondFactor } from '../access/second-factor.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { isEmail } from '../shared/contact/email.ts'
import { lineSchema } from '../shared/line.ts'
import { ROLES, type Role } from '../shared/role.ts'
import { notifyDoctors } from '../staff/security-notices.ts'
import { assertDatabase, type Command, CommandError, readArguments, withApp } from './command.ts'
import { passwordOrGenerated, readPipedPassword } from './new-password.ts'

const USAGE =
  'usage: ordi admin add EMAIL [--name NAME] [--role doctor|assistant|technik] | password EMAIL [--without-second-factor] | list\n' +
  'The password is read from standard input when something is piped in; otherwise one is made and printed.'

/** Longest name in characters. */
const LONGEST_NAME = 80

/** Manages admins. The server may be running; changes apply at once. */
export const adminCommand: Command = {
  usage: 'admin add|password|list',
  help: USAGE,
  readsArguments: true,
  run: async (config, args) => {
    const { email, action } = readAction(args)
    // Only `add` may run before the first start of the server.
    if (args[0] !== 'add') assertDatabase(config)
    const piped = email === undefined ? undefined : await readPipedPassword(email)
    await withApp(config, (ctx) => action(ctx(), piped))
    return 0
  },
}

/** Adds an admin, tells the doctors, and prints a generated password. @throws CommandError */
async function addAdmin(
  ctx: Ctx,
  { email, name, role }: Readonly<{ email: string; name: string; role: Role }>,
  piped: string | undefined,
): Promise<void> {
  const takenSentence = `There is an admin with this e-mail address already: ${email}`
  if (findAdmin(ctx, email) !== undefined) throw new CommandError(takenSentence)
  const { password, isGenerated } = passwordOrGenerated(ctx, { email, piped })
  const member = { email: accountAddress(email), name, role }
  const passwordHash = await hashPassword(password)
  inTx(ctx, () => {
    notifyDoctors(ctx, { of: 'added', member })
    if (addAdminIfNew(ctx, { ...member, passwordHash }) === undefined) throw new CommandError(takenSentence)
  })
  console.log(`${member.email} may sign in now.`)
  if (isGenerated) printPassword(password)
}

/**
 * Replaces the password of an admin, ends all sessions, tells the doctors, and prints a generated password.
 * @throws CommandError
 */
async function changePassword(
  ctx: Ctx,
  { email, withoutSecondFactor }: Readonly<{ email: string; withoutSecondFactor: boolean }>,
  piped: string | undefined,
): Promise<void> {
  const member = findAdmin(ctx, email)
  if (member === undefined) throw new CommandError(`There is no admin with this e-mail address: ${email}`)
  const { password, isGenerated } = passwordOrGenerated(ctx, { email: member.email, piped })
  const passwordHash = await hashPassword(password)
  inTx(ctx, () => {
    notifyDoctors(ctx, { of: 'new-password', member })
    replacePassword(ctx, member, passwordHash)
    changeAdmin(ctx, member.id, { resets: member.resets + 1 })
    if (withoutSecondFactor) disableAllFactors(ctx, member)
  })
  console.log(`${member.email} has a new password and is signed out everywhere.`)
  if (isGenerated) printPassword(password)
  if (withoutSecondFactor) console.log('The second factor is off.')
  else if (hasSecondFactor(ctx, member))
    console.log('The second factor stays on; --without-second-factor takes it off.')
}

/** Prints a line for each admin. */
function printAdmins(ctx: Ctx): void {
  const admins = listAdmins(ctx)
  if (admins.length === 0) console.log('There is no admin yet. The first start of the server makes one.')
  for (const member of admins) {
    const { email, name, role } = member
    const who = name === '' ? email : `${email} (${name})`
    const factor = hasSecondFactor(ctx, member) ? 'on' : 'off'
    console.log(`${who}, ${role}, ${isInvited(member) ? 'invited' : `second factor ${factor}`}`)
  }
}

/** The work of one command. */
type Action = Readonly<{
  /** The address of the person who gets a new password; undefined if nobody does. */
  email?: string
  /** Does the work, with the password that was piped in, if there is one. */
  action: (ctx: Ctx, piped: string | undefined) => void | Promise<void>
}>

/** Returns the action for these arguments. @throws CommandError with the usage, or what is wrong in them */
function readAction([kind, ...args]: readonly string[]): Action {
  if (kind === 'add') return readAddition(args)
  if (kind === 'password') return readPasswordChange(args)
  if (kind === 'list' && args.length === 0) return { action: printAdmins }
  throw new CommandError(USAGE)
}

/** Returns the action of `add`. @throws CommandError with the usage, or what is wrong in the arguments */
function readAddition(args: readonly string[]): Action {
  const parsed = readArguments(args, { name: { type: 'string' }, role: { type: 'string' } })
  const [email, ...rest] = parsed?.positionals ?? []
  const role = v.safeParse(v.optional(v.picklist(ROLES), 'doctor'), parsed?.values.role)
  if (email === undefined || rest.length > 0 || !role.success) throw new CommandError(USAGE)
  const person = { email, name: readName(parsed?.values.name), role: role.output }
  if (!isEmail(email)) throw new CommandError(`This is no e-mail address: ${email}`)
  return { email, action: (ctx, piped) => addAdmin(ctx, person, piped) }
}

/** Returns the action of `password`. @throws CommandError with the usage */
function readPasswordChange(args: readonly string[]): Action {
  const parsed = readArguments(args, { 'without-second-factor': { type: 'boolean' } })
  const [email, ...rest] = parsed?.positionals ?? []
  if (email === undefined || rest.length > 0) throw new CommandError(USAGE)
  const withoutSecondFactor = parsed?.values['without-second-factor'] ?? false
  return { email, action: (ctx, piped) => changePassword(ctx, { email, withoutSecondFactor }, piped) }
}

/** Returns the name in one line. @throws CommandError */
function readName(text = ''): string {
  const name = v.safeParse(lineSchema(LONGEST_NAME), text)
  if (name.success) return name.output
  throw new CommandError(`The name must be one line of at most ${LONGEST_NAME} characters.`)
}

function printPassword(password: string): void {
  console.log(`Password: ${password}\nIt is shown this once.`)
}
