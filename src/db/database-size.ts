import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Db, prepared } from './open.ts'
import { hasDatabaseMoved } from './place.ts'

/** Sizes of the database and its volume, in bytes. */
type DatabaseSize = Readonly<{
  file: number
  /** Free pages of the file, which new rows reuse. */
  free: number
  /** The write-ahead log, whose pages SQLite has yet to copy into the file. */
  wal: number
  /** Free space on the volume that Ordi may use. */
  volumeFree: number
  volume: number
}>

const pragmas = prepared(({ $client }) => ({
  pageSize: $client.prepare('pragma page_size').pluck(),
  pages: $client.prepare('pragma page_count').pluck(),
  freePages: $client.prepare('pragma freelist_count').pluck(),
}))

/** Returns the sizes; undefined if the database is in memory or its file is no longer at its path. */
export function readDatabaseSize(db: Db): DatabaseSize | undefined {
  const { memory, name } = db.$client
  if (memory || hasDatabaseMoved(db.$client)) return undefined
  const { pageSize, pages, freePages } = pragmas(db)
  const pageBytes = pageSize.get() as number
  const volume = statfsSync(dirname(name))
  return {
    file: pageBytes * (pages.get() as number),
    free: pageBytes * (freePages.get() as number),
    wal: statSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    volumeFree: volume.bsize * volume.bavail,
    volume: volume.bsize * volume.blocks,
  }
}
