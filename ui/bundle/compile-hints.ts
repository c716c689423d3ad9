import type { Plugin } from 'vite'

/**
 * The chunks that a page runs as soon as they arrive. With this mark Chromium compiles all of their functions
 * on another thread while they arrive, instead of one by one while the page waits
 * (https://v8.dev/blog/explicit-compile-hints). To other browsers it is a comment.
 */
const RUN_AT_ONCE = new Set(['react', 'first', 'parts', 'times'])
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n'

/** Marks the chunks of RUN_AT_ONCE, after the minifier has removed all comments. */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Vite itself puts a list of files before the code of a chunk, and the mark must precede it.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && RUN_AT_ONCE.has(chunk.name)) chunk.code = COMPILE_AT_ONCE + chunk.code
      },
    },
  }
}
