import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { rowsIn } from './data-directory.ts'

type Page = Readonly<{ number: number; bytes: number }>

/** Overwrites the first page of a table in the database of a data directory. */
export function damageTable(DATA_DIR: string, table: string): void {
  const [page] = rowsIn(
    DATA_DIR,
    `select rootpage as number, page_size as bytes from sqlite_master, pragma_page_size where name = '${table}'`,
  ) as [Page]
  overwrite(DATA_DIR, page)
}

/** Overwrites the first page of an index in the database of a data directory. */
export function damageIndex(DATA_DIR: string, index: string): void {
  const [page] = rowsIn(
    DATA_DIR,
    `select pageno as number, pgsize as bytes from dbstat where name = '${index}'`,
  ) as [Page]
  overwrite(DATA_DIR, page)
}

/** Overwrites a page. SQLite numbers the pages from 1. */
function overwrite(DATA_DIR: string, { number, bytes }: Page): void {
  const file = openSync(join(DATA_DIR, 'ordi.db'), 'r+')
  writeSync(file, Buffer.alloc(bytes, 'noise'), 0, bytes, (number - 1) * bytes)
  closeSync(file)
}
