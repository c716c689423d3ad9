import { SunMoon } from 'lucide-react'
import { type Theme, useTheme } from './theme.ts'
import styles from './theme-picker.module.css'

const THEMES = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Hell' },
  { value: 'dark', label: 'Dunkel' },
] as const satisfies readonly { value: Theme; label: string }[]

/**
 * Shows a native select for the theme: light, dark, or the theme of the device. On phones only its icon is
 * visible.
 */
export function ThemePicker() {
  const [theme, chooseTheme] = useTheme()
  return (
    <div className={`muted small no-print ${styles.picker}`}>
      <SunMoon className="over" />
      <select
        aria-label="Darstellung"
        value={theme}
        onChange={(event) => chooseTheme(event.target.value as Theme)}
      >
        {THEMES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
