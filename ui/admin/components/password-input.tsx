import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { TextInput } from '../../components/text-input.tsx'
import styles from './password-input.module.css'

/** A password inside a Field; whoever types it may look at it (OWASP ASVS 5, 6.2.6). */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <TextInput {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <IconButton
        label={isShown ? 'Eingabe verbergen' : 'Eingabe anzeigen'}
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!isShown)}
      />
    </div>
  )
}
