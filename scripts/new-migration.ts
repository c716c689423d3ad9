/**
 * `npm run db:new -- name` generates a migration from the changes of the schema. With `--custom` it creates
 * an empty one, for SQL that changes data.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [migration, ...options] = process.argv.slice(2)
if (migration === undefined || !/^[a-z0-9_]+$/.test(migration)) {
  console.error('usage: npm run db:new -- name_of_the_change [--custom]')
  process.exit(2)
}

const folder = 'src/db/migrations'
const oldFiles = new Set(listSqlFiles())
const generated = spawnSync(
  'drizzle-kit',
  [
    'generate',
    '--dialect=sqlite',
    '--schema=src/db/schema.ts',
    `--out=${folder}`,
    `--name=${migration}`,
    ...options,
  ],
  { stdio: 'inherit' },
)
if (generated.status !== 0) process.exit(generated.status ?? 1)

// drizzle-kit cannot generate STRICT tables, so the word is added here.
for (const file of listSqlFiles().filter((name) => !oldFiles.has(name))) {
  const path = join(folder, file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^\);$/gm, ') STRICT;'))
  console.log(`Read it before you commit it: ${path}`)
}

// Only the newest snapshot is kept. It states the whole schema, and the next migration is generated from it.
const snapshots = readdirSync(join(folder, 'meta')).filter((file) => file.endsWith('_snapshot.json'))
for (const file of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, 'meta', file))

/** Returns the names of the migrations. */
function listSqlFiles(): string[] {
  // drizzle-kit makes the folder for the first migration.
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((file) => file.endsWith('.sql'))
}
