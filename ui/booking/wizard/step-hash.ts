import { clampStep } from './reachable-steps.ts'
import type { Step } from './wizard.ts'

/** Returns the step in `#step-N`, or undefined for any other hash. */
export function stepOfHash(hash: string): Step | undefined {
  const match = /^#step-(-?\d+)$/.exec(hash)
  return match ? clampStep(Number(match[1])) : undefined
}

/** Returns the hash of a step for a URL. */
export function hashOfStep(step: Step): string {
  return `#step-${step}`
}
