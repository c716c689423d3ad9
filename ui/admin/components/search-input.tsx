import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { TextInput } from '../../components/text-input.tsx'
import styles from '../admin.module.css'

/** A search line inside a Field. */
export function SearchInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <div className={styles.search}>
      <TextInput {...props} type="search" autoComplete="off" spellCheck={false} />
      <Search className="over" />
    </div>
  )
}
