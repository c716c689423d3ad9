import { SunMoon } from 'lucide-react'
import { THEMES, type Theme, useTheme } from './theme.ts'
import styles from './theme-picker.module.css'

/** Auto, Hell, Dunkel. On phones only its icon shows; it stays a native select. */
export function ThemePicker() {
  const [theme, chooseTheme] = useTheme()
  return (
    <div className={`${styles.picker} no-print`}>
      <SunMoon />
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
