import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../ctx.ts'
import { readDatabaseSize } from '../../db/database-size.ts'
import { defineCheck } from './check.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from './finding.ts'

const MB = 1_000_000
/** Free bytes below which the database cannot grow for long. */
const LEAST_ROOM = 200 * MB
/**
 * The free room that is needed, in sizes of the database: a backup and an upgrade take one each, a drill two.
 */
const ROOM_FACTOR = 4

/** Checks whether there is room for the data. */
export const diskCheck = defineCheck({
  read: (ctx: Ctx) => ({ database: readDatabaseSize(ctx.db), folder: roomIn(ctx.config.dataDir) }),

  doctor: { group: 'data folder', findings: ({ folder }) => [findingOf(folder)] },

  metrics: {
    ordi_database_size_bytes: {
      help: 'Size of the database without its WAL.',
      value: ({ database }) => database?.file,
    },
    ordi_database_free_bytes: {
      help: 'Free pages in it, which new rows fill.',
      value: ({ database }) => database?.free,
    },
    ordi_database_wal_size_bytes: { help: 'Size of the WAL.', value: ({ database }) => database?.wal },
    ordi_volume_free_bytes: {
      help: 'What can still be written on the volume of DATA_DIR.',
      value: ({ database }) => database?.volumeFree,
    },
    ordi_volume_size_bytes: {
      help: 'Size of the volume of DATA_DIR.',
      value: ({ database }) => database?.volume,
    },
  },
})

/** Bytes: those that are free on the volume of the data folder, and those of the database file. */
type Room = Readonly<{ free: number; databaseFile: number }>

/** Reads the room in the data folder, even if its database cannot be opened; undefined without a folder. */
function roomIn(dataDir: string): Room | undefined {
  if (!existsSync(dataDir)) return undefined
  const { bavail, bsize } = statfsSync(dataDir)
  const file = join(dataDir, 'ordi.db')
  // `statSync` throws in a folder of another user, so the existence of the file is checked first.
  return { free: bavail * bsize, databaseFile: existsSync(file) ? statSync(file).size : 0 }
}

function findingOf(room: Room | undefined): Finding {
  const about = 'disk'
  if (room === undefined)
    return hintFinding(about, {
      text: 'not known without a data folder',
      german: 'Ohne Datenordner nicht bekannt.',
    })
  const freeMb = Math.floor(room.free / MB)
  if (room.free < LEAST_ROOM)
    return wrongFinding(about, {
      text: `${freeMb} MB free: make room, or nothing can be saved soon`,
      german: `Noch ${freeMb} MB frei: Bitte Platz schaffen, sonst lässt sich bald nichts mehr speichern.`,
    })
  if (room.free < ROOM_FACTOR * room.databaseFile) {
    const databaseMb = Math.ceil(room.databaseFile / MB)
    return hintFinding(about, {
      text: `${freeMb} MB free, but the database has ${databaseMb} MB, and backups and upgrades need room`,
      german: `${freeMb} MB frei, aber die Datenbank hat ${databaseMb} MB, und Sicherungen und Aktualisierungen brauchen Platz.`,
    })
  }
  return goodFinding(about, { text: `${freeMb} MB free`, german: `${freeMb} MB frei` })
}
