import { useMatches } from '../../components/use-matches.ts'

/** Returns whether the window is wider than a phone's, at the width of week-board.module.css. */
export function useIsWide(): boolean {
  return useMatches('(width >= 37.5em)')
}
