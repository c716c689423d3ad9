import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { textOfFile } from './file-text.ts'

const TEXT = 'BEGIN:VCALENDAR\r\nX-NAME:Ärztin\r\nEND:VCALENDAR\r\n'
const UTF_16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le')

describe('the text of a calendar file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, little end first', UTF_16],
    ['UTF-16, big end first', Buffer.from(UTF_16).swap16()],
    ['gzip', gzipSync(TEXT)],
    ['UTF-16 in gzip', gzipSync(UTF_16)],
  ])('is read from %s', (_encoding, file) => {
    expect(textOfFile(new Uint8Array(file))).toBe(TEXT)
  })

  it('is empty for gzip that is damaged, or unpacks to more than 10 MB', () => {
    const whole = gzipSync(TEXT)
    expect(textOfFile(whole.subarray(0, -9))).toBe('')
    expect(textOfFile(Buffer.from([0x1f, 0x8b, 1, 2]))).toBe('')
    expect(textOfFile(gzipSync(Buffer.alloc(10 * 1024 * 1024 + 1, 'x')))).toBe('')
  })

  it('is empty for an empty file', () => {
    expect(textOfFile(new Uint8Array())).toBe('')
  })
})
