import { Button } from '../../components/button.tsx'

type ChangeButtonProps = {
  /**
   * The name of the fact for screen readers, such as "Termin", because there are several of these buttons.
   */
  fact: string
  onPress: () => void
}

/** Shows the button that leads from a fact back to the step where it was entered. */
export function ChangeButton({ fact, onPress }: ChangeButtonProps) {
  return (
    <Button kind="link" aria-label={`${fact} ändern`} onClick={onPress}>
      Ändern
    </Button>
  )
}
