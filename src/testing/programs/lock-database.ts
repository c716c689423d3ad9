/** This program locks the database FILE until it is killed. */
import Database from 'better-sqlite3'

const db = new Database(process.env.FILE)
db.exec('begin immediate')
process.stdout.write('locked')
// A reference to the database is kept, because the lock would end when the database is collected as garbage.
setInterval(() => db, 1000)
