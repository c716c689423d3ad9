import { expect, it } from 'vitest'
import { tablesWrittenBy, UNNAMED } from './written-tables.ts'

it.each([
  { code: 'ctx.db.insert(holds).values(row)', tables: ['holds'] },
  { code: 'ctx().db\n  .update(messages)\n  .set(row)', tables: ['messages'] },
  { code: 'const { db } = ctx\ndb.delete(schema.feeds).run()', tables: ['feeds'] },
  {
    code: "import { holds as reserved } from './db/schema.ts'\nctx.db.delete(reserved)",
    tables: ['holds'],
  },
  { code: 'const table = bookings\nctx.db.update(table)', tables: ['bookings'] },
  { code: 'for (const table of [offers, events]) db.delete(table)', tables: ['offers', 'events'] },
  { code: 'deleteSome(ctx, sessions, old)', tables: ['sessions'] },
  { code: 'insertRow(ctx.db, messages, row)', tables: ['messages'] },
  { code: `ctx.db.run(sql\`update \${offers} set status = 1\`)`, tables: ['offers'] },
  { code: "client.prepare('INSERT OR IGNORE INTO freed_times VALUES (?)')", tables: ['freedTimes'] },
  { code: 'db.$client.exec(`delete from "recovery_codes"`)', tables: ['recoveryCodes'] },
  { code: 'function drop(table: SQLiteTable) { db.delete(table) }', tables: [UNNAMED] },
  { code: `client.prepare(\`update "\${name}" set a = 1\`)`, tables: [UNNAMED] },
  { code: 'running.delete(job)\nhash.update(chunk)\nselect().from(holds)', tables: [] },
])('the tables that code writes are found: $code', ({ code, tables }) => {
  expect(tablesWrittenBy(code)).toEqual(tables)
})
