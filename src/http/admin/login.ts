import { Hono } from 'hono'
import type { Doorway, Env } from '../doorway.ts'

/** The one door of the admin area that stands open: signing in. */
export function loginDoors(_doorway: Doorway) {
  return new Hono<Env>()
}
