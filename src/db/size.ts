import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Db, prepared } from './open.ts'

/** In bytes. */
export type DatabaseSize = Readonly<{
  file: number
  /** Of the file: pages without content, which the next rows fill. */
  free: number
  wal: number
  /** What Ordi may still write on the volume of the data, and the size of that volume. */
  volumeFree: number
  volume: number
}>

const pragmas = prepared(({ $client }) => ({
  pageSize: $client.prepare('pragma page_size').pluck(),
  pages: $client.prepare('pragma page_count').pluck(),
  freePages: $client.prepare('pragma freelist_count').pluck(),
}))

/** Undefined for a database in memory. */
export function databaseSize(db: Db): DatabaseSize | undefined {
  const { memory, name } = db.$client
  if (memory) return undefined
  const { pageSize, pages, freePages } = pragmas(db)
  const page = pageSize.get() as number
  const volume = statfsSync(dirname(name))
  return {
    file: page * (pages.get() as number),
    free: page * (freePages.get() as number),
    wal: statSync(`${name}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    volumeFree: volume.bsize * volume.bavail,
    volume: volume.bsize * volume.blocks,
  }
}
