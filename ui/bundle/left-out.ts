import type { Plugin } from 'vite'

const PICKER = 'react-day-picker/dist/esm'

/**
 * Parts of packages that are imported but that no page uses: the calendar's time zones, English words,
 * selections of several days and menus of months, and a client's own cookies. Each gets a stub with the
 * exports that other modules import. They were 10 kB of the code that six steps load.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '@date-fns/tz/index.js': 'export class TZDate {}',
  // MonthPicker gives the calendar its own format.
  'date-fns/format.js': 'export const format = undefined',
  'date-fns/eachYearOfInterval.js': 'export const eachYearOfInterval = undefined',
  'date-fns/getISOWeek.js': 'export const getISOWeek = undefined',
  [`${PICKER}/components/Chevron.js`]: 'export const Chevron = undefined',
  [`${PICKER}/components/Dropdown.js`]: 'export const Dropdown = undefined',
  [`${PICKER}/components/Nav.js`]: 'export const Nav = undefined',
  [`${PICKER}/helpers/getMonthOptions.js`]: 'export const getMonthOptions = undefined',
  [`${PICKER}/helpers/getYearOptions.js`]: 'export const getYearOptions = undefined',
  [`${PICKER}/locale/en-US.js`]: 'export const enUS = {}',
  [`${PICKER}/noonDateLib.js`]: 'export const createNoonOverrides = undefined',
  [`${PICKER}/selection/useMulti.js`]: 'export const useMulti = () => {}',
  [`${PICKER}/selection/useRange.js`]: 'export const useRange = () => {}',
  [`${PICKER}/useAnimation.js`]: 'export const useAnimation = () => {}',
  [`${PICKER}/utils/convertMatchersToTimeZone.js`]: 'export const convertMatchersToTimeZone = undefined',
  'hono/dist/utils/cookie.js': 'export const serialize = undefined',
}

/** The modules of icons. */
const ICON = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
/** The parts of an icon's module that its drawing does not need. */
const NEEDLESS_IN_ICON: Readonly<Record<string, RegExp>> = {
  // These are random letters, which compress badly.
  "React's keys of an icon's lines": /, key: "\w+"/g,
  'the usual size of an icon': /\n *size: 24,/g,
  "an icon's statement that does nothing": /\n__iconData\.node;/g,
}

/**
 * Leaves out the parts of LEFT_OUT and NEEDLESS_IN_ICON. The build fails where a package has moved one of
 * them, so that its bytes do not return unnoticed.
 */
export function leaveOut(): Plugin {
  const leftOut = new Set<string>()
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const module = id.replace(/^.*\/node_modules\//, '')
      if (!(module in LEFT_OUT)) return undefined
      leftOut.add(module)
      return LEFT_OUT[module]
    },
    transform(code, id) {
      if (!ICON.test(id)) return undefined
      return Object.entries(NEEDLESS_IN_ICON).reduce((rest, [part, pattern]) => {
        const shorter = rest.replace(pattern, '')
        if (shorter !== rest) leftOut.add(part)
        return shorter
      }, code)
    },
    buildEnd(error) {
      const parts = [...Object.keys(LEFT_OUT), ...Object.keys(NEEDLESS_IN_ICON)]
      const missing = parts.filter((part) => !leftOut.has(part))
      if (!error && missing.length > 0) this.error(`not in the build any more: ${missing.join(', ')}`)
    },
  }
}
