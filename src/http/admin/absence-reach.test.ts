import { describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { openEveningApp } from '../../testing/evening-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** A block of the evening of `openEveningApp`, from its 19:00 to midnight. */
const EVENING_BLOCK = {
  kind: 'block',
  title: 'Heute entfällt',
  start: '2027-01-12T19:00',
  end: '2027-01-13T00:00',
  resource_id: null,
}

/** Thousandths of a cent in a euro. */
const MILLICENTS_PER_EURO = 100_000

type Conflict = { id: string; by: string[]; sms_price: number | null }

/** Reads the conflicts of EVENING_BLOCK without storing it. */
async function checkBlock(admin: Browser): Promise<Conflict[]> {
  return (await admin.post('/api/admin/absences/check', EVENING_BLOCK)).json.conflicts
}

/** Stores a copy of the first SMS, as sent for this price in thousandths of a cent; null if it is unknown. */
function copySms(app: TestApp, millicents: number | null) {
  app.changeRows(
    `insert into messages (log_uuid, channel, kind, recipient, text, status, due_at, created_at, price_millicents)
     select hex(randomblob(16)), channel, kind, recipient, text, 'sent', due_at, created_at, ?
     from messages where channel = 'sms' order by id limit 1`,
    millicents,
  )
}

describe('the check of an absence', () => {
  it('has the channels that reach each patient', async () => {
    const { ids, admin } = openEveningApp()
    // The appointment that has begun is not over at 19:00, so the block overlaps it too.
    expect((await checkBlock(admin)).map(({ id, by }) => [id, by])).toEqual([
      [ids.begun, ['sms', 'email']],
      [ids.sms, ['sms', 'email']],
      [ids.email, ['email']],
      [ids.call, []],
    ])
  })

  it('has the usual price of an SMS once some were paid', async () => {
    const { app, ids, admin, notify } = openEveningApp()
    const [conflict] = await checkBlock(admin)
    expect(conflict?.sms_price).toBeNull()

    await notify([ids.sms])
    const usualPrice = 7_260
    const priceAbroad = 90_000
    for (const price of [usualPrice, null, priceAbroad, usualPrice]) copySms(app, price)
    // The usual price, in euros, is the median, whatever a single SMS abroad has cost.
    const [pricedConflict] = await checkBlock(admin)
    expect(pricedConflict?.sms_price).toBe(usualPrice / MILLICENTS_PER_EURO)
    const [latePatient] = (await admin.get('/api/admin/late')).json
    expect(latePatient.sms_price).toBe(usualPrice / MILLICENTS_PER_EURO)
  })
})
