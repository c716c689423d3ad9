import { gunzipSync } from 'node:zlib'

/** Size limit of a calendar file in MB, as it is sent and once it is decompressed. */
export const LARGEST_FILE_MB = 10

/**
 * Returns the text of a calendar file, which is UTF-8, or UTF-16 where it begins with such a byte order mark.
 * A file that a server has compressed without being asked is decompressed; '' for one that cannot be.
 * @returns undefined for a file that is too large when it is decompressed
 */
export function textOfFile(file: Uint8Array): string | undefined {
  // Every gzip file begins with these two bytes.
  const isGzip = file[0] === 0x1f && file[1] === 0x8b
  const bytes = isGzip ? decompressed(file) : file
  return bytes && new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** Returns the encoding that the byte order mark names; without one it is UTF-8. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Decompresses gzip. Returns no bytes for a damaged file, and undefined for one that is too large. */
function decompressed(file: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(file, { maxOutputLength: LARGEST_FILE_MB * 1024 * 1024 })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') return undefined
    // The codes of a damaged file come from zlib.
    if (code.startsWith('Z_')) return new Uint8Array()
    throw error
  }
}
