import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { TextInput } from '../../components/text-input.tsx'
import styles from './page.module.css'

/** A search line inside a Field. */
export function SearchInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <div className={styles.search}>
      <Search className={styles.searchIcon} />
      <TextInput {...props} type="search" autoComplete="off" spellCheck={false} />
    </div>
  )
}
