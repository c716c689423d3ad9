/** This program opens the database FILE, and kills itself before the NTH statement that matches STATEMENT. */
import Database from 'better-sqlite3'
import { openDatabase } from '../../db/open.ts'

const { FILE = '', STATEMENT = '', NTH } = process.env
const matching = new RegExp(STATEMENT, 'i')
let matchesLeft = Number(NTH)
// Drizzle prepares its own statements, so the method that runs every statement is replaced.
const { prototype } = new Database(':memory:').prepare('select 1').constructor as unknown as {
  prototype: Database.Statement
}
const { run } = prototype
prototype.run = function (this: Database.Statement, ...values: unknown[]) {
  if (matching.test(this.source) && --matchesLeft === 0) process.kill(process.pid, 'SIGKILL')
  return run.apply(this, values)
}
openDatabase(FILE)
