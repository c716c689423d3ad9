import { Button } from '../../components/button.tsx'

type ChangeButtonProps = {
  /** The fact as screen readers name it, such as "Termin", because there are several of these buttons. */
  fact: string
  onPress: () => void
}

/** Shows the button beside a fact that leads back to the step where the fact was entered. */
export function ChangeButton({ fact, onPress }: ChangeButtonProps) {
  return (
    <Button kind="link" aria-label={`${fact} ändern`} onClick={onPress}>
      Ändern
    </Button>
  )
}
