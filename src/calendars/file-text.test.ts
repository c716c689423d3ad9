import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textOfFile } from './file-text.ts'

const TEXT = 'BEGIN:VCALENDAR\r\nX-NAME:Ärztin\r\nEND:VCALENDAR\r\n'
const UTF_16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le')

describe('the text of a calendar file', () => {
  it.each([
    { encoding: 'UTF-8', file: Buffer.from(TEXT) },
    { encoding: 'UTF-8 with a byte order mark', file: Buffer.from(`\ufeff${TEXT}`) },
    { encoding: 'UTF-16, little-endian', file: UTF_16 },
    { encoding: 'UTF-16, big-endian', file: Buffer.from(UTF_16).swap16() },
    { encoding: 'gzip', file: gzipSync(TEXT) },
    { encoding: 'UTF-16 in gzip', file: gzipSync(UTF_16) },
  ])('is read from $encoding', ({ file }) => {
    expect(textOfFile(new Uint8Array(file))).toBe(TEXT)
  })

  it('is empty for damaged gzip', () => {
    // The last eight bytes are checksum and length. With nine missing, the compressed text is incomplete too.
    const truncated = gzipSync(TEXT).subarray(0, -9)
    expect(textOfFile(truncated)).toBe('')
    // The file begins with the two bytes by which gzip is recognised, and ends soon after them.
    const onlySignature = Buffer.from([0x1f, 0x8b, 1, 2])
    expect(textOfFile(onlySignature)).toBe('')
  })

  it('is undefined for gzip that unpacks to more than 10 MB', () => {
    const largest = 10 * 1024 * 1024
    expect(textOfFile(gzipSync(Buffer.alloc(largest, 'x')))).toHaveLength(largest)
    expect(textOfFile(gzipSync(Buffer.alloc(largest + 1, 'x')))).toBeUndefined()
  })

  it('is empty for an empty file', () => {
    expect(textOfFile(new Uint8Array())).toBe('')
  })
})
