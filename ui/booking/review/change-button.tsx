import { Button } from '../../components/button.tsx'

/** The button beside a fact that leads back to the step where it was entered. */
export function ChangeButton({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <Button kind="link" aria-label={`${what} ändern`} onClick={onPress}>
      Ändern
    </Button>
  )
}
