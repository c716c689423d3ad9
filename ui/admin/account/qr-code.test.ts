import fc from 'fast-check'
import { expect, test } from 'vitest'
import { qrPath } from './qr-code.tsx'

/** Squares in a row; enough for several runs. */
const WIDTH = 9

/** A rectangle of the path, with its place and width. Each is one square high. */
const RECTANGLE = /M(\d+) (\d+)h(\d+)v1h-\d+z/g

/** Returns the squares that a browser would paint by the path. */
function darkSquaresIn(path: string, height: number): boolean[][] {
  const rows = Array.from({ length: height }, () => Array<boolean>(WIDTH).fill(false))
  for (const [, x, y, width] of path.matchAll(RECTANGLE))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  return rows
}

test('the path of a QR code merges neighbouring dark squares of a row into one rectangle', () => {
  expect(qrPath([[true, true, false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z')
})

test('the path of a QR code keeps rows apart', () => {
  const diagonal = [
    [false, true],
    [true, false],
  ]
  expect(qrPath(diagonal)).toBe('M1 0h1v1h-1zM0 1h1v1h-1z')
})

test('the path of a light square is empty', () => {
  expect(qrPath([[false]])).toBe('')
})

test('the path of a QR code covers exactly its dark squares', () => {
  const row = fc.array(fc.boolean(), { minLength: WIDTH, maxLength: WIDTH })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: WIDTH }), (rows) => {
      expect(darkSquaresIn(qrPath(rows), rows.length)).toEqual(rows)
    }),
  )
})
