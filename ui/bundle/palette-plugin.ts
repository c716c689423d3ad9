import type { Plugin } from 'vite'
import { PALETTE } from '../../src/shared/palette.ts'

/**
 * The colours of src/shared/palette.ts: `virtual:palette.css` has each as a custom property, and index.html
 * gets those of the browser's own bar.
 */
export function palettePlugin(): Plugin {
  const moduleId = 'virtual:palette.css'
  // By this prefix other plugins know that the module is no file.
  const resolvedId = `\0${moduleId}`
  const properties = Object.entries(PALETTE).map(
    ([colour, { light, dark }]) => `--${colour}:light-dark(${light},${dark})`,
  )
  return {
    name: 'palette',
    resolveId: (id) => (id === moduleId ? resolvedId : undefined),
    load: (id) => (id === resolvedId ? `:root{${properties.join(';')}}` : undefined),
    transformIndexHtml: () =>
      (['light', 'dark'] as const).map((theme) => ({
        tag: 'meta',
        injectTo: 'head' as const,
        attrs: {
          name: 'theme-color',
          content: PALETTE.background[theme],
          media: `(prefers-color-scheme: ${theme})`,
        },
      })),
  }
}
