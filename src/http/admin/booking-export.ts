import { Hono } from 'hono'
import * as v from 'valibot'
import { exportBookings } from '../../backoffice/booking-export.ts'
import type { Log } from '../../log.ts'
import { resourceNameById } from '../../schedule/resources.ts'
import { hasSeveralResources } from '../../schedule/shown-resources.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { daysInOrder } from '../fields.ts'
import { query } from '../input.ts'
import { bookingFilter } from './bookings.ts'
import { bookingsCsv } from './bookings-csv.ts'
import { type AdminEnv, requireProof } from './guard.ts'

const exportQuery = v.pipe(v.object(bookingFilter), daysInOrder())

/** The call that downloads the bookings as a file, for doctors only. */
export function bookingExportRoutes({ log }: Deps) {
  return new Hono<AdminEnv>().get('/bookings.csv', requireProof, query(exportQuery), (c) => {
    const ctx = ctxOf(c)
    const nameOf = hasSeveralResources(ctx) ? (id: string) => resourceNameById(ctx, id) : undefined
    const { resource: resourceId, ...filter } = c.req.valid('query')
    const csv = bookingsCsv(exportBookings(ctx, { ...filter, resourceId }), nameOf)
    return c.body(ReadableStream.from(logFailure(log, csv)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="termine.csv"',
    })
  })
}

/**
 * Logs a failure and throws an error, which aborts the answer, so that an incomplete file is not mistaken for
 * a complete one. The server prints that error, so it must not contain patient data.
 */
async function* logFailure<T>(log: Log, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* chunks
  } catch (err) {
    log.error({ err }, 'export failed')
    throw new Error('export failed')
  }
}
