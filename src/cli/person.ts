import { accessSync, closeSync, constants, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { fileStamp } from '../db/backup-folder.ts'
import type { OldCopy } from '../db/backup-retention.ts'
import { fileFaultIn } from '../db/file-fault.ts'
import { exportPatient } from '../privacy/export.ts'
import { type ExaminedCopy, examineCopies } from '../privacy/old-copies.ts'
import { erasePatient, type PatientSummary, summarisePatient } from '../privacy/patient.ts'
import { isEmail } from '../shared/contact/email.ts'
import { normalEmail } from '../shared/contact/normal-email.ts'
import { Problem } from '../shared/problems.ts'
import { dayAt } from '../time/vienna.ts'
import { assertDatabase, type Command, CommandError, withApp } from './command.ts'

const USAGE = 'usage: ordi person export EMAIL [FOLDER] | person erase EMAIL [--yes]'

/** The headings for old copies of the database, by whether they contain data of the patient. */
const COPY_HEADINGS = [
  { hasPatient: 'yes', heading: 'These copies of the database still have data of this address:' },
  {
    hasPatient: 'unknown',
    heading: 'These copies may have some; they are encrypted, unreadable or of an older version:',
  },
] as const

/** English sentences for refusals, whose own are in German. */
const REFUSALS: Partial<Record<Problem['code'], string>> = {
  'not found': 'Nothing is stored about this address.',
  // The other reason, a coming appointment, cannot occur, because it is cancelled.
  conflict: 'Nothing was changed: a message to this person is being sent. Try again in a minute.',
}

/** Exports or erases what is stored about the person with an e-mail address. The server may be running. */
export const personCommand: Command = {
  usage: 'person export|erase',
  help: USAGE,
  readsArguments: true,
  run: (config, [action, email = '', folderOrYes, ...rest]) => {
    if (rest.length > 0) throw new CommandError(USAGE)
    if (action === 'export' && !folderOrYes?.startsWith('-'))
      return inApp(config, (ctx) => writeExport(ctx(), readAddress(email), folderOrYes ?? '.'))
    const isConfirmed = folderOrYes === '--yes'
    if (action === 'erase' && (isConfirmed || folderOrYes === undefined))
      return inApp(config, (ctx) => erasePerson(ctx(), readAddress(email), { isConfirmed }))
    throw new CommandError(USAGE)
  },
}

/** Returns the argument if it is an e-mail address. @throws CommandError */
function readAddress(email: string): string {
  if (email === '' || email.startsWith('-')) throw new CommandError(USAGE)
  if (!isEmail(email)) throw new CommandError(`This is no e-mail address: ${email}`)
  return normalEmail(email)
}

/**
 * Writes the data to two new files in the folder, as JSON and as a page, and prints their paths.
 * @throws CommandError
 */
function writeExport(ctx: Ctx, email: string, folder: string): void {
  if (!isWritableFolder(folder))
    throw new CommandError(
      `${resolve(folder)} is no folder that Ordi can write. Name one: ordi person export EMAIL FOLDER`,
    )
  const { data, html } = exportPatient(ctx, email)
  const name = `person-${fileStamp(ctx.now)}`
  const texts = { [`${name}.json`]: `${JSON.stringify(data, null, 2)}\n`, [`${name}.html`]: html }
  for (const file of writeAllOrNone(folder, texts)) console.log(file)
}

/**
 * Writes texts to new files, or none if one cannot be written.
 * @returns the paths of the files
 * @throws CommandError
 */
function writeAllOrNone(folder: string, texts: Readonly<Record<string, string>>): string[] {
  const begunFiles: string[] = []
  try {
    for (const [name, text] of Object.entries(texts)) {
      const file = join(folder, name)
      // Fails if the file exists, so that no other export is written over.
      const handle = openSync(file, 'wx', 0o600)
      begunFiles.push(file)
      try {
        writeFileSync(handle, text)
      } finally {
        closeSync(handle)
      }
    }
    return begunFiles
  } catch (error) {
    for (const file of begunFiles) rmSync(file)
    const fault = fileFaultIn(error, folder)
    if (fault === undefined) throw error
    throw new CommandError(`Nothing was exported: ${fault}`)
  }
}

/** Returns whether the path is a folder in which this process may make files. */
function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Erases if confirmed, and in any case prints what is or would be erased. */
async function erasePerson(
  ctx: Ctx,
  email: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  const summary = summarisePatient(ctx, email)
  if (isConfirmed) erasePatient(ctx, email, { cancelsComing: true })
  console.log(isConfirmed ? 'Erased:' : 'Nothing was changed. Say --yes to erase:')
  printSummary(summary)
  printRemains(summary, await examineCopies(summary.traces, summary.oldCopies))
}

/** Prints what is stored about the patient. */
function printSummary(summary: PatientSummary): void {
  if (summary.coming > 0)
    console.log(
      `coming appointments: ${summary.coming} (cancelled without a message to the patient: tell the practice)`,
    )
  console.log(`bookings: ${summary.bookings} (month, service and status stay)`)
  console.log(`messages: ${summary.messages} (kind, status and times stay)`)
  if (summary.waiting > 0) console.log(`of these, waiting, and then never sent: ${summary.waiting}`)
  console.log(
    `verifications: ${summary.verifications}, holds: ${summary.holds}, waiting list: ${summary.waitingEntries}`,
  )
}

/** Prints where the patient's data remain. */
function printRemains({ odooEvents }: PatientSummary, copies: readonly ExaminedCopy[]): void {
  if (odooEvents.length > 0)
    console.log(
      `Odoo keeps the contact and these calendar events; delete them there: ${odooEvents.join(', ')}`,
    )
  for (const { hasPatient, heading } of COPY_HEADINGS) {
    const copiesOfHeading = copies.filter((copy) => copy.hasPatient === hasPatient)
    if (copiesOfHeading.length > 0) console.log(heading)
    for (const copy of copiesOfHeading) console.log(`  ${copy.file}, ${untilText(copy)}`)
  }
  console.log('Copies on other machines are for you to delete, and so is what the practice typed elsewhere.')
}

/** Returns until when a copy is kept. */
function untilText({ until }: OldCopy): string {
  return until === undefined ? 'until you delete it' : `until ${dayAt(until)}`
}

/**
 * Opens the portal on the stored data and runs `work`. Returns the exit status.
 * @throws CommandError with the sentence of a refusal, or without a database
 */
async function inApp(config: Config, work: (ctx: () => Ctx) => void | Promise<void>): Promise<number> {
  assertDatabase(config)
  try {
    await withApp(config, work)
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new CommandError(REFUSALS[error.code] ?? error.message)
  }
}
