import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../db/schema.ts'

/** The name of a table in the schema. */
export type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? Name : never
}[keyof typeof schema]

/** Stands for a table that the code does not name. */
export const UNNAMED = '?'

const TABLES = Object.entries(schema).filter(([, value]) => is(value, SQLiteTable))
/** The names of all tables in the schema. */
export const TABLE_NAMES: readonly string[] = TABLES.map(([name]) => name)
/** The name in the schema of each table that SQL names. */
const NAME_BY_SQL_NAME = new Map(TABLES.map(([name, table]) => [getTableName(table as SQLiteTable), name]))

/** `db.insert(x)`, `deleteSome(ctx, x, …)` or `insertRow(db, x, …)`. */
const BY_DRIZZLE =
  /(?<receiver>\w*)(?:\(\))?\s*\.\s*(?:insert|update|delete)\(\s*(?<table>[\w.]+)|\b(?:deleteSome|insertRow)\(\s*[^,]+,\s*(?<helperTable>[\w.]+)/g
/** A writing SQL statement: the name of its table, quoted or not, or a placeholder. */
const BY_SQL =
  /\b(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|delete\s+from|update(?:\s+or\s+\w+)?(?=\s+\S+\s+set\b))\s+["'[`]?(\w+|\$\{[^}]*\})/gi

/** A placeholder of a template, such as `${offers}`. */
const PLACEHOLDER = /^\$\{(.*)\}$/
const COMMENT = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm

/** Returns the tables that this code writes, by their names in the schema, or UNNAMED. */
export function tablesWrittenBy(source: string): string[] {
  const code = source.replace(COMMENT, ' ')
  return [...new Set([...tablesWrittenByDrizzle(code), ...tablesWrittenBySql(code)])]
}

function tablesWrittenByDrizzle(code: string): string[] {
  return [...code.matchAll(BY_DRIZZLE)].flatMap(({ groups = {} }) => {
    const { receiver = '', table, helperTable } = groups
    const tables = resolveTable(code, table ?? helperTable ?? '')
    const writesDatabase = helperTable !== undefined || /^(db|tx)$/.test(receiver)
    return tables.length === 0 && writesDatabase ? [UNNAMED] : tables
  })
}

function tablesWrittenBySql(code: string): string[] {
  return [...code.matchAll(BY_SQL)].flatMap(([, name = '']) => {
    if (!name.startsWith('$')) return NAME_BY_SQL_NAME.get(name.toLowerCase()) ?? []
    const tables = resolveTable(code, name.replace(PLACEHOLDER, '$1'))
    return tables.length === 0 ? [UNNAMED] : tables
  })
}

/** Returns the tables of the schema that a name refers to, also through a variable or an alias. */
function resolveTable(code: string, qualifiedName: string): string[] {
  const name = qualifiedName.replace(/^\w+\./, '')
  if (TABLE_NAMES.includes(name)) return [name]
  const assigned = new RegExp(`\\b${name} (?:=|of) (?:\\w+\\.)?(\\w+|\\[[^\\]]*\\])`, 'g')
  const imported = new RegExp(`(\\w+) as ${name}\\b`, 'g')
  const sources = [...code.matchAll(assigned), ...code.matchAll(imported)].map(([, source = '']) => source)
  return sources.flatMap((source) => source.match(/\w+/g) ?? []).filter((word) => TABLE_NAMES.includes(word))
}
