import { freshBuild } from './fresh-build.ts'

/** Before the unit tests: some of them run the program as it is shipped, pages included. */
export async function setup(): Promise<void> {
  if (!(await freshBuild())) throw new Error('The build has failed.')
}
