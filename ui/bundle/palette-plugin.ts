import type { Plugin } from 'vite'
import { PALETTE } from '../../src/shared/palette.ts'

/**
 * The colours of src/shared/palette.ts: `virtual:palette.css` has each as a custom property, and index.html
 * gets those of the browser's own bar.
 */
export function palettePlugin(): Plugin {
  const name = 'virtual:palette.css'
  const properties = Object.entries(PALETTE).map(
    ([colour, { light, dark }]) => `--${colour}:light-dark(${light},${dark})`,
  )
  return {
    name: 'palette',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `:root{${properties.join(';')}}` : undefined),
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
