import { adminCommand } from '../cli/admin.ts'
import { readConfig } from '../config.ts'

/** Matches the output about a generated password. */
export const GENERATED_PASSWORD = /\nPassword: ([0-9a-z]{5}(?:-[0-9a-z]{5}){3})\nIt is shown this once\.\n/

/** Returns the generated password that a command has printed. */
export function generatedPassword(out: string): string {
  const password = GENERATED_PASSWORD.exec(out)?.[1]
  if (password === undefined) throw new Error(`no password is printed: ${out}`)
  return password
}

/** Runs `ordi admin` without the command line around it, which is enough for its refusals. */
export const runAdminInProcess = async (DATA_DIR: string, ...args: string[]) =>
  adminCommand.run(readConfig({ DATA_DIR, LOG_LEVEL: 'silent' }), args)
