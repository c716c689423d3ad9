import { expect, it } from 'vitest'
import { bookingsCsv } from './bookings-csv.ts'

it('a CSV table of bookings reads no further page once the client has gone', async () => {
  let pagesRead = 0
  let isClosed = false
  function* pages() {
    try {
      while (true) {
        pagesRead++
        yield []
      }
    } finally {
      isClosed = true
    }
  }
  const reader = ReadableStream.from(bookingsCsv(pages())).getReader()
  // The first chunk has the headings, each of the next two a page.
  for (let chunks = 0; chunks < 3; chunks++) await reader.read()
  expect([pagesRead, isClosed]).toEqual([2, false])
  await reader.cancel()
  expect([pagesRead, isClosed]).toEqual([2, true])
})
