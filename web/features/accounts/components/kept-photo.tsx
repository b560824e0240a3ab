import { Text } from '@mantine/core'
import { useLocation } from 'react-router'
import classes from './kept-photo.module.css'

/** Says what becomes of a tried photo, beside its preview where the person comes straight from it. */
export function KeptPhoto({ text }: { text: string }) {
  const preview = (useLocation().state as { preview?: string } | null)?.preview
  if (preview === undefined) return <Text mb="md">{text}</Text>
  return (
    <div className={classes.photo}>
      <img src={preview} alt="" />
      <Text>{text}</Text>
    </div>
  )
}
