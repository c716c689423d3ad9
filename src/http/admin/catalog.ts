import { Hono } from 'hono'
import type { Doorway } from '../doorway.ts'
import type { AdminEnv } from './guard.ts'

export function catalogDoors(_doorway: Doorway) {
  return new Hono<AdminEnv>()
}
