import { SunMoon } from 'lucide-react'
import styles from './page-frame.module.css'
import { THEMES, type Theme, useTheme } from './theme.ts'

/** Auto, Hell, Dunkel. On phones only its icon shows; it stays a native select. */
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
