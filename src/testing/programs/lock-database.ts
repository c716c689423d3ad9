/** This program locks the database FILE until it is killed. */
import Database from 'better-sqlite3'

const db = new Database(process.env.FILE)
db.exec('begin immediate')
process.stdout.write('locked')
// The reference keeps the database from being garbage-collected, which would release the lock.
setInterval(() => db, 1000)
